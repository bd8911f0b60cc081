// What others do is shown at a pace of its own, whatever the motion.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { State } from "../src/protocol";
import Table from "../src/screens/Table.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { PACES, settings, type Speed } from "../src/state/settings.svelte";
import six from "./fixtures/players-6.json";
import { show } from "./show";

const recorded = (six as unknown as Record<string, { state: State }>).act?.state as State;
const others = [0, 1, 2, 3, 4, 5].filter((seat) => seat !== recorded.own.seat);
const wire: Wire = { send: () => {}, command: () => Promise.resolve(null) };
let game: Game;

let version = 1;
const send = (happenings: State["happenings"], more: Partial<State> = {}) =>
  game.receive({ ...recorded, version, since: version++ - 1, happenings, ...more });

/** Five bots act within a moment. */
function bots(): void {
  send([]);
  for (const seat of others) send([{ type: "took", seat, cards: ["b3"] }]);
  flushSync();
}
const press = () =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));

beforeEach(() => {
  version = 1;
  vi.useFakeTimers();
  game = new Game("table", null, wire);
  game.receive({ ...recorded, version: 0, since: 0 });
  show(Table, { game });
});
afterEach(() => {
  settings.set("speed", "normal");
  settings.set("pace", "calm");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each<[Speed, boolean]>([
  ["normal", false],
  ["off", false],
  ["fast", false],
  ["normal", true],
])("motion %s, reduced: %s", (speed, reduced) => {
  beforeEach(() => {
    settings.set("speed", speed);
    if (reduced) vi.stubGlobal("matchMedia", () => ({ matches: true }));
  });

  test("each of five bots is seen for as long", () => {
    bots();
    const seen: (number | undefined)[] = [];
    for (let action = 0; action < 5; action++) {
      seen.push(game.state?.version);
      vi.advanceTimersByTime(PACES.calm);
    }
    expect(seen).toEqual([2, 3, 4, 5, 6]);
    expect(PACES.calm).toBe(1200);
  });

  test("a tap or a key shows everything at once", () => {
    bots();
    press();
    expect(game.state?.version).toBe(6);
  });
});

describe("the pace that is chosen", () => {
  const [first, second] = others as [number, number];
  const bought = (seat: number): State["happenings"] => [
    { type: "bought", seat, tile: "P7e", square: 2, cards: ["o7"], paid: 7, exact: true },
  ];
  const placed = (seat: number): State["happenings"] => [
    { type: "placed", seat, tile: "P7e", cell: [1, 0] },
  ];

  test("brisk is quicker, and at once waits for nothing", () => {
    settings.set("pace", "brisk");
    bots();
    vi.advanceTimersByTime(PACES.brisk);
    expect(game.state?.version).toBe(3);
    game.hurry();
    settings.set("pace", "once");
    for (const seat of others) send([{ type: "took", seat, cards: ["b3"] }]);
    expect(game.state?.version).toBe(version - 1);
  });

  test("in steps each action waits for a tap or a key, a tile goes where it belongs with it", () => {
    settings.set("pace", "step");
    send([]);
    for (const seat of [first, second]) {
      send(bought(seat));
      send(placed(seat));
    }
    send([{ type: "took", seat: first, cards: ["b3"] }]);
    flushSync();
    vi.advanceTimersByTime(60_000);
    expect(game.state?.version).toBe(3);
    press();
    expect(game.state?.version).toBe(4);
    vi.advanceTimersByTime(60_000);
    expect(game.state?.version).toBe(5);
    flushSync();
    document.querySelector<HTMLElement>("[data-testid=next-action]")?.click();
    flushSync();
    expect(game.state?.version).toBe(6);
    expect(document.querySelector("[data-testid=next-action]")).toBeNull();
  });

  test("placing what was bought takes half as long as an action", () => {
    send([]);
    send(placed(first));
    send([{ type: "took", seat: second, cards: ["b3"] }]);
    vi.advanceTimersByTime(PACES.calm / 2);
    expect(game.state?.version).toBe(3);
  });

  test("while my clock runs nothing is slow, even in steps", () => {
    settings.set("pace", "step");
    send([]);
    send([{ type: "took", seat: first, cards: ["b3"] }]);
    send(bought(second), { deadline: Date.now() + 30_000 });
    expect(game.state?.version).toBe(2);
    vi.advanceTimersByTime(PACES.brisk);
    expect(game.state?.version).toBe(3);
  });

  test("a curtain closes only after what others did was seen", () => {
    send([]);
    send([{ type: "took", seat: first, cards: ["b3"] }]);
    game.receive({ type: "curtain", version: 2, unlocked: null, waiting_for: second });
    expect(game.curtain).toBeNull();
    vi.advanceTimersByTime(PACES.calm);
    expect(game.curtain?.waiting_for).toBe(second);
  });

  test("a pace from an older version is replaced by the usual one", async () => {
    localStorage.setItem("alhambra", JSON.stringify({ pace: 1200, sound: true }));
    const { Settings } = await import("../src/state/settings.svelte");
    expect(new Settings().kept).toMatchObject({ pace: "calm", sound: true });
  });
});
