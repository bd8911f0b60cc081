// What can be made of a choice, from states as the server sends them.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Prospects, ReasonGiven, State } from "../src/protocol";
import { Choice } from "../src/state/choice.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import two from "./fixtures/players-2.json";
import three from "./fixtures/players-3.json";

type Recorded = Record<string, { state: State; prospects?: Prospects }>;
const games = { two: two as unknown as Recorded, three: three as unknown as Recorded };

class Notebook implements Wire {
  sent: Record<string, unknown>[] = [];
  answer: ReasonGiven | null = null;
  send(message: object): void {
    this.sent.push({ ...message });
  }
  command(wished: object): Promise<ReasonGiven | null> {
    this.sent.push({ ...wished });
    return Promise.resolve(this.answer);
  }
  get actions(): unknown[] {
    return this.sent.filter((each) => each.type === "act").map((each) => each.action);
  }
}

let wire: Notebook;
let game: Game;
let choice: Choice;

function at(players: "two" | "three", moment: string): State {
  const state = games[players][moment]?.state;
  if (!state) throw new Error(`${moment} was not recorded`);
  game.receive(state);
  choice.refresh();
  return state;
}

/** The first of them. A test whose state does not list any fails here. */
function first<Item>(items: readonly (Item | undefined)[] | undefined): Item {
  const item = items?.[0];
  if (item === undefined) throw new Error("the recorded state lists none");
  return item;
}

beforeEach(() => {
  wire = new Notebook();
  game = new Game("table", null, wire);
  choice = new Choice(game);
});

describe("looking at a tile of the market", () => {
  const looks = () => wire.sent.filter((each) => each.type === "look");
  const answer = (id: unknown, tile: string): Prospects => {
    const found = games.two.act?.prospects;
    if (!found) throw new Error("no prospects were recorded");
    return { ...found, id: id as string, tile };
  };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("asks what it brings once the pointer rests on it, not on the way over others", () => {
    const { market } = at("two", "act").board;
    for (const square of [1, 3, 2]) choice.regard(square);
    vi.advanceTimersByTime(1000);
    expect(looks().map((each) => each.tile)).toEqual([market[2]]);
    const found = answer(looks()[0]?.id, market[2] ?? "");
    game.receive(found);
    expect(choice.brought).toEqual(found);
    choice.regard(null);
    expect(choice.brought).toBeNull();
  });

  test("does not touch what the picked tile brings, and is forgotten when the tile is picked", () => {
    const { market } = at("two", "act").board;
    choice.pickSquare(2);
    const picked = answer(looks()[0]?.id, market[2] ?? "");
    game.receive(picked);
    choice.regard(1);
    vi.advanceTimersByTime(1000);
    game.receive(answer(looks()[1]?.id, market[1] ?? ""));
    expect(choice.brought?.tile).toBe(market[1]);
    expect(game.prospects).toEqual(picked);
    choice.regard(null);
    expect(choice.brought).toEqual(picked);
    choice.regard(1);
    choice.pickSquare(1);
    vi.advanceTimersByTime(1000);
    expect(looks()).toHaveLength(3); // no second question about the same tile
    choice.regard(1);
    vi.advanceTimersByTime(1000);
    expect(looks()).toHaveLength(3);
  });
});

describe("taking money", () => {
  test("a card of the row is offered and taken", async () => {
    const state = at("three", "act");
    const take = first(first(state.own.legal?.takes.filter((each) => each.length === 1)));
    choice.togglePlace(state.board.row.indexOf(take));
    expect(choice.offer?.action).toBe(`take ${take}`);
    await choice.doOffer();
    expect(wire.actions).toEqual([`take ${take}`]);
  });

  test("only what the server lists can be added", () => {
    const state = at("three", "act");
    choice.togglePlace(0);
    const pairs =
      state.own.legal?.takes.filter(
        (take) => take.length > 1 && take.includes(state.board.row[0] ?? ""),
      ) ?? [];
    expect(choice.takeable.size > 0).toBe(pairs.length > 0);
  });
});

describe("buying", () => {
  test("tile first: the first way to pay is chosen", () => {
    const state = at("three", "act");
    const purchase = first(state.own.legal?.purchases);
    choice.pickSquare(purchase.square);
    expect(choice.cards).toEqual(purchase.payments[0]?.cards);
    expect(choice.offer).toMatchObject({ what: "buy", exact: purchase.payments[0]?.exact });
    expect(wire.sent.at(-1)).toMatchObject({ type: "look", tile: purchase.tile });
  });

  test("cards first: they stay when the tile is picked", () => {
    const state = at("three", "act");
    const purchase = first(state.own.legal?.purchases);
    const payment = first(purchase.payments.toReversed());
    for (const card of payment.cards) choice.toggleCard(card, 3);
    expect(choice.affordable.has(purchase.square)).toBe(true);
    choice.pickSquare(purchase.square);
    expect(choice.cards).toEqual(payment.cards);
  });

  test("a picked tile leaves the ticks of the other payable squares alone", () => {
    const state = at("three", "act");
    const purchases = state.own.legal?.purchases ?? [];
    const squares = new Set(purchases.map((each) => each.square));
    expect(squares.size).toBeGreaterThan(1);
    expect(choice.payable).toEqual(squares);
    choice.pickSquare(first(purchases).square);
    expect(choice.cards).not.toEqual([]);
    expect(choice.payable).toEqual(squares);
  });

  test("cards of two currencies are never chosen together", () => {
    at("three", "act");
    choice.toggleCard("b3", 1);
    choice.toggleCard("g4", 1);
    expect(choice.cards).toEqual(["g4"]);
  });
});

describe("a market tile dropped on a cell", () => {
  // What the server lists is taken from recorded states; only what the test is about is put together here.
  const CELL: [number, number] = [7, 7];
  const fits = (tile: string, reason: ReasonGiven | null = null) => ({
    ...(games.three.place?.prospects as Prospects),
    id: String(wire.sent.findLast((each) => each.type === "look")?.id),
    tile,
    fits: [{ cell: CELL, wall: reason ? null : 3, sides: [], gain: null, reason }],
  });

  function drop(): { tile: string; action: string; state: State } {
    const state = at("three", "act");
    const purchase = first(state.own.legal?.purchases);
    choice.pickSquare(purchase.square);
    return { tile: purchase.tile, action: choice.offer?.action ?? "", state };
  }

  /** The state after the purchase: the tile waits, and these cells are open to it. */
  function bought(state: State, tile: string, cells: [number, number][], version: number): State {
    const me = state.own.seat ?? 0;
    const players = state.board.players.map((player, seat) =>
      seat === me ? { ...player, waiting: [tile] } : player,
    );
    const legal = {
      ...state.own.legal!,
      purchases: [],
      takes: [],
      placements: cells.length ? [{ tile, cells, reserve: true, give: false }] : [],
    };
    return {
      ...state,
      version,
      since: version - 1,
      board: { ...state.board, players },
      own: { ...state.own, legal },
    };
  }

  function answers(...states: State[]): void {
    wire.command = (wished) => {
      wire.sent.push({ ...wished });
      const state = states.shift();
      if (state) game.receive(state);
      choice.refresh();
      return Promise.resolve(null);
    };
  }

  test("is bought once the server has said that it fits, and then placed there", async () => {
    const { tile, action, state } = drop();
    answers(bought(state, tile, [CELL], 901));
    const done = choice.buyInto(CELL); // let go before the server has answered
    expect(wire.actions).toEqual([]);
    game.receive(fits(tile));
    await done;
    expect(wire.actions).toEqual([action, `place ${tile} 7,7`]);
    expect([...choice.plans]).toEqual([]);
  });

  test("is not bought where it does not fit", async () => {
    const { tile } = drop();
    const reason = { code: "hole", params: {}, sentence: "it would leave a hole in the city" };
    game.receive(fits(tile, reason));
    await choice.buyInto(CELL);
    expect(game.refusal).toEqual(reason);
    await choice.buyInto([40, 40]);
    expect(game.refusal?.code).toBe("apart");
    expect(wire.actions).toEqual([]);
  });

  test("waits after an exact payment, and says so if it no longer fits at the end of the turn", async () => {
    const { tile, action, state } = drop();
    game.receive(fits(tile));
    answers(bought(state, tile, [], 901), bought(state, tile, [[1, 0]], 902));
    await choice.buyInto(CELL);
    expect([...choice.plans]).toEqual([[tile, CELL]]);
    await choice.pass(); // any other action of the turn
    expect(wire.actions).toEqual([action, "pass"]);
    expect([choice.unplaced, choice.picked?.tile]).toEqual([tile, tile]);
  });

  test("is forgotten when the purchase is undone", async () => {
    const { tile, state } = drop();
    game.receive(fits(tile));
    answers(bought(state, tile, [], 901));
    await choice.buyInto(CELL);
    game.receive({ ...state, version: 902, since: 901 });
    choice.refresh();
    expect([...choice.plans]).toEqual([]);
  });
});

describe("placing", () => {
  test("the first waiting tile is in hand at once", () => {
    const state = at("three", "place");
    const placement = first(state.own.legal?.placements);
    expect(choice.picked).toEqual({ from: "waiting", tile: placement.tile });
    expect(choice.cells.size).toBe(placement.cells.length);
  });

  test("into a cell that fits, and nowhere else", async () => {
    const state = at("three", "place");
    const placement = first(state.own.legal?.placements.filter((each) => each.cells.length));
    choice.pickWaiting(placement.tile);
    expect(await choice.into([40, 40])).toBe(false);
    const [x, y] = first(placement.cells);
    await choice.into([x, y]);
    expect(wire.actions).toEqual([`place ${placement.tile} ${x},${y}`]);
  });

  test("with two players a tile can be given to Dirk", async () => {
    const state = at("two", "place");
    const { tile } = first(state.own.legal?.placements);
    await choice.give();
    expect(wire.actions).toEqual([`give ${tile}`]);
  });
});

describe("a redesign", () => {
  test("a tile of the reserve replaces one of the city", async () => {
    const state = at("three", "swap");
    const swap = first(state.own.legal?.swaps);
    choice.pickReserve(swap.tile);
    const [x, y] = first(swap.cells);
    await choice.into([x, y]);
    expect(wire.actions).toEqual([`swap ${swap.tile} ${x},${y}`]);
  });

  test("a tile of the city goes to the reserve", async () => {
    const state = at("three", "swap");
    const tile = first(state.own.legal?.removes);
    choice.pickCity(tile, [0, 0]);
    await choice.toReserve();
    expect(wire.actions).toEqual([`remove ${tile}`]);
  });
});

describe("the table's messages", () => {
  test("a refusal is kept until something else is done", async () => {
    at("three", "act");
    wire.answer = { code: "table_moved_on", params: {}, sentence: "moved on" };
    choice.togglePlace(0);
    await choice.doOffer();
    expect(game.refusal?.code).toBe("table_moved_on");
  });

  test("prospects of another question are left alone", () => {
    const state = at("three", "place");
    const prospects = first([games.three.place?.prospects]);
    expect(state.board.phase).toBe("place");
    game.receive({ ...prospects, id: "of another question" });
    expect(game.prospects).toBeNull();
  });

  test("what others do is shown one after another, and at once when I do something", () => {
    vi.useFakeTimers();
    const state = at("three", "act");
    const other = ((state.own.seat ?? 0) + 1) % 3;
    const step = (ahead: number, seat: number): State => ({
      ...state,
      version: state.version + ahead,
      since: state.version + ahead - 1,
      happenings: [{ type: "passed", seat }],
    });
    game.pace = () => 700;
    game.receive(step(1, other));
    game.receive(step(2, other));
    game.receive(step(3, other));
    expect(game.state?.version).toBe(state.version + 1);
    vi.advanceTimersByTime(700);
    expect(game.state?.version).toBe(state.version + 2);
    game.receive(step(4, state.own.seat ?? 0));
    expect(game.state?.version).toBe(state.version + 4);
    vi.useRealTimers();
  });

  test("after a gap the log is asked for anew", () => {
    const state = at("three", "act");
    wire.sent = [];
    game.receive({ ...state, version: 900, since: 880 });
    expect(wire.sent).toContainEqual({ type: "ask_log", since: 0 });
  });
});

describe("a refusal", () => {
  const refused = () => (game.refusal = { code: "table_moved_on", params: {}, sentence: "" });

  test.each<[string, () => void]>([
    ["a card of the row is chosen", () => choice.togglePlace(0)],
    ["a card of the hand is chosen", () => choice.toggleCard(game.own?.hand[0]?.cards[0] ?? "", 1)],
    ["a tile is picked", () => choice.pickSquare(0)],
    ["everything is put back", () => choice.clear()],
  ])("is forgotten when %s", (_, choose) => {
    at("three", "act");
    refused();
    choose();
    expect(game.refusal).toBeNull();
  });

  test("stays while others play", () => {
    at("three", "act");
    refused();
    game.state = game.state && { ...game.state, own: { ...game.state.own, legal: null } };
    choice.refresh();
    expect(game.refusal).not.toBeNull();
  });
});

test("a market tile dropped on the fountain is told that the place is taken", async () => {
  const state = at("three", "act");
  const purchase = state.own.legal?.purchases[0];
  choice.pickSquare(purchase?.square ?? -1);
  game.receive({
    type: "prospects",
    id: String(wire.sent.at(-1)?.id),
    tile: purchase?.tile ?? "",
    version: state.version,
    fits: [],
  } as unknown as Prospects);
  await choice.buyInto([0, 0]);
  expect(game.refusal?.code).toBe("cell_taken");
  await choice.buyInto([9, 9]);
  expect(game.refusal?.code).toBe("apart");
  expect(wire.actions).toEqual([]);
});
