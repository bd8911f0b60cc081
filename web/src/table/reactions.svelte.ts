// What the table does by itself as the game goes on: animations, sounds, announcements, the title of
// the window, and the focus.
import { onMount, untrack } from "svelte";
import type { HappeningShown, State } from "../protocol";
import { isFocusLost } from "../lib/focus";
import { alertMyTurn, showTitle } from "../state/alerts.svelte";
import { announcer } from "../state/announcer.svelte";
import type { Choice } from "../state/choice.svelte";
import { isMyTurn, type Game } from "../state/game.svelte";
import { settings } from "../state/settings.svelte";
import { play } from "../state/sounds.svelte";
import { words } from "../state/words.svelte";
import { showHappenings } from "./happenings";
import { focusTarget } from "./keyboard";

/** Follow a game while the component that calls this is shown. `before` is called with each new state
 * before the page shows it. */
export function reactTo(
  game: Game,
  choice: Choice,
  before: (happenings: readonly HappeningShown[], state: State) => void,
): void {
  // Pieces fly from where they were, so this comes before the page shows the new state.
  $effect(() =>
    game.listen((happenings, state, last) => {
      showHappenings(happenings, state, last, game);
      before(happenings, state);
      choice.refresh();
      if (isMyTurn(state) && last && !isMyTurn(last)) alertMyTurn();
    }),
  );
  // The state the table was opened with: a tile that waits is taken up at once.
  onMount(() => {
    game.pace = () => settings.pace;
    choice.refresh();
  });
  $effect(() => showTitle(game.myTurn));
  $effect(() => {
    const { refusal } = game;
    if (!refusal) return;
    untrack(() => {
      play("knock");
      announcer.call(words.reason(refusal));
    });
  });
  // The start of a turn does not take the focus from a player who writes or reads elsewhere.
  $effect(() => {
    const idle = isFocusLost() || document.activeElement?.matches("[data-testid=bar]");
    if (game.myTurn && idle && !document.querySelector("dialog[open]"))
      untrack(() => focusTarget(game, choice))?.focus({ preventScroll: true });
  });
}
