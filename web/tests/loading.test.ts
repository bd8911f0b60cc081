// What a screen needs is asked for until the server answers.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, Unreachable } from "../src/lib/api";
import { Loading } from "../src/state/loading.svelte";
import { words } from "../src/state/words.svelte";
import LoadingScreen from "../src/ui/LoadingScreen.svelte";
import { all, show } from "./show";

const NO_DAY = { code: "no_such_day", params: { day: "1999-01-01" }, sentence: "" };
let answers: (() => Promise<unknown>)[];
let asked: number;
let loading: Loading;
const lost = () => Promise.reject(new Unreachable("offline"));
const refused = () => Promise.reject(new Refused(NO_DAY, 404));

beforeEach(async () => {
  await words.speak("en");
  vi.useFakeTimers();
  [answers, asked] = [[], 0];
  loading = new Loading(() => (answers[asked++] ?? (() => Promise.resolve()))());
});
afterEach(() => vi.useRealTimers());

const said = () => all("main p").map((each) => each.textContent);
const settle = async (milliseconds = 0) => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  flushSync();
};

test("a lost line is said, and it is asked again until the answer comes", async () => {
  answers = [lost, lost];
  show(LoadingScreen, { loading, back: "#/learn", to: "Learn" });
  loading.begin();
  flushSync();
  expect(said()).toEqual([words.t("connecting")]);
  await settle();
  expect(said()).toEqual([words.t("connection.none")]);
  expect(all("a[href='#/learn']")).toHaveLength(1);
  await settle(2000);
  expect([asked, loading.done]).toEqual([2, false]);
  await settle(2000);
  expect([asked, loading.done, loading.lost]).toEqual([3, true, false]);
  await settle(10_000);
  expect(asked).toBe(3);
});

test("a refusal is said in its own words, and not asked again", async () => {
  answers = [refused];
  show(LoadingScreen, { loading, back: "#/", to: "Home" });
  loading.begin();
  await settle(10_000);
  expect(said()).toEqual([words.reason(NO_DAY)]);
  expect([asked, loading.done]).toEqual([1, false]);
});

test("a screen that is left asks no more", async () => {
  answers = [lost];
  const stop = loading.begin();
  await settle();
  stop();
  await settle(10_000);
  expect(asked).toBe(1);
});

test("an answer to an earlier question is not taken for one to the latest", async () => {
  let answer = () => {};
  answers = [() => new Promise<void>((resolve) => (answer = resolve)), lost];
  loading.begin();
  loading.begin();
  answer();
  await settle();
  expect([loading.done, loading.lost]).toEqual([false, true]);
});
