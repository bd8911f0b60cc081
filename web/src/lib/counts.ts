// Tiles of each kind, from the sheets the server sends or from what stands in a city.
import type { Board } from "../protocol";
import { KINDS, tileOf } from "./pieces";

export function countsOf(board: Board): number[][] {
  return board.players.map((player) => KINDS.map((kind) => player.city.filter(([name]) => tileOf(name).kind === kind).length));
}

/** Who has the most of each kind. */
export function mostOf(counts: readonly (readonly number[])[]): boolean[][] {
  const best = KINDS.map((_, kind) => Math.max(...counts.map((player) => player[kind] ?? 0)));
  return counts.map((player) => player.map((n, kind) => n > 0 && n === best[kind]));
}
