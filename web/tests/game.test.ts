// Commands of a turn: each press has an effect, a double press only one.
import { expect, test } from "vitest";
import type { ReasonGiven, State } from "../src/protocol";
import { Game, type Wire } from "../src/state/game.svelte";
import two from "./fixtures/players-2.json";

const states = two as unknown as Record<string, { state: State }>;

function playing(): { game: Game; sent: string[] } {
  const sent: string[] = [];
  const command: Wire["command"] = (wished) => {
    sent.push(wished.type);
    return new Promise<ReasonGiven | null>(() => {}); // the answer is on its way
  };
  const game = new Game("table", null, { send: () => {}, command });
  game.receive(states.act?.state as State);
  return { game, sent };
}

test("a second press before the first has had an effect is ignored", () => {
  const { game, sent } = playing();
  void game.turn({ type: "confirm" });
  void game.turn({ type: "confirm" });
  expect(sent).toEqual(["confirm"]);
});

test("the next step is sent once the new state is shown, even before the answer has come", () => {
  const { game, sent } = playing();
  void game.turn({ type: "act", action: "take b3" });
  game.receive(states.place?.state as State);
  void game.turn({ type: "take_back" });
  expect(sent).toEqual(["act", "take_back"]);
});

test("chat that was never answered does not stop a turn", () => {
  const { game, sent } = playing();
  void game.do({ type: "say", text: "Hello" });
  void game.turn({ type: "confirm" });
  expect(sent).toEqual(["say", "confirm"]);
});

test("an old refusal does not hide that my turn begins", () => {
  const { game } = playing();
  const mine = states.act?.state as State;
  const theirs = { ...mine, happenings: [], own: { ...mine.own, legal: null, can_confirm: false } };
  game.receive({ ...theirs, since: mine.version, version: mine.version + 1 });
  game.refusal = { code: "too_fast", params: {}, sentence: "" };
  game.receive({ ...theirs, since: mine.version + 1, version: mine.version + 2 });
  expect(game.refusal).not.toBeNull();
  game.receive({ ...mine, happenings: [], since: mine.version + 2, version: mine.version + 3 });
  expect(game.refusal).toBeNull();
});
