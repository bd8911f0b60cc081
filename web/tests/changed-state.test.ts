// Changes of a state: what they lead to, and that nothing shown before is modified by them.
import { expect, test } from "vitest";
import type { Board, Change, State } from "../src/protocol";
import { changedState } from "../src/lib/changed-state";
import { Game, type Wire } from "../src/state/game.svelte";
import three from "./fixtures/players-3.json";

const start = (three as unknown as Record<string, { state: State }>).act?.state as State;

function changeAfter(version: number, fields: Partial<Change> = {}): Change {
  return {
    type: "change",
    since: version,
    version: version + 1,
    board: {},
    own: { legal: null },
    happenings: [],
    undo: null,
    deadline: null,
    ...fields,
  };
}

/** The first of these players takes money; the others are as they were. */
const took = (version: number): Change =>
  changeAfter(version, {
    board: { ply: start.board.ply + 1, players: [{ cards: 40, points: 7 }, {}, {}] },
    own: { legal: null, hand: [] },
    happenings: [{ type: "took", seat: 1, cards: ["b3"] }],
  });

function playing(): { game: Game; boards: Board[]; reconnected: () => number } {
  let reconnected = 0;
  const game = new Game("table", null, {
    send: () => {},
    command: () => Promise.resolve(null),
  } as Wire);
  game.reconnect = () => (reconnected += 1);
  const boards: Board[] = [];
  game.listen((_, state) => boards.push(state.board));
  game.receive(start);
  return { game, boards, reconnected: () => reconnected };
}

test("a change has the fields that differ, and leaves the state before as it was", () => {
  const before = structuredClone(start);
  const after = changedState(start, took(start.version));
  expect(start).toEqual(before);
  expect(after).toEqual({
    ...before,
    version: start.version + 1,
    since: start.version,
    board: {
      ...before.board,
      ply: before.board.ply + 1,
      players: [
        { ...before.board.players[0], cards: 40, points: 7 },
        ...before.board.players.slice(1),
      ],
    },
    own: { ...before.own, legal: null, hand: [] },
    happenings: [{ type: "took", seat: 1, cards: ["b3"] }],
  });
});

test("what has not changed is the same object, also in the players", () => {
  const after = changedState(start, changeAfter(start.version));
  expect(after.board.players).toBe(start.board.players);
  expect(changedState(start, took(start.version)).board.players[1]?.city).toBe(
    start.board.players[1]?.city,
  );
});

test("a null or an empty list replaces what was there", () => {
  const change = changeAfter(start.version, { board: { forecast: null, discard: [] } });
  const { board } = changedState(start, change);
  expect([board.forecast, board.discard]).toEqual([null, []]);
});

test("changes that wait to be shown build on each other", () => {
  const { game, boards } = playing();
  game.pace = () => 1000;
  game.receive(took(start.version));
  game.receive(
    changeAfter(start.version + 1, { board: { deck: 1 }, happenings: took(0).happenings }),
  );
  game.receive(changeAfter(start.version + 2, { board: { bag: 2 } }));
  expect(game.behind).toBe(2);
  game.hurry();
  expect(boards.map(({ deck, bag }) => [deck, bag])).toEqual([
    [start.board.deck, start.board.bag],
    [start.board.deck, start.board.bag],
    [1, start.board.bag],
    [1, 2],
  ]);
  expect(game.board?.players[0]?.cards).toBe(40);
});

test("a change that does not fit is not shown: everything is asked for again", () => {
  const { game, reconnected } = playing();
  game.receive(changeAfter(start.version + 1, { board: { deck: 1 } }));
  expect(reconnected()).toBe(1);
  expect(game.state).toEqual(start);
});

test("a change before any state asks for everything", () => {
  const { game, reconnected } = playing();
  const fresh = new Game("table", null);
  fresh.reconnect = game.reconnect;
  fresh.receive(changeAfter(1));
  expect(reconnected()).toBe(1);
  expect(fresh.state).toBeNull();
});
