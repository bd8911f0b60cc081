// The texts of the lessons, which only their screens load.
import { words, type Language, type Message } from "../state/words.svelte";

const FILES = import.meta.glob<{ default: Record<string, Message> }>(
  "../../../src/alhambra/messages/lessons/*.json",
);

async function pack(language: Language): Promise<Record<string, Message>> {
  const file = FILES[`../../../src/alhambra/messages/lessons/${language}.json`];
  return file ? (await file()).default : {};
}

export const loadTexts = (): Promise<void> => words.add(pack);

/** A text of a lesson: its `title`, `short` line, `rule`, `task`, or what is said of an answer. */
export const lessonText = (name: string, part: string): string =>
  words.text(`lesson.${name}.${part}`, { dirk: words.t("dirk") });
