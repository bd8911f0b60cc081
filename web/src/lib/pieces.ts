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

export const KINDS: readonly KindName[] = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"];
export const CURRENCIES: readonly CurrencyName[] = ["denar", "dirham", "ducat", "florin"];
export const SIDES: readonly Side[] = ["n", "e", "s", "w"];

const LETTERS: Record<string, CurrencyName> = { b: "denar", g: "dirham", o: "ducat", y: "florin" };
const known = new Map<string, Tile>();

/** Keep the list of tiles that the server gave. */
export function learnTiles(about: About): void {
  for (const tile of about.tiles) known.set(tile.name, tile);
}

/** A tile by its name. The list comes from the server; until then the name itself tells. */
export function tileOf(name: string): Tile {
  const tile = known.get(name);
  if (tile) return tile;
  const kind = KINDS.find((each) => each[0]?.toUpperCase() === name[0]) ?? "pavilion";
  const found = /^[A-Z](\d+)([nesw]*)$/.exec(name);
  return { name, kind, price: Number(found?.[1] ?? 0), walls: [...(found?.[2] ?? "")] as Side[] };
}

export function cardOf(name: string): Card {
  return { name, currency: LETTERS[name[0] ?? ""] ?? "denar", value: Number(name.slice(1)) };
}

/** Cards in the order records write them. */
export function sorted(cards: readonly string[]): string[] {
  return [...cards].sort();
}

export function worth(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + cardOf(card).value, 0);
}

/** How often each card is there. */
export function counted(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** Whether `all` holds every card of `some`, as often. */
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
