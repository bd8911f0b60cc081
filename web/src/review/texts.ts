// The texts of reviews, which only their screens load.
import { packOf, words, type Message } from "../state/words.svelte";

const pack = packOf(
  import.meta.glob<{ default: Record<string, Message> }>(
    "../../../src/alhambra/messages/review/*.json",
  ),
);

export const loadTexts = (): Promise<void> => words.add(pack);

/** A screen that needs these texts, once it has them. */
export async function withTexts<Screen>(screen: Promise<Screen>): Promise<Screen> {
  const [loaded] = await Promise.all([screen, loadTexts()]);
  return loaded;
}
