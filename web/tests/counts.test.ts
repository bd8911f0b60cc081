// The underline of "most" agrees with the scoring sheet, Dirk included.
import { describe, expect, test } from "vitest";
import type { Board } from "../src/protocol";
import { countsOf, mostOf } from "../src/lib/counts";
import two from "./fixtures/players-2.json";
import six from "./fixtures/players-6.json";

const of = (fixture: { state: { board: unknown } }): Board =>
  structuredClone(fixture.state.board) as Board;

describe("majorities", () => {
  test("Dirk's tiles count: a player with fewer than he has is not first", () => {
    const board = of(two.act);
    const dirk = board.players.length;
    const kinds = board.forecast?.kinds ?? [];
    expect(
      kinds.some((kind) => kind.places[dirk] === 1 && Math.max(...kind.counts.slice(0, dirk)) > 0),
    ).toBe(true);
    kinds.forEach((kind, index) => {
      for (let seat = 0; seat <= dirk; seat++)
        expect(mostOf(board)[seat]?.[index]).toBe(kind.places[seat] === 1);
    });
  });

  test("counts have an entry for every player and for Dirk", () => {
    expect(countsOf(of(two.act))).toHaveLength(3);
    expect(countsOf(of(six.act))).toHaveLength(6);
  });

  test("after the end the final scoring says it", () => {
    const board = of(two.over);
    expect(board.forecast).toBeNull();
    expect(mostOf(board).flat().some(Boolean)).toBe(true);
  });
});
