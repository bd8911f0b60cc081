// What a review says: grades, the course of the chances, accounts, and two turns on one board.
import { describe, expect, test } from "vitest";
import type {
  HappeningShown,
  LineShown,
  Moment,
  Review,
  ReviewStatus,
  SeatReviewed,
  TurnReviewed,
} from "../src/protocol";
import { compare } from "../src/replay/frames";
import {
  accountOf,
  chancesAt,
  courseOf,
  gradedPly,
  gradeOf,
  keyMoments,
  markedTurns,
  otherActions,
  wholePercents,
  withoutLuck,
  worstShare,
} from "../src/review/judged";
import { percentWords, signed } from "../src/review/numbers";
import { words } from "../src/state/words.svelte";
import { BLUNDER, GOOD, REVIEW, SEATS, STATUS, TURNS } from "./reviews";

describe("grades", () => {
  test("a turn is best without a better one, good if that gains next to nothing more", () => {
    expect(gradeOf({ ...GOOD, best: null })).toBe("best");
    expect(gradeOf({ ...GOOD, gap: 0.004 })).toBe("best");
    expect(gradeOf({ ...GOOD, gap: 0.015 })).toBe("good");
    expect(gradeOf(BLUNDER)).toBe("blunder");
  });

  test("a mark is at the action that lost the value, praise at the last one", () => {
    expect(gradedPly(BLUNDER)).toBe(BLUNDER.ply + 2);
    expect(gradedPly(GOOD)).toBe(GOOD.ply + 1);
  });
});

describe("the course of the chances", () => {
  const course = courseOf(STATUS, TURNS, 4);

  test("falls at the action that carries the mark, and ends with the result", () => {
    expect(course.map((point) => [point.ply, point.shares[0]])).toEqual([
      [0, 0.5],
      [1, 0.6],
      [2, 0.6],
      [3, 0.4],
      [3, 0.4],
      [4, 0],
    ]);
  });

  test("is known between two turns, and not beyond what is read", () => {
    expect(chancesAt(course, 3)).toEqual([0.4, 0.6]);
    expect(
      chancesAt(
        [
          { ply: 0, shares: [0.2] },
          { ply: 4, shares: [0.4] },
        ],
        1,
      )?.[0],
    ).toBeCloseTo(0.25);
    expect(chancesAt(course.slice(0, 2), 3)).toBeNull();
  });

  test("grows while the game is read", () => {
    const status: ReviewStatus = {
      ...STATUS,
      state: "running",
      review: null,
      curve: [[1, 0.5, 0.5]],
    };
    expect(courseOf(status, TURNS, 4)).toEqual([{ ply: 1, shares: [0.5, 0.5] }]);
  });
});

describe("the account", () => {
  test.each([
    [[0.264, 0.082, 0.064, -0.41]],
    [[0.335, 0.335, 0.33]],
    [[-0.005, -0.005, -0.49]],
    [[1, 0, 0]],
    [[0.266, 0.266, 0.266, 0.202]],
  ])("whole percents of %j add up", (parts) => {
    const sum = parts.reduce((total, part) => total + part, 0);
    const whole = wholePercents(parts);
    expect(whole.reduce((total, part) => total + part, 0)).toBe(Math.round(sum * 100));
    whole.forEach((percent, index) =>
      expect(Math.abs(percent - (parts[index] ?? 0) * 100)).toBeLessThan(1),
    );
  });

  test("start, luck, the others and the own choices make the result", () => {
    const { start, luck, others, own, result } = accountOf(SEATS[0] as SeatReviewed, 2);
    expect({ start, luck, others, own, result }).toEqual({
      start: 50,
      luck: -35,
      others: 5,
      own: -20,
      result: 0,
    });
  });

  test("without luck only the choices are left, and nothing is certain", () => {
    expect(withoutLuck(SEATS[0] as SeatReviewed, 2)).toBeCloseTo(0.35);
    expect(withoutLuck({ ...(SEATS[0] as SeatReviewed), errors: 2 }, 2)).toBeCloseTo(0.001);
  });

  test("one turn may have cost most of what was lost", () => {
    expect(worstShare(REVIEW, 0)).toBe(1);
    expect(worstShare(REVIEW, 1)).toBe(0);
  });
});

test("of the better turn only what is different is told, and placing only if nothing else is", () => {
  const turn = (better: LineShown): TurnReviewed => ({ ...BLUNDER, best: better });
  const at = (cell: [number, number]): HappeningShown => ({
    type: "placed",
    seat: 0,
    tile: "T11",
    cell,
  });
  const took = BLUNDER.played.happenings[0] as HappeningShown;
  const line = {
    ...BLUNDER.played,
    actions: ["take b3", "place T11"],
    happenings: [took, at([0, 1])],
  };
  expect(otherActions(turn(line))).toEqual([at([0, 1])]);
  const other = { ...line, actions: ["take y5", "place T11"] };
  expect(otherActions(turn(other))).toEqual([took]);
  expect(otherActions({ ...BLUNDER, best: null })).toEqual([]);
});

test("a moment is a choice or a draw, whichever moved more, with whom it moved", () => {
  const lucky = { ...BLUNDER, number: 3, luck: [-0.4, 0.4] };
  const review: Review = { ...REVIEW, turns: [GOOD, BLUNDER, lucky], moments: [1, 2, 3] };
  expect(keyMoments(review).map(({ cause, seat, change }) => [cause, seat, change])).toEqual([
    ["draw", 0, 0.1],
    ["choice", 0, -0.2],
    ["draw", 0, -0.4],
  ]);
  expect(markedTurns(review, 0)).toHaveLength(2);
  expect(markedTurns(review, 1)).toEqual([]);
});

test.each([
  [0.2, "±0"],
  [-0.4, "±0"],
  [8.4, "+8"],
  [-20, "−20"],
])("a change of %d is said as %s", (change, said) => expect(signed(change, "en")).toBe(said));

test.each([
  [0.001, "< 1%"],
  [0.999, "> 99%"],
  [0.4, "40%"],
  [0, "0%"],
])("a chance of %d is said as %s", (chance, said) =>
  expect(percentWords(chance, words)).toBe(said),
);

describe("two turns on one board", () => {
  const start = {
    ply: 5,
    plies: 9,
    board: {
      market: ["G8nw", "T11", null, "A5"],
      row: ["b3", "b3", "y6", "o2"],
      players: [
        { city: [["P4nw", 1, 0]], reserve: ["S7nes"], waiting: [], wall: [[1, 0, "n"]] },
        { city: [], reserve: [], waiting: [], wall: [] },
      ],
    },
    hands: [[{ currency: "denar", cards: ["b3", "b5", "b8"], worth: 16 }], []],
  } as unknown as Moment;
  const buys = (tile: string, square: number, cards: string[]): HappeningShown => ({
    type: "bought",
    seat: 0,
    tile,
    square,
    cards,
    paid: 8,
    exact: true,
  });
  const places = (tile: string): HappeningShown => ({
    type: "placed",
    seat: 0,
    tile,
    cell: [0, 1],
  });
  const played = [
    buys("G8nw", 0, ["b8"]),
    { type: "took", seat: 0, cards: ["b3"] } as HappeningShown,
    places("G8nw"),
  ];
  const better = [
    buys("G8nw", 0, ["b3", "b5"]),
    buys("T11", 1, []),
    { type: "took", seat: 0, cards: ["b3", "b3"] } as HappeningShown,
    places("T11"),
    { type: "reserved", seat: 0, tile: "G8nw" } as HappeningShown,
  ];

  test("what both do is gone, what one does is framed", () => {
    const { frames } = compare(start, 0, played, better, "better");
    expect([...frames.squares]).toEqual([
      [0, "gone"],
      [1, "better"],
    ]);
    expect([...frames.row]).toEqual([
      [0, "gone"],
      [1, "better"],
    ]);
    expect(frames.cards.get("denar")).toEqual(["better", "better", "played"]);
    expect([...frames.tiles]).toEqual(["T11"]);
    expect(frames.bought).toEqual(["G8nw", "T11"]);
    expect(compare(start, 0, played, better, "played").frames.bought).toEqual(["G8nw"]);
  });

  test("the city is as the chosen turn leaves it, without saying which wall is longest", () => {
    const [mine, other] = compare(start, 0, played, better, "better").moment.board.players;
    expect(mine?.city.map(([tile]) => tile)).toEqual(["P4nw", "T11"]);
    expect(mine?.reserve).toEqual(["S7nes", "G8nw"]);
    expect(mine?.wall).toEqual([]);
    expect(other).toBe(start.board.players[1]);
    const [then] = compare(start, 0, played, better, "played").moment.board.players;
    expect(then?.city.map(([tile]) => tile)).toEqual(["P4nw", "G8nw"]);
  });

  test("a redesign lifts a tile, swaps it or sets one from the reserve", () => {
    const city = (turn: HappeningShown[]) =>
      compare(start, 0, turn, turn, "played").moment.board.players[0];
    const removed = city([{ type: "removed", seat: 0, tile: "P4nw", cell: [1, 0] }]);
    expect([removed?.city, removed?.reserve]).toEqual([[], ["S7nes", "P4nw"]]);
    const cell: [number, number] = [1, 0];
    const swapped = city([{ type: "swapped", seat: 0, tile: "S7nes", cell, old: "P4nw" }]);
    expect([swapped?.city, swapped?.reserve]).toEqual([[["S7nes", 1, 0]], ["P4nw"]]);
    const built = city([{ type: "built", seat: 0, tile: "S7nes", cell: [0, 1] }]);
    expect(built?.city).toHaveLength(2);
    expect(built?.reserve).toEqual([]);
  });
});
