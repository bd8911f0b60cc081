// A finished game by turn, its scorings, and what an action changed.
import type { Board, GameShown, HappeningShown, ScoringName } from "../protocol";
import { countsOf, mostOf } from "../lib/counts";
import { KINDS } from "../lib/pieces";

export interface Step {
  ply: number;
  happenings: readonly HappeningShown[];
}

export interface Turn {
  number: number; // from 1
  seat: number | null;
  from: number; // the ply at which it begins
  steps: readonly Step[];
}

export interface Scoring {
  ply: number;
  scoring: ScoringName;
}

const actor = (happenings: readonly HappeningShown[]): number | null => {
  const first = happenings[0];
  return first && "seat" in first ? first.seat : null;
};

/** The turns of a game, each with its actions. */
export function turnsOf(game: GameShown): Turn[] {
  const turns: Turn[] = [];
  game.turns.forEach((from, index) => {
    const steps = game.log.filter(
      ({ ply }) => ply > from && ply <= (game.turns[index + 1] ?? game.plies),
    );
    if (steps.length)
      turns.push({
        number: turns.length + 1,
        seat: actor(steps[0]?.happenings ?? []),
        from,
        steps,
      });
  });
  return turns;
}

/** The turn that an action belongs to. Before the first action that is the first turn. */
export function turnAt(turns: readonly Turn[], ply: number): Turn | undefined {
  return turns.findLast((turn) => turn.from < ply) ?? turns[0];
}

export function scoringsOf(game: GameShown): Scoring[] {
  return game.log.flatMap(({ ply, happenings }) =>
    happenings.flatMap((each) =>
      each.type === "scored" ? [{ ply, scoring: each.sheet.scoring }] : [],
    ),
  );
}

/** What an action put where: its tile, and what has left row and market. New pieces in their
 * places come into view with the next action. */
export interface Marks {
  seat: number | null;
  tile: string | null;
  row: ReadonlySet<number>;
  market: ReadonlySet<number>;
}

export function marksOf(happenings: readonly HappeningShown[]): Marks {
  const row = new Set<number>();
  const market = new Set<number>();
  let tile: string | null = null;
  for (const each of happenings) {
    if (each.type === "row_refilled") for (const [place] of each.cards) row.add(place);
    else if (each.type === "market_refilled") for (const [square] of each.tiles) market.add(square);
    else if (each.type === "placed" || each.type === "built" || each.type === "swapped")
      tile = each.tile;
  }
  return { seat: actor(happenings), tile, row, market };
}

export type Change =
  | { what: "wall"; from: number; to: number }
  | { what: "kind"; kind: string; from: number; to: number; most: boolean };

/** What an action changed in the city of a seat. */
export function changesOf(before: Board, after: Board, seat: number): Change[] {
  const changes: Change[] = [];
  const [from, to] = [before, after].map((board) => board.players[seat]?.wall.length ?? 0) as [
    number,
    number,
  ];
  if (from !== to) changes.push({ what: "wall", from, to });
  const [had, has] = [countsOf(before)[seat] ?? [], countsOf(after)[seat] ?? []];
  const [was, is] = [mostOf(before)[seat] ?? [], mostOf(after)[seat] ?? []];
  KINDS.forEach((kind, index) => {
    const [less, more] = [had[index] ?? 0, has[index] ?? 0];
    if (less !== more) {
      const most = !was[index] && (is[index] ?? false);
      changes.push({ what: "kind", kind, from: less, to: more, most });
    }
  });
  return changes;
}
