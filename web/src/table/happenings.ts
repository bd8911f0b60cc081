// What happened, as the table shows and announces it.
import type { State, HappeningShown } from "../protocol";
import { flights } from "../lib/flight";
import { lineOf } from "../lib/narration";
import { announcer } from "../state/announcer.svelte";
import { playSounds } from "../state/sounds.svelte";
import { words } from "../state/words.svelte";
import type { Open } from "./TableDialogs.svelte";

/** Animations, sounds, and announcements for screen readers. Call it before the page shows the new state. */
export function showHappenings(
  told: readonly HappeningShown[],
  state: State,
  before: State | null,
  names: readonly string[],
): void {
  flights(told, before, state.own.seat);
  playSounds(told);
  const said = told
    .filter((each) => !("seat" in each) || each.seat !== state.own.seat)
    .map((each) => lineOf(each, { names, words }))
    .flatMap((line) => (line ? [words.text(line.key, line.params)] : []));
  if (said.length) announcer.say(said.join(". "));
}

/** The tile that was last placed in the city of this seat. */
export function newestTile(told: readonly HappeningShown[], seat: number): string | null {
  const set = told.findLast(
    (each) =>
      (each.type === "placed" || each.type === "built" || each.type === "swapped") &&
      each.seat === seat,
  );
  return set && "tile" in set ? set.tile : null;
}

/** The dialog that opens by itself: after a scoring, or at the end. */
export function dialogAfter(told: readonly HappeningShown[], state: State): Open | null {
  if (told.some((each) => each.type === "scored"))
    return {
      what: "scoring",
      index: state.board.sheets.length - 1,
      end: state.board.phase === "over",
    };
  return told.some((each) => each.type === "ended") ? { what: "end" } : null;
}
