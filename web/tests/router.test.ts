// Addresses: what is written can be read again.
import { afterEach, expect, test, vi } from "vitest";
import { addressOf, routeOf, type Route } from "../src/state/router.svelte";

afterEach(() => vi.restoreAllMocks());

test.each<[string, Route]>([
  ["#/", { screen: "home" }],
  ["#/rules", { screen: "rules" }],
  ["#/learn", { screen: "learn" }],
  ["#/lesson/walls", { screen: "lesson", id: "walls" }],
  ["#/duplicates", { screen: "duplicates" }],
  ["#/duplicate/Vb3", { screen: "duplicate", id: "Vb3" }],
  ["#/table/Vb3", { screen: "table", id: "Vb3", invite: null }],
  ["#/table/Vb3?invite=k9", { screen: "table", id: "Vb3", invite: "k9" }],
  ["#/replay/Vb3?invite=k9&ply=7", { screen: "replay", id: "Vb3", ply: 7, invite: "k9" }],
  ["#/review/Vb3?ply=7", { screen: "review", id: "Vb3", ply: 7, invite: null }],
])("%s", (address, route) => {
  expect(addressOf(route)).toBe(address);
  expect(routeOf(address)).toEqual(route);
});

test("iPhones whose URLSearchParams know no size keep the invitation", () => {
  vi.spyOn(URLSearchParams.prototype, "size", "get").mockReturnValue(undefined as never);
  expect(addressOf({ screen: "table", id: "Vb3", invite: "k9" })).toBe("#/table/Vb3?invite=k9");
});
