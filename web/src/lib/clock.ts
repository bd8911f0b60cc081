// The time left, in words: minutes and seconds, or days and hours.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const unit = (language: string, value: number, name: string): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(
    value,
  );

/** "4:05", "5 hr 10 min" or "2 days 3 hr" in the language. */
export function timeLeft(milliseconds: number, language: string): string {
  const left = Math.max(0, milliseconds);
  if (left < HOUR) {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  const [larger, smaller] = left < DAY ? [HOUR, MINUTE] : [DAY, HOUR];
  const [whole, rest] = [Math.floor(left / larger), Math.floor((left % larger) / smaller)];
  const parts = [unit(language, whole, left < DAY ? "hour" : "day")];
  if (rest) parts.push(unit(language, rest, left < DAY ? "minute" : "hour"));
  return parts.join(" ");
}

/** When to update next: every second near the end, otherwise every half minute. */
export function lookAgain(milliseconds: number): number {
  return milliseconds < HOUR ? 1000 : MINUTE / 2;
}
