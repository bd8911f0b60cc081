// The shuffles of docs/fairness.md, implemented a second time on purpose: the page checks the server
// with its own code. The test vectors in that document check both.
import { keyed } from "./hashing";

export interface Dealer {
  scheme: string;
  seed: string;
  salts: readonly string[];
}

/** All tiles in the order of docs/tiles.csv. */
export const TILES = (
  "P2new P3sw P4es P5nw P6n P7e P8 S3esw S4ne S5sw S6es S7w S8s S9 A4nes A5nw A6sw A6ne A7es A8n A8e A9 " +
  "A10 C5nsw C6es C7sw C7ne C8nw C9w C9s C10 C11 G6esw G7nsw G8sw G8ne G8nw G9e G10n G10w G10 G11 G12s " +
  "T7new T8nes T9es T9ne T9nw T10w T11n T11s T11 T12 T13e"
).split(" ");

const START_WORTH = 20;
const ROW = 4;
const RANGE = 2 ** 32;

export function* numbers(dealer: Dealer, purpose: string, number = 1): Generator<number, never> {
  for (let block = 0; ; block++) {
    const bytes = keyed(
      dealer.seed,
      `alhambra ${dealer.scheme}\n${dealer.salts.join(" ")}\n${purpose} ${number}\n${block}`,
    );
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += 4) yield view.getUint32(at);
  }
}

/** The next number below the limit; words that would make the smaller ones likelier are skipped. */
export function below(limit: number, words: Generator<number, never>): number {
  for (;;) {
    const word = words.next().value;
    if (word < RANGE - (RANGE % limit)) return word % limit;
  }
}

export function shuffled(
  dealer: Dealer,
  items: readonly string[],
  purpose: string,
  number = 1,
): string[] {
  const found = [...items];
  const words = numbers(dealer, purpose, number);
  for (let last = found.length - 1; last > 0; last--) {
    const chosen = below(last + 1, words);
    [found[last], found[chosen]] = [found[chosen] as string, found[last] as string];
  }
  return found;
}

export const bag = (dealer: Dealer): string[] => shuffled(dealer, TILES, "bag");

export function deck(dealer: Dealer, players: number): string[] {
  const copies = players === 2 ? 2 : 3;
  const sorted = [..."bgoy"].flatMap((currency) =>
    [..."123456789"].flatMap((value) => Array<string>(copies).fill(currency + value)),
  );
  const money = shuffled(dealer, sorted, "money");
  const top = handedOut(money, players) + ROW;
  const rest = money.slice(top);
  const [size, odd] = [Math.floor(rest.length / 5), rest.length % 5];
  const piles = [0, 1, 2, 3, 4].map((pile) => rest.splice(0, size + (pile < odd ? 1 : 0)));
  for (const [pile, card] of [
    [1, "A"],
    [3, "B"],
  ] as const) {
    piles[pile] = shuffled(dealer, [card, ...(piles[pile] ?? [])], `pile ${pile + 1}`);
  }
  return [...money.slice(0, top), ...piles.flat()];
}

/** How many cards the start hands take: each until it is worth 20. */
function handedOut(money: readonly string[], players: number): number {
  let cards = 0;
  for (let player = 0; player < players; player++) {
    for (let worth = 0; worth < START_WORTH; cards++) worth += Number(money[cards]?.[1]);
  }
  return cards;
}

export const reshuffle = (dealer: Dealer, cards: readonly string[], number: number): string[] =>
  shuffled(dealer, [...cards].sort(), "reshuffle", number);

export const lots = (dealer: Dealer, seats: number): string[] =>
  shuffled(
    dealer,
    Array.from({ length: seats }, (_, seat) => String(seat + 1)),
    "seats",
  );
