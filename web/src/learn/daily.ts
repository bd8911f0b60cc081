// A daily deal in numbers and as a text to share: nothing here depends on the page.
import type { DailyDay } from "../protocol";
import type { Words } from "../state/words.svelte";

/** Fewer players make no curve: only the Vizier is shown. */
export const ENOUGH = 20;
const BARS = 18;

/** The middle of sorted points. */
export const median = (scores: readonly number[]): number =>
  scores[Math.floor((scores.length - 1) / 2)] ?? 0;

/** The share of the others who have fewer points. */
export function better(scores: readonly number[], own: number): number {
  const others = scores.length - 1;
  return others > 0 ? scores.filter((each) => each < own).length / others : 0;
}

export interface Bar {
  from: number;
  to: number;
  count: number;
}

/** Points in bars of the same width. */
export function bars(scores: readonly number[]): Bar[] {
  const low = scores[0] ?? 0;
  const high = scores.at(-1) ?? 0;
  const width = Math.max(1, Math.ceil((high - low + 1) / BARS));
  const found: Bar[] = [];
  for (let from = low; from <= high; from += width) {
    const to = from + width - 1;
    found.push({ from, to, count: scores.filter((each) => from <= each && each <= to).length });
  }
  return found;
}

const STEPS = [5, 10, 20, 50, 100];
const TICKS = 8; // numbers that have room below a curve on a phone

/** Round numbers for an axis, never too many. */
export function ticks(low: number, high: number): number[] {
  const step = STEPS.find((each) => (high - low) / each < TICKS) ?? 200;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => (first + n) * step);
}

/** Which quarter of a person's own results this one is in, from 0 to 3. */
export function quarter(points: number, all: readonly number[]): number {
  const below = all.filter((each) => each < points).length;
  return Math.min(3, Math.floor((4 * below) / Math.max(1, all.length)));
}

/** A text that says nothing about the deal. */
export function shareText(shown: DailyDay, streak: number, address: string, words: Words): string {
  const mine = shown.mine;
  if (!mine || mine.points === null) return "";
  const { scores } = shown;
  const place =
    mine.place === null || scores.length < 2
      ? ""
      : words.text("daily.place", {
          place: words.ordinal(mine.place),
          players: scores.length,
        });
  const bot = shown.bot === null ? "" : words.text("daily.bot", { points: shown.bot });
  const row = streak > 1 ? words.text("daily.streak", { n: streak }) : "";
  const day = dayWords(shown.day, words, { day: "numeric", month: "short" });
  const points = words.text("daily.share_points", { n: mine.points });
  return [
    `Alhambra · ${words.t("daily")} · ${day}`,
    [points, bot, place].filter(Boolean).join(" · "),
    row,
    address,
  ]
    .filter(Boolean)
    .join("\n");
}

/** A day of the server, which counts in UTC, in words. */
export function dayWords(
  day: string,
  words: Words,
  form: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" },
): string {
  return new Intl.DateTimeFormat(words.language, { ...form, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** The days of a month in weeks from Monday on, null outside it. */
export function weeks(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const cells: (string | null)[] = Array<null>((first.getUTCDay() + 6) % 7).fill(null);
  for (const day = first; day.toISOString().startsWith(month); day.setUTCDate(day.getUTCDate() + 1))
    cells.push(day.toISOString().slice(0, 10));
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/** The month after (1) or before (-1) another. */
export function monthBeside(month: string, by: 1 | -1): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}
