// The texts of puzzles and daily deals, which only their screens load.
import { words, type Language, type Message } from "../state/words.svelte";
import { loadTexts } from "./texts";

const FILES = import.meta.glob<{ default: Record<string, Message> }>(
  "../../../src/alhambra/messages/practice/*.json",
);

async function pack(language: Language): Promise<Record<string, Message>> {
  const file = FILES[`../../../src/alhambra/messages/practice/${language}.json`];
  return file ? (await file()).default : {};
}

/** With those of the lessons, whose buttons are the same. */
export const loadPuzzleTexts = (): Promise<void[]> => Promise.all([loadTexts(), words.add(pack)]);
