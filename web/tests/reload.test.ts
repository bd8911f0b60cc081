// A screen that cannot be loaded reloads the page by itself once, not for ever.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayReload } from "../src/lib/reload";
import MissingScreen from "../src/screens/MissingScreen.svelte";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("once, then not again for five minutes", () => {
  expect(mayReload(1_000_000)).toBe(true);
  expect(mayReload(1_000_001)).toBe(false);
  expect(mayReload(1_000_000 + 299_999)).toBe(false);
  expect(mayReload(1_000_000 + 300_000)).toBe(true);
});

test("never in a browser that remembers nothing", () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new Error("denied");
    },
  });
  expect(mayReload()).toBe(false);
});

test("the screen says so in words, and its button always reloads", () => {
  const reload = vi.fn();
  for (const times of [1, 1]) {
    const shown = mount(MissingScreen, { target: document.body, props: { reload } });
    flushSync();
    expect(reload).toHaveBeenCalledTimes(times);
    void unmount(shown);
  }
  const shown = mount(MissingScreen, { target: document.body, props: { reload } });
  document.querySelector<HTMLButtonElement>("[data-testid=missing] button")?.click();
  expect(reload).toHaveBeenCalledTimes(2);
  void unmount(shown);
});
