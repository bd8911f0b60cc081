// What others do is shown at a pace of its own, whatever the motion.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { State } from "../src/protocol";
import Table from "../src/screens/Table.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { settings, type Speed } from "../src/state/settings.svelte";
import six from "./fixtures/players-6.json";
import { show } from "./show";

const recorded = (six as unknown as Record<string, { state: State }>).act?.state as State;
const others = [0, 1, 2, 3, 4, 5].filter((seat) => seat !== recorded.own.seat);
const wire: Wire = { send: () => {}, command: () => Promise.resolve(null) };
let game: Game;

/** Five bots act within a moment. */
function bots(): void {
  let version = 1;
  const send = (told: State["told"]) =>
    game.receive({ ...recorded, version, since: version++ - 1, told });
  send([]);
  for (const seat of others) send([{ type: "took", seat, cards: ["b3"] }]);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  game = new Game("table", null, wire);
  game.receive({ ...recorded, version: 0, since: 0 });
  show(Table, { game });
});
afterEach(() => {
  settings.set("speed", "normal");
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
    for (let deed = 0; deed < 5; deed++) {
      seen.push(game.state?.version);
      vi.advanceTimersByTime(settings.kept.pace);
    }
    expect(seen).toEqual([2, 3, 4, 5, 6]);
    expect(settings.kept.pace).toBe(1200);
  });

  test("a tap or a key shows everything at once", () => {
    bots();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
    expect(game.state?.version).toBe(6);
  });
});
