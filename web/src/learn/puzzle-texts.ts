// The texts of puzzles and daily deals, which only their screens load.
import { packOf, words, type Message } from "../state/words.svelte";
import { loadTexts } from "./texts";

const pack = packOf(
  import.meta.glob<{ default: Record<string, Message> }>(
    "../../../src/alhambra/messages/practice/*.json",
  ),
);

/** With those of the lessons, whose buttons are the same. */
export const loadPuzzleTexts = (): Promise<void[]> => Promise.all([loadTexts(), words.add(pack)]);
