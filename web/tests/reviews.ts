// A small review for tests: two players, three turns, one blunder.
import type { LineShown, Review, ReviewStatus, SeatReviewed, TurnReviewed } from "../src/protocol";
import type { Turn } from "../src/replay/turns";

const line = (mine: number, cards: readonly string[]): LineShown => ({
  actions: cards.map((card) => `take ${card}`),
  happenings: cards.map((card) => ({ type: "took", seat: 0, cards: [card] })),
  shares: [mine, 1 - mine],
  margin: 0,
});

export const GOOD: TurnReviewed = {
  number: 1,
  ply: 0,
  seat: 0,
  played: line(0.5, ["b6"]),
  best: line(0.51, ["g6"]),
  value: [0.5, 0.5],
  error: 0,
  gap: 0.01,
  standard_error: 0.01,
  points: 0.5,
  openness: 1,
  mark: null,
  marked: null,
  reasons: [],
  against: null,
  luck: [0.1, -0.1],
};

export const BLUNDER: TurnReviewed = {
  ...GOOD,
  number: 2,
  ply: 1,
  played: line(0.4, ["b3", "o6"]),
  best: line(0.6, ["y5", "o6"]),
  value: [0.6, 0.4],
  error: 0.2,
  gap: 0.2,
  mark: "blunder",
  marked: 1,
  luck: [0, 0],
};

const LAST: TurnReviewed = {
  ...GOOD,
  number: 3,
  ply: 3,
  seat: 1,
  best: null,
  value: [0.4, 0.6],
  luck: [-0.4, 0.4],
};

export const SEATS: readonly SeatReviewed[] = [
  {
    result: -0.5,
    deal: 0,
    luck: -0.35,
    errors: 0.2,
    others: 0.05,
    turns: 2,
    marks: { inaccuracy: 0, mistake: 0, blunder: 1 },
    error_rate: 0.1,
    accuracy: 50.4,
    accuracy_error: 8,
  },
  {
    result: 0.5,
    deal: 0,
    luck: 0.35,
    errors: 0.05,
    others: 0.2,
    turns: 1,
    marks: { inaccuracy: 0, mistake: 0, blunder: 0 },
    error_rate: 0.02,
    accuracy: 87.6,
    accuracy_error: 8,
  },
];

export const REVIEW: Review = {
  level: "quick",
  result: [0, 1],
  turns: [GOOD, BLUNDER, LAST],
  seats: [...SEATS],
  moments: [2, 3],
};

export const STATUS: ReviewStatus = {
  state: "done",
  waiting: 0,
  read: 3,
  turns: 3,
  seconds_left: null,
  curve: [],
  review: REVIEW,
};

export const TURNS: readonly Turn[] = REVIEW.turns.map((turn) => ({
  number: turn.number,
  seat: turn.seat,
  from: turn.ply,
  steps: turn.played.happenings.map((happening, at) => ({
    ply: turn.ply + at + 1,
    happenings: [happening, { type: "row_refilled", cards: [[0, "b7"]] }],
  })),
}));
