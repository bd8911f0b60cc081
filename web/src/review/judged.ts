// What a review says of turns, chances and results.
import type {
  HappeningShown,
  MarkName,
  Review,
  ReviewStatus,
  SeatReviewed,
  TurnReviewed,
} from "../protocol";
import type { Turn } from "../replay/turns";

/** How good a turn was: a mark for those that cost something, praise for the others. */
export type Grade = MarkName | "good" | "best";
export const MARKS: readonly MarkName[] = ["inaccuracy", "mistake", "blunder"];

const ALMOST = 0.999; // no chance that is only estimated is certain
const TINY = 0.005; // of the win: less than what is shown

export function gradeOf(turn: TurnReviewed): Grade {
  if (turn.mark) return turn.mark;
  return turn.best && turn.gap >= TINY ? "good" : "best";
}

/** The action that carries the mark, or the last one: the ply after it. */
export function gradedPly(turn: TurnReviewed): number {
  return turn.ply + (turn.marked ?? Math.max(0, turn.played.actions.length - 1)) + 1;
}

/** The chances of all players after `ply` actions. */
export interface Point {
  ply: number;
  shares: readonly number[];
}

/** The course of the chances, as far as it is known. Where a turn is marked, they fall at the action
 * that lost them. */
export function courseOf(
  status: ReviewStatus,
  turns: readonly Turn[],
  plies: number,
): readonly Point[] {
  const { review } = status;
  if (!review) {
    // So far only what each turn left is known.
    return status.curve.map(([number = 0, ...shares]) => ({
      ply: turns[number]?.from ?? plies,
      shares,
    }));
  }
  const points = review.turns.flatMap((turn): Point[] => {
    const start = { ply: turn.ply, shares: turn.value };
    if (!turn.mark) return [start];
    const at = gradedPly(turn);
    return [start, { ply: at - 1, shares: turn.value }, { ply: at, shares: turn.played.shares }];
  });
  return [...points, { ply: plies, shares: review.result }];
}

/** The chances after `ply` actions, or null where they are not known yet. */
export function chancesAt(course: readonly Point[], ply: number): readonly number[] | null {
  const next = course.findIndex((point) => point.ply >= ply);
  const after = course[next];
  if (!after) return null;
  const before = course[next - 1];
  if (!before || after.ply === ply || after.ply === before.ply) return after.shares;
  const part = (ply - before.ply) / (after.ply - before.ply);
  return after.shares.map((share, seat) => share * part + (before.shares[seat] ?? 0) * (1 - part));
}

/** Whole percents that add up to the rounded sum of the parts. */
export function wholePercents(parts: readonly number[]): number[] {
  const exact = parts.map((part) => part * 100);
  const whole = exact.map(Math.floor);
  const total = Math.round(exact.reduce((sum, part) => sum + part, 0));
  let missing = total - whole.reduce((sum, part) => sum + part, 0);
  const byRest = exact
    .map((part, index) => ({ index, rest: part - Math.floor(part) }))
    .sort((one, other) => other.rest - one.rest);
  for (const { index } of byRest) {
    if (missing <= 0) break;
    whole[index] = (whole[index] ?? 0) + 1;
    missing -= 1;
  }
  return whole;
}

/** What made the result of a seat, in percents of the win: start + luck + others + own = result. */
export interface Account {
  start: number;
  luck: number;
  others: number;
  own: number;
  result: number;
}

export function accountOf(seat: SeatReviewed, players: number): Account {
  const parts = [1 / players + seat.deal, seat.luck, seat.others, -seat.errors];
  const [start = 0, luck = 0, others = 0, own = 0] = wholePercents(parts);
  return { start, luck, others, own, result: start + luck + others + own };
}

/** The chance to win with even cards and tiles: what the choices of all made of an even start. */
export function withoutLuck(seat: SeatReviewed, players: number): number {
  return Math.min(ALMOST, Math.max(1 - ALMOST, 1 / players - seat.errors + seat.others));
}

/** How much of what a seat lost by its choices it lost in its worst turn; 0 if it lost little. */
export function worstShare(review: Review, seat: number): number {
  const errors = review.turns.filter((turn) => turn.seat === seat && turn.mark);
  const worst = Math.max(0, ...errors.map((turn) => turn.error));
  const all = review.seats[seat]?.errors ?? 0;
  return all > 0.05 ? Math.min(1, worst / all) : 0;
}

/** A turn that decided the game: by what was chosen, or by what was drawn after it. */
export interface KeyMoment {
  turn: TurnReviewed;
  cause: "choice" | "draw";
  seat: number; // whom it moved most
  change: number; // of that seat's chance
}

export function keyMoments(review: Review): KeyMoment[] {
  return review.moments.flatMap((number): KeyMoment[] => {
    const turn = review.turns[number - 1];
    if (!turn) return [];
    const most = Math.max(...turn.luck.map(Math.abs));
    if (turn.mark && turn.error >= most)
      return [{ turn, cause: "choice", seat: turn.seat, change: -turn.error }];
    const seat = turn.luck.findIndex((luck) => Math.abs(luck) === most);
    return [{ turn, cause: "draw", seat, change: turn.luck[seat] ?? 0 }];
  });
}

const LANDINGS = new Set<HappeningShown["type"]>(["placed", "reserved", "given"]);

/** What the better turn does that the one played does not; where it only puts its tiles elsewhere,
 * that. */
export function otherActions({ played, best }: TurnReviewed): HappeningShown[] {
  const { actions = [], happenings = [] } = best ?? {};
  const others = happenings.filter((_, at) => !played.actions.includes(actions[at] ?? ""));
  const taken = others.filter(({ type }) => !LANDINGS.has(type));
  return taken.length ? taken : others;
}

/** The marked turns of a seat, in order. */
export function markedTurns(review: Review, seat: number): TurnReviewed[] {
  return review.turns.filter((turn) => turn.mark && turn.seat === seat);
}
