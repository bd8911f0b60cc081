// The first page.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Home from "../src/screens/Home.svelte";
import type { About } from "../src/protocol";
import { session } from "../src/state/session.svelte";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import about from "./fixtures/about.json";
import { all, show } from "./show";

beforeEach(async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await words.speak("en");
});
afterEach(() => {
  location.hash = "";
  session.name = null;
  session.experienced = false;
  settings.set("learned", []);
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

const card = () => all("[data-testid=learn-card]")[0];

test("a newcomer is offered the lessons before anything else", () => {
  session.about = about as unknown as About;
  show(Home, {});
  expect(card()?.getAttribute("href")).toBe(`#/lesson/${about.lessons[0]}`);
  const play = all("[data-testid=play]")[0] as HTMLElement;
  expect(card()!.compareDocumentPosition(play)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("whoever has begun goes on with the next lesson, and is offered none after the last", () => {
  session.about = about as unknown as About;
  session.experienced = true;
  settings.set("learned", about.lessons.slice(0, 2));
  show(Home, {});
  expect(card()?.getAttribute("href")).toBe(`#/lesson/${about.lessons[2]}`);
  expect(card()?.textContent).toContain("2 of 10 lessons done");
  settings.set("learned", [...about.lessons]);
  flushSync();
  expect(card()).toBeUndefined();
});

test("somebody who has finished a game and begun no lesson is offered none", () => {
  session.about = about as unknown as About;
  session.experienced = true;
  show(Home, {});
  expect(card()).toBeUndefined();
});
