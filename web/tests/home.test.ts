// The first page.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Home from "../src/screens/Home.svelte";
import { words } from "../src/state/words.svelte";
import { show } from "./show";

beforeEach(async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await words.speak("en");
  show(Home, {});
});
afterEach(() => {
  location.hash = "";
  vi.unstubAllGlobals();
});

test("an invitation may be pasted with a space after it", () => {
  const field = document.querySelector<HTMLInputElement>("form input") as HTMLInputElement;
  field.value = "https://example.org/#/table/Vb3?invite=k9 ";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(location.hash).toBe("#/table/Vb3?invite=k9");
});
