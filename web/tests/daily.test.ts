// The numbers of a daily deal, and the text to share.
import { expect, test } from "vitest";
import {
  bars,
  better,
  median,
  monthBeside,
  quarter,
  shareText,
  ticks,
  weeks,
} from "../src/learn/daily";
import { loadPuzzleTexts } from "../src/learn/puzzle-texts";
import type { DailyDay } from "../src/protocol";
import { words } from "../src/state/words.svelte";

const SCORES = [80, 90, 90, 100, 120];

const day = (points: number | null, more: Partial<DailyDay> = {}): DailyDay => ({
  day: "2026-11-19",
  commitment: "c0",
  seed: null,
  mine: { game: "g", points, late: false, place: 2 },
  scores: SCORES,
  bot: 130,
  bot_game: null,
  ...more,
});

test("the median, who is better, and quarters", () => {
  expect(median(SCORES)).toBe(90);
  expect(better(SCORES, 100)).toBe(3 / 4);
  expect(better([100], 100)).toBe(0);
  expect([80, 90, 100, 120].map((each) => quarter(each, [80, 90, 100, 120]))).toEqual([0, 1, 2, 3]);
});

test("every score is in one bar", () => {
  const found = bars(SCORES);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(SCORES.length);
  expect(found[0]).toMatchObject({ from: 80, count: 1 });
  expect(found.at(-1)?.count).toBe(1);
});

test("an axis has round numbers, and never too many", () => {
  expect(ticks(73, 139)).toEqual([80, 90, 100, 110, 120, 130]);
  expect(ticks(60, 61)).toEqual([60]);
  expect(ticks(0, 1000)).toEqual([0, 200, 400, 600, 800, 1000]);
});

test("a month in weeks from Monday", () => {
  const november = weeks("2026-11");
  expect(november[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(november.flat().filter(Boolean)).toHaveLength(30);
  expect([monthBeside("2026-01", -1), monthBeside("2026-12", 1)]).toEqual(["2025-12", "2027-01"]);
});

test("what is shared has points, place and streak, and nothing of the deal", async () => {
  await loadPuzzleTexts();
  const text = shareText(day(100), 3, "https://example.org/#/daily", words);
  expect(text.split("\n")).toEqual([
    "Alhambra · Daily deal · Nov 19",
    "100 points · Vizier 130 · 2nd of 5 today",
    "3 days in a row",
    "https://example.org/#/daily",
  ]);
  expect(shareText(day(null), 3, "", words)).toBe("");
  expect(shareText(day(100, { scores: [100], bot: null }), 1, "", words).split("\n")).toHaveLength(
    2,
  );
});
