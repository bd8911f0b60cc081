// Tiles and cards by their names, as records write them.
import type { About, CurrencyName, KindName } from "../protocol";

export type Side = "n" | "e" | "s" | "w";

export interface Tile {
  name: string;
  kind: KindName;
  price: number;
  walls: readonly Side[];
}

export interface Card {
  name: string;
  currency: CurrencyName;
  value: number;
}

export { CURRENCIES, KINDS } from "../protocol";

const tiles = new Map<string, Tile>();
const cards = new Map<string, Card>();

/** Store the lists of tiles and cards from the server; call it before anything is drawn. */
export function learnPieces(about: Pick<About, "tiles" | "cards">): void {
  for (const tile of about.tiles) tiles.set(tile.name, tile);
  for (const card of about.cards) cards.set(card.name, card);
}

function found<P>(pieces: Map<string, P>, name: string): P {
  const piece = pieces.get(name);
  if (!piece) throw new Error(`the server named no piece ${name}`);
  return piece;
}

/** A tile by its name, from the list the server gave. */
export function tileOf(name: string): Tile {
  return found(tiles, name);
}

/** A card by its name, from the list the server gave. */
export function cardOf(name: string): Card {
  return found(cards, name);
}

/** Cards in the order records write them. */
export function sorted(cards: readonly string[]): string[] {
  return [...cards].sort();
}

export function worth(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + cardOf(card).value, 0);
}

/** The number of copies of each card. */
export function counted(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** Whether `all` contains every card of `some`, with as many copies. */
export function includes(all: readonly string[], some: readonly string[]): boolean {
  const counts = counted(all);
  return some.every((card) => {
    const left = counts.get(card) ?? 0;
    counts.set(card, left - 1);
    return left > 0;
  });
}

export function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && includes(one, other);
}
