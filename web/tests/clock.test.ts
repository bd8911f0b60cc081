// How the time left for a turn is said.
import { expect, test } from "vitest";
import { lookAgain, timeLeft } from "../src/lib/clock";

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];

test("minutes and seconds near the end", () => {
  expect(timeLeft(65 * SECOND, "en")).toBe("1:05");
  expect(timeLeft(900, "en")).toBe("0:01");
  expect(timeLeft(-5, "en")).toBe("0:00");
});

test("days and hours far from it, in every language", () => {
  expect(timeLeft(2 * DAY + 3 * HOUR, "en")).toBe("2 days 3 hr");
  expect(timeLeft(5 * HOUR, "de")).toBe("5 Std.");
  expect(timeLeft(3 * DAY, "hu")).toBe("3 nap");
});

test("it is looked at every second only when seconds are shown", () => {
  expect(lookAgain(90 * SECOND)).toBe(SECOND);
  expect(lookAgain(2 * DAY)).toBe(30 * SECOND);
});
