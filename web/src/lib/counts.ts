// Tiles of each kind and who has the most of them, as the engine's scoring sheet counts them.
import type { Board, SheetShown } from "../protocol";

/** The majorities as they stand: the forecast, or after the end the final scoring. */
function standing(board: Board): SheetShown | null {
  return board.forecast ?? board.sheets.at(-1) ?? null;
}

/** How many tiles of each kind everybody has; with two players Dirk's counts come last. */
export function countsOf(board: Board): number[][] {
  const kinds = standing(board)?.kinds ?? [];
  return (kinds[0]?.counts ?? []).map((_, seat) => kinds.map((kind) => kind.counts[seat] ?? 0));
}

/** Who is first in each kind, alone or tied. Dirk counts as a player here. */
export function mostOf(board: Board): boolean[][] {
  const kinds = standing(board)?.kinds ?? [];
  return (kinds[0]?.places ?? []).map((_, seat) => kinds.map((kind) => kind.places[seat] === 1));
}
