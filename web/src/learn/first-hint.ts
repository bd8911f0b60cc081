// The hints of a first game with their texts, which only a first game loads.
import { packOf, words, type Message } from "../state/words.svelte";
import FirstHintCard from "./FirstHintCard.svelte";

const pack = packOf(
  import.meta.glob<{ default: Record<string, Message> }>(
    "../../../src/alhambra/messages/first-game/*.json",
  ),
);

/** The card of a hint, once its texts are there. */
export async function card(): Promise<typeof FirstHintCard> {
  await words.add(pack);
  return FirstHintCard;
}
