// A slider passes many positions; they come in blocks, one request at a time.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../src/lib/api";
import { BLOCK, Blocks } from "../src/lib/blocks";

interface Asked {
  first: number;
  signal: AbortSignal;
  answer: () => void;
  refuse: (error: unknown) => void;
}
const LAST = 10 * BLOCK;
let asked: Asked[];
let shown: number[];
let failed: unknown[];
let blocks: Blocks<number>;
const busy = new Refused({ code: "too_fast", params: {}, sentence: "too fast" }, 429);
const settle = () => vi.advanceTimersByTimeAsync(1000);
const firsts = () => asked.map((each) => each.first / BLOCK);

async function answerAll(): Promise<void> {
  for (let n = 0; n < asked.length; n++) {
    asked[n]?.answer();
    await settle();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  [asked, shown, failed] = [[], [], []];
  const load = (first: number, signal: AbortSignal) =>
    new Promise<number[]>((resolve, reject) => {
      const items = Array.from({ length: BLOCK }, (_, index) => first + index);
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      asked.push({ first, signal, answer: () => resolve(items), refuse: reject });
    });
  blocks = new Blocks(
    LAST,
    load,
    (item) => shown.push(item),
    (error) => failed.push(error),
  );
});
afterEach(() => vi.useRealTimers());

test("positions of one block cost one request", async () => {
  for (let ply = 0; ply < BLOCK; ply++) blocks.want(ply);
  asked[0]?.answer();
  await vi.advanceTimersByTimeAsync(10);
  expect(firsts()).toEqual([0]);
  expect(shown).toEqual([BLOCK - 1]);
  blocks.want(3);
  expect(shown.at(-1)).toBe(3);
  expect(asked).toHaveLength(1);
});

test("the next block comes ahead of time, in the direction of the slider", async () => {
  blocks.want(5 * BLOCK);
  await answerAll();
  expect(firsts()).toEqual([5, 6, 4]);
  blocks.want(4 * BLOCK);
  await answerAll();
  expect(firsts()).toEqual([5, 6, 4, 3]);
  expect(blocks.at(3 * BLOCK + 7)).toBe(3 * BLOCK + 7);
});

test("nothing is asked for beyond the ends", async () => {
  blocks.want(LAST);
  await answerAll();
  expect(firsts()).toEqual([10, 9]);
});

test("one request at a time; what is no longer needed is cancelled, and the last wish wins", async () => {
  for (let ply = 0; ply <= 8 * BLOCK; ply++) blocks.want(ply);
  expect(firsts()).toEqual([0]);
  expect(asked[0]?.signal.aborted).toBe(true);
  await settle();
  expect(firsts()).toEqual([0, 8]);
  asked[1]?.answer();
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toEqual([8 * BLOCK]);
  expect(failed).toEqual([]);
});

test("a neighbour that is under way is not cancelled", async () => {
  blocks.want(0);
  blocks.want(BLOCK);
  expect(asked[0]?.signal.aborted).toBe(false);
});

test("a busy server is asked again later", async () => {
  blocks.want(0);
  asked[0]?.refuse(busy);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toHaveLength(1);
  await settle();
  expect(firsts()).toEqual([0, 0]);
  expect(failed).toEqual([]);
});

test("another failure is told once, and what comes next is shown", async () => {
  blocks.want(0);
  asked[0]?.refuse(new Error("broken"));
  await settle();
  expect(failed).toHaveLength(1);
  expect(firsts()).toEqual([0, 1]);
  asked[1]?.answer();
  await settle();
  blocks.want(BLOCK + 2);
  expect(shown).toEqual([BLOCK + 2]);
});

test("after it is closed nothing is asked for", async () => {
  blocks.want(0);
  blocks.close();
  await settle();
  expect(asked).toHaveLength(1);
  expect(failed).toEqual([]);
});
