// What the others did since my turn: grouped, in words, with the tiles placed last, and shown once more.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Board, HappeningShown, LogEntry, State, TableShown } from "../src/protocol";
import {
  lastSet,
  piecesOf,
  sinceTurn,
  stepsOf,
  loggedTurns,
  turnWords,
} from "../src/lib/logged-turns";
import Table from "../src/screens/Table.svelte";
import SinceLine from "../src/table/SinceLine.svelte";
import { announcer } from "../src/state/announcer.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { settings } from "../src/state/settings.svelte";
import { LANGUAGES, words } from "../src/state/words.svelte";
import three from "./fixtures/players-3.json";
import { SEAT } from "./seat";
import { all, show } from "./show";

const NAMES = ["Ana", "Bruno", "Chiara"];
const began = (seat: number): HappeningShown => ({ type: "turn_began", seat });
const took = (seat: number, ...cards: string[]): HappeningShown => ({ type: "took", seat, cards });
const bought = (seat: number, tile: string, exact: boolean): HappeningShown => ({
  type: "bought",
  seat,
  tile,
  square: 0,
  cards: ["b9", "b4"],
  paid: 13,
  exact,
});
const placed = (seat: number, tile: string): HappeningShown => ({
  type: "placed",
  seat,
  tile,
  cell: [1, 0],
});
/** Ana took money; Bruno bought a tile; Chiara bought two exactly and took money; Ana is to act. */
const ENTRIES: LogEntry[] = [
  [took(0, "b3", "o2"), began(1)],
  [bought(1, "T11", false)],
  [placed(1, "T11"), began(2)],
  [bought(2, "G10w", true)],
  [bought(2, "T9ne", true)],
  [took(2, "g6")],
  [placed(2, "G10w")],
  [{ type: "reserved" as const, seat: 2, tile: "T9ne" }, began(0)],
].map((happenings, index) => ({ ply: index + 1, action: "", happenings }));
const named = { names: NAMES, words };

beforeEach(async () => {
  settings.set("speed", "off");
  await words.speak("en");
});
afterEach(() => settings.set("speed", "normal"));

describe("the log by turns", () => {
  const turns = loggedTurns(ENTRIES);

  test("a turn begins where the server says so", () => {
    expect(turns.map(({ number, seat, start }) => [number, seat, start])).toEqual([
      [1, 0, 0],
      [2, 1, 1],
      [3, 2, 3],
      [4, 0, 8],
    ]);
  });

  test("a purchase and where its tile went are one step", () => {
    const [, , chiara] = turns;
    expect(
      chiara && stepsOf(chiara).map(({ happening, lands }) => [happening.type, lands]),
    ).toEqual([
      ["bought", "placed"],
      ["bought", "reserved"],
      ["took", null],
    ]);
    expect(chiara && piecesOf(chiara)).toEqual({ tiles: ["G10w", "T9ne"], cards: ["g6"] });
  });

  test("since my turn are those after my last finished turn; mine is apart once I act", () => {
    const numbers = (entries: LogEntry[], seat: number | null) => {
      const { turns: shown, own, earlier } = sinceTurn(loggedTurns(entries), seat, 3);
      return [shown.map((turn) => turn.number), own?.number ?? null, earlier.map((t) => t.number)];
    };
    expect(numbers(ENTRIES, 0)).toEqual([[2, 3], null, [1]]);
    expect(numbers([...ENTRIES, { ply: 9, action: "", happenings: [took(0, "y5")] }], 0)).toEqual([
      [2, 3],
      4,
      [1],
    ]);
    expect(
      numbers([...ENTRIES, { ply: 9, action: "", happenings: [took(0, "y5"), began(1)] }], 0),
    ).toEqual([[], null, [4, 3, 2, 1]]);
    expect(numbers(ENTRIES, 2), "Chiara's own turn is the last one").toEqual([[], null, [3, 2, 1]]);
    expect(numbers(ENTRIES, null), "a spectator sees a round").toEqual([[2, 3], null, [1]]);
    expect(numbers([], 0)).toEqual([[], null, []]);
  });

  test("tiles placed last are marked until the next turn of that player", () => {
    const marks = (entries: LogEntry[]) =>
      lastSet(loggedTurns(entries), 3).map((each) => [...each]);
    expect(marks(ENTRIES)).toEqual([[], ["T11"], ["G10w"]]);
    const later = { ply: 9, action: "", happenings: [took(0, "y5"), began(1)] };
    expect(marks([...ENTRIES, later])).toEqual([[], [], ["G10w"]]);
  });

  test("a turn is one sentence; what happened to all follows", () => {
    expect(turns[2] && turnWords(turns[2], named)).toBe(
      "Chiara bought Garden 10 for exactly 13 denars, bought Tower 9 for exactly 13 denars, " +
        "put Tower 9 into the reserve, and took 6 dirhams",
    );
    const happenings: HappeningShown[] = [took(1, "b3"), { type: "market_ran_dry" }];
    const last = { number: 9, seat: 1, start: 3, happenings };
    expect(turnWords(last, named)).toBe(`Bruno took 3 denars. ${words.t("log.market_ran_dry")}`);
    expect(turnWords(last, named, false)).toBe(words.t("log.market_ran_dry"));
  });

  test.each(Object.keys(LANGUAGES))(
    "in %s every action begins with who did it",
    async (language) => {
      await words.speak(language as keyof typeof LANGUAGES);
      const actions = ["took", "bought", "bought_exactly", "built", "removed", "swapped", "passed"];
      for (const action of [...actions, "placed", "reserved", "given"])
        expect(words.parts(`log.${action}`, { name: "Ana" })[0]?.param).toBe("name");
    },
  );
});

describe("at the table", () => {
  const recorded = (three as unknown as Record<string, { state: State }>).act?.state as State;
  const state: State = { ...recorded, own: { ...recorded.own, seat: 0 } };
  const seat = (name: string, level: string | null, counter: string) => ({
    ...SEAT,
    name,
    level,
    counter,
    kind: level ? ("bot" as const) : ("person" as const),
    yours: !level,
  });
  const table = {
    seats: [
      seat("Ana", null, "bird"),
      seat("Bruno", "mason", "bone"),
      seat("Chiara", "architect", "petal"),
    ],
    spectators: 0,
    options: { coach: "alone" },
  } as unknown as TableShown;
  const sent: unknown[] = [];
  let game: Game;

  function sit(shown: TableShown = table, first: State = state): void {
    sent.length = 0;
    const wire: Wire = {
      send: (message) => void sent.push(message),
      command: () => Promise.resolve(null),
    };
    game = new Game("table", null, wire);
    game.receive({ type: "table", version: 1, table: shown });
    game.receive(first);
    game.receive({ type: "log", version: first.version, entries: ENTRIES });
    show(Table, { game });
    flushSync();
  }

  test("a group for each turn of the others, with what was paid exactly; earlier turns below", () => {
    sit();
    const groups = all("[data-testid=since] [role=group]").map((each) => each.textContent ?? "");
    expect(groups).toHaveLength(2);
    expect(groups[0]).toMatch(/Bruno.*turn 2.*Tower 11 for 13 denars/s);
    expect(groups[0]).not.toContain("exact");
    expect(groups[1]).toMatch(/Chiara.*turn 3.*Garden 10.*exact.*Tower 9.*into the reserve/s);
    expect(groups[1]).toMatch(/took 6 dirhams/);
    expect(all("[data-testid=since] ol li").map((each) => each.textContent?.trim())).toEqual([
      "Ana took 3 denars and 2 ducats",
    ]);
  });

  test("the others' turns are said once each, at their end", () => {
    sit();
    game.pace = () => 0;
    const said = vi.spyOn(announcer, "say");
    let version = state.version;
    const tell = (...happenings: HappeningShown[]) =>
      game.receive({ ...state, since: version, version: ++version, happenings });
    tell(took(0, "y5"), began(1));
    tell(bought(1, "T11", true));
    tell(took(1, "b3"));
    expect(said).not.toHaveBeenCalled();
    tell(placed(1, "T11"), began(2));
    expect(said.mock.calls).toEqual([
      ["Bruno bought Tower 11 for exactly 13 denars and took 3 denars"],
    ]);
  });

  test("the round is shown once more, and a key ends that", () => {
    vi.useFakeTimers();
    sit();
    const boards: Board[] = Array.from({ length: 8 }, (_, index) => ({
      ...state.board,
      ply: index + 1,
      seat: index < 3 ? 1 : 2,
    }));
    document.querySelector<HTMLElement>("[data-testid=again]")?.click();
    expect(sent.at(-1)).toEqual({ type: "ask_boards", since: 1 });
    game.receive({ type: "boards", version: state.version, boards });
    const seen: (number | undefined)[] = [];
    for (let step = 0; step < 3; step++) {
      seen.push(game.board?.ply);
      expect(game.legal, "nothing can be done in the past").toBeNull();
      vi.advanceTimersByTime(1200);
    }
    expect(seen).toEqual([1, 2, 3]);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
    expect(game.board).toBe(state.board);
    game.receive({ type: "boards", version: state.version, boards });
    vi.advanceTimersByTime(20_000);
    expect(game.board, "it ends by itself").toBe(state.board);
    vi.useRealTimers();
  });

  test("a log that is loaded late does not lose what came after it", () => {
    sit();
    const happenings = [took(1, "b3")];
    game.receive({ ...state, since: state.version, version: state.version + 1, happenings });
    game.receive({ type: "log", version: state.version, entries: ENTRIES });
    expect(game.log.at(-1)?.happenings).toEqual(happenings);
    game.receive({ type: "log", version: state.version + 1, entries: ENTRIES });
    expect(game.log).toEqual(ENTRIES);
  });

  test("an action that is taken back and done again before the log comes is shown once", () => {
    sit();
    game.pace = () => 0;
    show(SinceLine, { game, onopen: () => {} });
    const { board, version } = { board: state.board, version: state.version };
    const at = (n: number, ply: number, ...happenings: HappeningShown[]) => {
      game.receive({
        ...state,
        board: { ...board, ply },
        since: version + n - 1,
        version: version + n,
        happenings,
      });
      flushSync();
    };
    const buys = () =>
      game.log.flatMap((entry) => entry.happenings).filter((each) => each.type === "bought").length;
    const before = buys();
    const { ply } = board;
    at(1, ply + 1, took(0, "b3"), began(1));
    at(2, ply + 2, bought(1, "A5nw", true));
    at(3, ply + 1, { type: "took_back", seat: 1, action: "buy A5nw y8" });
    expect(buys()).toBe(before);
    at(4, ply + 2, bought(1, "A5nw", true));
    expect(buys()).toBe(before + 1);
  });

  test("a tile that a log names twice until it is loaded again does no harm", () => {
    const twice: LogEntry[] = [
      ...ENTRIES,
      { ply: 9, action: "", happenings: [took(0, "b3"), began(1)] },
      { ply: 10, action: "", happenings: [bought(1, "A5nw", true)] },
      { ply: 10, action: "", happenings: [bought(1, "A5nw", true)] },
    ];
    sit();
    game.receive({ type: "log", version: state.version, entries: twice });
    show(SinceLine, { game, onopen: () => {} });
    expect(all("[data-testid=since-line] .tile").length).toBeGreaterThan(1);
  });

  test("a spectator chooses whose city is large, and sees no hand", () => {
    const seats = table.seats.map((each) => ({ ...each, yours: false }));
    sit({ ...table, seats }, { ...state, own: { ...state.own, seat: null, legal: null } });
    expect(all("[data-testid=watching]")[0]?.textContent).toContain("hidden");
    const choice = all("[data-testid=watching] input") as HTMLInputElement[];
    expect(choice).toHaveLength(4);
    choice[2]?.click();
    flushSync();
    expect(game.shown).toBe(1);
    expect(all("[data-at=city] h2")[0]?.textContent).toContain("Bruno");
    all(".mini")[0]?.click();
    flushSync();
    expect(game.shown).toBe(2);
    expect(all("dialog")).toHaveLength(0);
  });
});
