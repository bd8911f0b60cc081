// A state made of the one before and what has changed. Neither is modified: the page may still show both.
import type { Board, Change, BoardChanges, State } from "../protocol";

export function changedState(before: State, { type: _, board, own, ...rest }: Change): State {
  return {
    type: "state",
    board: changedBoard(before.board, board),
    own: { ...before.own, ...own },
    ...rest,
  };
}

function changedBoard(before: Board, { players, ...rest }: BoardChanges): Board {
  if (!players) return { ...before, ...rest };
  return {
    ...before,
    ...rest,
    players: before.players.map((player, seat) => ({ ...player, ...players[seat] })),
  };
}
