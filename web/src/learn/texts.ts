// The texts of the lessons, which only their screens load.
import { packOf, words, type Message } from "../state/words.svelte";

const pack = packOf(
  import.meta.glob<{ default: Record<string, Message> }>(
    "../../../src/alhambra/messages/lessons/*.json",
  ),
);

export const loadTexts = (): Promise<void> => words.add(pack);

/** A text of a lesson: its `title`, `short` line, `rule`, `task`, or what is said of an answer. */
export const lessonText = (name: string, part: string): string =>
  words.text(`lesson.${name}.${part}`, { dirk: words.t("dirk") });
