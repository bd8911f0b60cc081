// A slider asks for many moments; one is loaded at a time, and the last one wins.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../src/lib/api";
import { LatestLoader } from "../src/lib/latest";

let asked: number[];
let shown: string[];
let failed: unknown[];
let open: { resolve: (item: string) => void; reject: (error: unknown) => void }[];
let loader: LatestLoader<string>;
const busy = new Refused({ code: "too_fast", params: {}, sentence: "too fast" }, 429);
const settle = () => vi.advanceTimersByTimeAsync(2000);

beforeEach(() => {
  vi.useFakeTimers();
  [asked, shown, failed, open] = [[], [], [], []];
  const load = (key: number) => {
    asked.push(key);
    return new Promise<string>((resolve, reject) => open.push({ resolve, reject }));
  };
  loader = new LatestLoader(
    load,
    (item) => shown.push(item),
    (error) => failed.push(error),
  );
});
afterEach(() => vi.useRealTimers());

test("one request at a time, and the next is for what was asked for last", async () => {
  for (let key = 1; key <= 300; key++) loader.want(key);
  expect(asked).toEqual([1]);
  open[0]?.resolve("one");
  await settle();
  expect(asked).toEqual([1, 300]);
  open[1]?.resolve("three hundred");
  await settle();
  expect(shown).toEqual(["one", "three hundred"]);
});

test("what has come is kept, and an answer that comes too late is not shown over it", async () => {
  loader.want(1);
  open[0]?.resolve("one");
  await settle();
  loader.want(2);
  loader.want(1);
  open[1]?.resolve("two");
  await settle();
  expect([asked, shown]).toEqual([
    [1, 2],
    ["one", "one"],
  ]);
  loader.want(2);
  expect([asked, shown.at(-1)]).toEqual([[1, 2], "two"]);
});

test("a server that is busy is asked again after a while, and nobody hears of it", async () => {
  loader.want(7);
  open[0]?.reject(busy);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual([7]);
  await settle();
  expect(asked).toEqual([7, 7]);
  open[1]?.resolve("seven");
  await settle();
  expect([shown, failed]).toEqual([["seven"], []]);
});

test("a failure is told, and the next request is made all the same", async () => {
  loader.want(1);
  open[0]?.reject(new TypeError("offline"));
  await settle();
  expect(failed).toHaveLength(1);
  loader.want(2);
  open[1]?.resolve("two");
  await settle();
  expect(shown).toEqual(["two"]);
});
