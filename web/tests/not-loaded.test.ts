// What a screen needs does not come: it says so, and nobody is stuck there.
import { flushSync, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Refused, Unreachable } from "../src/lib/api";
import Daily from "../src/screens/Daily.svelte";
import Learn from "../src/screens/Learn.svelte";
import Lesson from "../src/screens/Lesson.svelte";
import Puzzle from "../src/screens/Puzzle.svelte";
import Puzzles from "../src/screens/Puzzles.svelte";
import { words } from "../src/state/words.svelte";
import { all, show } from "./show";

const SCREENS: [string, Component<Record<string, unknown>>, Record<string, unknown>, string][] = [
  ["learn", Learn as never, {}, "#/"],
  ["puzzles", Puzzles as never, {}, "#/"],
  ["daily", Daily as never, { day: null }, "#/"],
  ["lesson", Lesson as never, { name: "money" }, "#/learn"],
  ["puzzle", Puzzle as never, { id: "00000000" }, "#/learn"],
];
const busy = new Refused({ code: "busy", params: {}, sentence: "" }, 503);

beforeEach(() => words.speak("en"));
afterEach(() => vi.restoreAllMocks());

async function shownWith(
  [, screen, props]: (typeof SCREENS)[number],
  error: Error,
): Promise<HTMLElement | undefined> {
  for (const name of ["lessons", "lesson", "puzzles", "puzzle", "daily", "setName"] as const)
    vi.spyOn(api, name).mockRejectedValue(error);
  vi.spyOn(api, "calendar").mockRejectedValue(error);
  show(screen, props);
  await vi.waitFor(() => {
    flushSync();
    expect(all("[role=alert]")).toHaveLength(1);
  });
  return all("[role=alert]")[0];
}

test.each(SCREENS)(
  "%s says that nobody answers and that it asks again, and leads on",
  async (...screen) => {
    const alert = await shownWith(screen, new Unreachable("offline"));
    expect(alert?.textContent).toBe("The server isn't responding. Trying again…");
    expect(all("button")).toHaveLength(0);
    expect(all("a.btn").map((each) => each.getAttribute("href"))).toEqual([screen[3]]);
  },
);

test.each(SCREENS)("%s says why it was refused", async (...screen) => {
  const alert = await shownWith(screen, busy);
  expect(alert?.textContent).toBe(words.reason(busy.reason));
  expect(all("button").map((each) => each.textContent)).toEqual(["Try again"]);
});
