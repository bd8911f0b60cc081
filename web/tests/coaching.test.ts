// The coach at the table: what is asked, what is shown, and what is forgotten.
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import HintCard from "../src/coach/HintCard.svelte";
import NudgeCard from "../src/coach/NudgeCard.svelte";
import ChanceStrip from "../src/coach/ChanceStrip.svelte";
import type {
  AdviceShown,
  HappeningShown,
  Hint,
  Missed,
  MissedShown,
  State,
  TableShown,
  ToPage,
} from "../src/protocol";
import type { CoachQuestion } from "../src/state/coach.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { announcer } from "../src/state/announcer.svelte";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import two from "./fixtures/players-2.json";
import { all, show } from "./show";

const acting = (two as unknown as Record<string, { state: State }>).act?.state as State;
const ME = acting.own.seat ?? 0;
let sent: CoachQuestion[];
let commands: Record<string, unknown>[];
let game: Game;

const seat = (yours: boolean) => ({
  kind: "person",
  name: yours ? "Ana" : "Bruno",
  counter: yours ? "bird" : "bone",
  yours,
  level: null,
  coached: false,
});
const table = (coach: boolean): TableShown =>
  ({
    id: "table",
    status: "playing",
    coach,
    seats: acting.board.players.map((_, n) => seat(n === ME)),
    options: { coach: "alone" },
  }) as unknown as TableShown;
const square = acting.board.market.findIndex(Boolean);
const tile = acting.board.market[square] ?? "";
const buy: AdviceShown = {
  action: `buy ${tile} b5`,
  happening: { type: "bought", seat: ME, tile, square, cards: ["b5"], paid: 5, exact: true },
  strength: "strong",
  share: 0.62,
  reason: { code: "exact", params: {} },
};
const take: AdviceShown = {
  action: "take o6",
  happening: { type: "took", seat: ME, cards: ["o6"] },
  strength: "weak",
  share: 0.55,
  reason: { code: "ends_turn", params: { tile } },
};
const last = () => sent.at(-1) as { id: string; type: string };
const version = () => game.state?.version ?? 0;
const answer = (more: Partial<Hint> = {}): Hint => ({
  type: "hint",
  version: version(),
  id: last().id,
  advice: [buy, take],
  leading: 1,
  equal: false,
  ...more,
});
const after = (more: Partial<State>, ply = 1): State => ({
  ...acting,
  version: version() + 1,
  since: version(),
  happenings: [],
  ...more,
  board: { ...acting.board, ply: acting.board.ply + ply },
});

/** I have taken money, and it can be taken back. */
function iTook(more: Partial<State["own"]> = {}): void {
  const own = { ...acting.own, can_take_back: true, ...more };
  game.receive(after({ own, happenings: [{ type: "took", seat: ME, cards: ["b1"] }] }));
}

beforeEach(async () => {
  await words.speak("en");
  sessionStorage.clear();
  for (const name of ["tutor", "chances"] as const) settings.set(name, false);
  settings.set("confirm", "always");
  sent = [];
  commands = [];
  const wire: Wire = {
    send: (message) => sent.push(message as CoachQuestion),
    command: (command) => {
      commands.push(command as Record<string, unknown>);
      return Promise.resolve(null);
    },
  };
  game = new Game("table", null, wire);
  game.receive(acting);
  game.receive({ type: "table", version: 1, table: table(true) });
  sent = [];
});

describe("a hint", () => {
  test("is asked for the position that is seen, shows numbers at the second press, closes at the third", () => {
    const { coach } = game;
    coach.press();
    expect(last()).toMatchObject({ type: "ask_hint", base: acting.version, seat: ME });
    expect(coach.waiting).toBe(true);
    game.receive(answer());
    expect([coach.waiting, coach.open, coach.numbers]).toEqual([false, true, false]);
    expect(coach.advised).toMatchObject({ square, cards: ["b5"], cell: null });
    expect(coach.speaksOfCity).toBe(false);
    coach.press();
    expect(coach.numbers).toBe(true);
    coach.press();
    expect(coach.open).toBe(false);
    expect(sent).toHaveLength(1);
  });

  test("of another position, or one that was not waited for, is not shown", () => {
    game.coach.press();
    game.receive(answer({ version: version() - 1 }));
    game.receive(answer({ id: "other" }));
    expect(game.coach.hint).toBeNull();
    game.receive(after({}, 0)); // that the coach is used is an event of its own
    expect(game.coach.waiting).toBe(true);
    game.receive(answer());
    expect(game.coach.hint).not.toBeNull();
    game.receive(after({}));
    expect(game.coach.hint).toBeNull();
  });

  test("that was asked for before the line broke is asked for again", () => {
    game.coach.press();
    const lost = last().id;
    game.receive({ type: "welcome", now: Date.now() } as ToPage);
    expect(sent).toHaveLength(1); // what is known may be outdated
    game.receive(after({ since: 0 }, 0));
    expect(sent.filter(({ type }) => type === "ask_hint")).toHaveLength(2);
    expect(last()).toMatchObject({ type: "ask_hint", base: version(), seat: ME });
    expect(last().id).not.toBe(lost);
    game.receive(answer());
    expect(game.coach.hint).not.toBeNull();
  });

  test("is not asked for again if the table has moved on while the line was broken", () => {
    game.coach.press();
    game.receive({ type: "welcome", now: Date.now() } as ToPage);
    game.receive(after({ since: 0 }));
    expect(sent.filter(({ type }) => type === "ask_hint")).toHaveLength(1);
    expect(game.coach.open).toBe(false);
  });

  test("is shown even if the change that it answers is not shown yet", () => {
    game.coach.press();
    game.pace = () => 1200;
    const passed: HappeningShown = { type: "passed", seat: 1 - ME };
    game.receive(after({ happenings: [passed] }, 0)); // stays for a while
    game.receive(after({ version: version() + 1 }, 0));
    expect(game.behind).toBe(1);
    game.receive(answer({ version: version() + 1 }));
    expect(game.behind).toBe(0);
    expect(game.coach.hint).not.toBeNull();
  });

  test("is not asked for where it is not allowed, and a refusal ends the wait", () => {
    game.receive({ type: "table", version: 1, table: table(false) });
    game.coach.press();
    expect(sent).toHaveLength(0);
    game.receive({ type: "table", version: 1, table: table(true) });
    game.coach.press();
    const reason = { code: "too_fast", params: {}, sentence: "" };
    game.receive({ type: "fault", version: 1, reason });
    expect(game.coach.open).toBe(false);
  });

  test("says words, and numbers only when they are wanted", () => {
    game.coach.press();
    game.receive(answer());
    show(HintCard, { game });
    const card = all("[data-testid=hint]")[0];
    expect(card?.textContent).toContain("Exact: you act once more.");
    expect(all("li.on")).toHaveLength(1);
    expect(card?.textContent).not.toContain("62%");
    expect(announcer.polite).toContain("strong, Exact: you act once more.");
    all("[data-testid=hint] input[value=numbers]")[0]?.click();
    flushSync();
    expect(card?.textContent).toContain("62%");
    all("[data-testid=hint-close]")[0]?.click();
    expect(game.coach.open).toBe(false);
  });

  test("says which actions are equal", () => {
    game.coach.press();
    game.receive(answer({ leading: 2, equal: true }));
    show(HintCard, { game });
    expect(all(".lead")[0]?.textContent).toContain("equally good");
    expect(all("li.on")).toHaveLength(2);
  });
});

describe("take it back?", () => {
  const missed = (found: boolean): Missed => ({
    type: "missed",
    version: version(),
    id: last().id,
    missed: found ? { better: buy, cost: 0.2 } : null,
  });

  test("is asked only by those who want it", () => {
    iTook();
    expect(sent).toHaveLength(0);
    settings.set("tutor", true);
    iTook();
    expect(last()).toMatchObject({ type: "ask_missed", base: version() });
  });

  test("names what was missed, once a turn", () => {
    settings.set("tutor", true);
    iTook();
    game.receive(missed(true));
    expect(game.coach.advised.square).toBe(square);
    show(NudgeCard, { game, missed: game.coach.missed as MissedShown });
    expect(document.activeElement?.textContent).toContain("Take back");
    expect(all("[role=alertdialog]")[0]?.textContent).toContain("Better: Buy");
    game.coach.keep();
    iTook();
    expect(sent).toHaveLength(1);
    const began = { type: "turn_began" as const, seat: ME };
    game.receive(after({ happenings: [began] }));
    iTook();
    expect(sent).toHaveLength(2);
  });

  test("taking back undoes the last step, and 'no more' holds for this game, also after a reload", () => {
    settings.set("tutor", true);
    iTook();
    game.receive(missed(true));
    game.coach.takeBack();
    expect(commands.at(-1)).toMatchObject({ type: "take_back", base: version() });
    game.receive(after({ happenings: [{ type: "turn_began", seat: ME }] }));
    iTook();
    game.receive(missed(true));
    game.coach.hush();
    expect(game.coach.missed).toBeNull();
    const again = new Game("table", null);
    again.receive(acting);
    again.receive({ type: "table", version: 1, table: table(true) });
    expect(again.coach.checks).toBe(false);
    expect(new Game("another", null).coach.checks).toBe(false); // not allowed yet: no table
  });

  test("a turn that confirms itself waits for the answer, but not for ever", () => {
    vi.useFakeTimers();
    settings.set("tutor", true);
    settings.set("confirm", "never");
    expect(game.coach.checks).toBe(true);
    iTook({ can_confirm: true });
    expect(commands).toHaveLength(0);
    game.receive(missed(false));
    expect(commands.map((each) => each.type)).toEqual(["confirm"]);
    game.receive(after({ happenings: [{ type: "turn_began", seat: ME }] }));
    commands = [];
    iTook({ can_confirm: true });
    vi.advanceTimersByTime(5000);
    expect(commands.map((each) => each.type)).toEqual(["confirm"]);
    vi.useRealTimers();
  });
});

describe("chances", () => {
  test("are asked for while they are shown, and again after a lost connection", () => {
    game.coach.subscribe();
    expect(sent).toHaveLength(0);
    settings.set("chances", true);
    game.coach.subscribe();
    game.coach.subscribe();
    expect(sent).toEqual([{ type: "follow_chances", on: true }]);
    settings.set("chances", false);
    game.coach.subscribe();
    expect(sent.at(-1)).toEqual({ type: "follow_chances", on: false });
  });

  test("belong to the position that is shown", () => {
    settings.set("chances", true);
    const shares = acting.board.players.map((_, n) => (n ? 0.4 : 0.6));
    game.receive({ type: "chances", version: version(), shares });
    game.receive({ type: "chances", version: version() + 5, shares: shares.toReversed() });
    expect(game.coach.chances).toEqual(shares);
    show(ChanceStrip, { game });
    expect(all("[data-testid=chances]")[0]?.getAttribute("aria-label")).toContain("60%");
  });
});
