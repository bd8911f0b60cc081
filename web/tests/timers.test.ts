// Timers keep their delay whatever the date, and none is set without the helper.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { every, later, LONGEST_DELAY } from "../src/lib/timers";
import type { State } from "../src/protocol";
import { Game, type Wire } from "../src/state/game.svelte";
import two from "./fixtures/players-2.json";

const DAY = 86_400_000;
/** Dates at which `0 - Date.now()`, cut to 32 bits as browsers do, is anything from far below to far above zero. */
const DATES = Array.from(
  { length: 8 },
  (_, part) => Math.floor(1_790_000_000_000 / 2 ** 32) * 2 ** 32 + part * 2 ** 29 + 12_345,
);

beforeEach(() => {
  vi.useFakeTimers();
  // As a browser does it: a delay is cut to 32 bits, and below zero is zero.
  const [timeout, interval] = [setTimeout, setInterval];
  vi.stubGlobal("setTimeout", (task: () => void, ms: number) => timeout(task, Math.max(0, ms | 0)));
  vi.stubGlobal("setInterval", (task: () => void, ms: number) =>
    interval(task, Math.max(0, ms | 0)),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a timer", () => {
  test.each([-1, -(2 ** 31) - 1, -1_790_000_000_000, NaN, 0])(
    "of %d milliseconds fires at once",
    (delay) => {
      const done = vi.fn();
      later(delay, done);
      vi.advanceTimersByTime(1);
      expect(done).toHaveBeenCalledOnce();
    },
  );

  test.each([LONGEST_DELAY + 1, 2 ** 32 + 5, 90 * DAY])(
    "of %d milliseconds waits as long",
    (delay) => {
      const done = vi.fn();
      later(delay, done);
      vi.advanceTimersByTime(delay - 1);
      expect(done).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(done).toHaveBeenCalledOnce();
    },
  );

  test("that was cancelled does not fire, also after it was armed again", () => {
    const done = vi.fn();
    const cancel = later(90 * DAY, done);
    vi.advanceTimersByTime(40 * DAY);
    cancel();
    vi.advanceTimersByTime(90 * DAY);
    expect(done).not.toHaveBeenCalled();
  });

  test("that repeats does not run wild with a delay of more than 32 bits", () => {
    const done = vi.fn();
    const stop = every(2 ** 32, done);
    vi.advanceTimersByTime(DAY);
    expect(done).not.toHaveBeenCalled();
    stop();
  });

  test("is set by these helpers alone", () => {
    const files = import.meta.glob<string>(["../src/**/*.ts", "../src/**/*.svelte"], {
      query: "?raw",
      import: "default",
      eager: true,
    });
    const bare = Object.entries(files)
      .filter(([, text]) => /\bset(Timeout|Interval)\(/.test(text))
      .map(([name]) => name);
    expect(bare).toEqual(["../src/lib/timers.ts"]);
  });
});

describe.each(DATES)("at the date %d", (date) => {
  const wire: Wire = { send: () => {}, command: () => Promise.resolve(null) };
  const recorded = (two as unknown as Record<string, { state: State }>).act?.state as State;
  const others = 1 - (recorded.own.seat ?? 0);

  test("what others do is shown in turn, and my turn comes", () => {
    vi.setSystemTime(date);
    const game = new Game("table", null, wire);
    game.pace = () => 1000;
    const send = (version: number, happenings: State["happenings"]) =>
      game.receive({ ...recorded, version, since: version - 1, happenings });
    send(1, []);
    send(2, [{ type: "took", seat: others, cards: ["b3"] }]);
    send(3, [{ type: "turn_began", seat: recorded.own.seat ?? 0 }]);
    send(4, []);
    expect(game.state?.version).toBe(2);
    vi.advanceTimersByTime(1001);
    expect(game.state?.version).toBe(4);
  });

  test("a clock that is set back does not hold up what others do", () => {
    vi.setSystemTime(date);
    const game = new Game("table", null, wire);
    game.pace = () => 1000;
    const send = (version: number) =>
      game.receive({
        ...recorded,
        version,
        since: version - 1,
        happenings: [{ type: "took", seat: others, cards: ["b3"] }],
      });
    [1, 2].forEach(send);
    vi.setSystemTime(date - 3_600_000);
    send(3);
    vi.advanceTimersByTime(1001);
    expect(game.state?.version).toBe(3);
  });
});
