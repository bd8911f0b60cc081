// The first page.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Home from "../src/screens/Home.svelte";
import { session } from "../src/state/session.svelte";
import { words } from "../src/state/words.svelte";
import { all, show } from "./show";

beforeEach(async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await words.speak("en");
});
afterEach(() => {
  location.hash = "";
  session.name = null;
  vi.unstubAllGlobals();
});

test("an invitation may be pasted with a space after it", () => {
  show(Home, {});
  const field = document.querySelector<HTMLInputElement>("form input") as HTMLInputElement;
  field.value = "https://example.org/#/table/Vb3?invite=k9 ";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(location.hash).toBe("#/table/Vb3?invite=k9");
});

test.each([
  ["a newcomer does not wait for lists of games", null, 1],
  ["a person's games are not pushed in above the rest when they come", "Ana", 0],
])("%s", (_, name, headings) => {
  session.name = name;
  show(Home, {});
  expect(all("h1")).toHaveLength(headings);
});

test("without an answer about the games, Home is shown without them", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  session.name = "Ana";
  show(Home, {});
  await vi.waitFor(() => expect(all("h1")).toHaveLength(1));
});
