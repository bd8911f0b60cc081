// The levels of bots, as choices and beside a name.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { About } from "../src/protocol";
import { session } from "../src/state/session.svelte";
import { words } from "../src/state/words.svelte";
import LevelBars from "../src/ui/LevelBars.svelte";
import QuickPlay from "../src/ui/QuickPlay.svelte";
import about from "./fixtures/about.json";
import { all, show } from "./show";

beforeEach(async () => {
  session.about = {
    ...about,
    levels: [...about.levels, { key: "mine", title: "mine" }],
  } as unknown as About;
  await words.speak("en");
});
afterEach(() => (session.about = null));

test("four rising bars, filled up to the level, with its name for screen readers", () => {
  show(LevelBars, { level: "architect" });
  expect(all("rect")).toHaveLength(4);
  expect(all("rect.filled")).toHaveLength(3);
  expect(all("[role=img]")[0]?.getAttribute("aria-label")).toBe("Architect");
});

test("a bot of the server's own has its name and no bars", () => {
  show(LevelBars, { level: "mine" });
  expect(all("rect")).toHaveLength(0);
  expect(all(".level")[0]?.textContent?.trim()).toBe("mine");
});

test("every level says what it does, in the language that is spoken", async () => {
  show(QuickPlay, {});
  const lines = () => all(".levels small").map((each) => each.textContent);
  expect(lines()).toEqual(about.levels.map((each) => words.levelAbout(each.key)));
  expect(lines()).toContain("Plans its whole turn.");
  await words.speak("de");
  flushSync();
  expect(lines()).toContain("Plant den ganzen Zug.");
});
