// What the two layouts of the table show, each in its own order.
import type { Snippet } from "svelte";
import type { Choice } from "../state/choice.svelte";
import type { FirstGame } from "../state/first-game.svelte";
import type { Game } from "../state/game.svelte";
import type { Open } from "./TableDialogs.svelte";

/** The parts of the table that both layouts have; `Table.svelte` makes them. */
export interface Parts {
  market: Snippet<[columns: number]>;
  money: Snippet;
  hand: Snippet;
  notices: Snippet;
  palace: Snippet<[trays: boolean]>;
  trays: Snippet;
  forecast: Snippet;
}

export interface LayoutProps {
  game: Game;
  choice: Choice;
  first: FirstGame | null; // null in exercises
  counts: readonly number[][];
  most: readonly boolean[][];
  counters: readonly string[];
  parts: Parts;
  onopen: (dialog: Open) => void;
  onagain: () => void; // show the latest actions once more
}
