// The first page.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Home from "../src/screens/Home.svelte";
import { words } from "../src/state/words.svelte";

let shown: Record<string, unknown>;

beforeEach(async () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await words.speak("en");
  shown = mount(Home, { target: document.body });
  flushSync();
});
afterEach(async () => {
  await unmount(shown);
  document.body.innerHTML = "";
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
