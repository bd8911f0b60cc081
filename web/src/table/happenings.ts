// What happened, as the table shows and announces it.
import type { State, HappeningShown } from "../protocol";
import { flights } from "../lib/flight";
import { lineOf } from "../lib/narration";
import { announcer } from "../state/announcer.svelte";
import { turnWords } from "../lib/logged-turns";
import type { Game } from "../state/game.svelte";
import { playSounds } from "../state/sounds.svelte";
import { words } from "../state/words.svelte";
import type { Open } from "./TableDialogs.svelte";

/** Said when they happen; all else is said at the end of the turn. */
const AT_ONCE = new Set<HappeningShown["type"]>([
  "took_back",
  "restarted",
  "undo_wished",
  "undo_refused",
  "undone",
  "replaced",
  "returned",
  "started",
]);

/** Animations, sounds, and announcements for screen readers: the turn of another player is one
 * sentence, at its end. Call it before the page shows the new state. */
export function showHappenings(
  happenings: readonly HappeningShown[],
  state: State,
  before: State | null,
  game: Game,
): void {
  flights(happenings, before?.board ?? null, state.own.seat);
  playSounds(happenings);
  const named = { names: game.names, words };
  const said = happenings
    .filter((each) => AT_ONCE.has(each.type))
    .filter((each) => !("seat" in each) || each.seat !== state.own.seat)
    .map((each) => lineOf(each, named))
    .flatMap((line) => (line ? [words.text(line.key, line.params)] : []));
  const finished = happenings.some((each) => each.type === "ended")
    ? game.turns.at(-1)
    : happenings.some((each) => each.type === "turn_began")
      ? game.turns.at(-2)
      : undefined;
  if (finished) {
    const seat = game.seats[finished.seat];
    const rest = finished.happenings.filter((each) => !AT_ONCE.has(each.type));
    said.push(turnWords({ ...finished, happenings: rest }, named, !seat?.yours || seat.replaced));
  }
  if (said.some(Boolean)) announcer.say(said.filter(Boolean).join(". "));
}

/** The tile that was last placed in the city of this seat. */
export function newestTile(happenings: readonly HappeningShown[], seat: number): string | null {
  const set = happenings.findLast(
    (each) =>
      (each.type === "placed" || each.type === "built" || each.type === "swapped") &&
      each.seat === seat,
  );
  return set && "tile" in set ? set.tile : null;
}

/** The dialog that opens by itself: after a scoring, or at the end. */
export function dialogAfter(happenings: readonly HappeningShown[], state: State): Open | null {
  if (happenings.some((each) => each.type === "scored"))
    return {
      what: "scoring",
      index: state.board.sheets.length - 1,
      end: state.board.phase === "over",
    };
  return happenings.some((each) => each.type === "ended") ? { what: "end" } : null;
}
