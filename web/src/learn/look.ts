// Where a tile fits: the only question of the table that an exercise answers.
import type { Prospects, ToPage } from "../protocol";
import type { Wire } from "../state/game.svelte";

export function answerLook(
  message: Parameters<Wire["send"]>[0],
  ask: (tile: string) => Promise<{ prospects: Prospects | null }>,
  receive: (message: ToPage) => void,
): void {
  if (message.type !== "look") return;
  ask(message.tile).then(
    ({ prospects }) => prospects && receive({ ...prospects, id: message.id }),
    () => {}, // the next action says that the line is lost
  );
}
