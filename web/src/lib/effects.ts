// What a tile would do in a cell, in words.
import type { Fit, PlacedTile } from "../protocol";
import { words, type Words } from "../state/words.svelte";
import { tileOf } from "./pieces";

interface Before {
  city: readonly PlacedTile[];
  wall: readonly unknown[]; // the sides of the longest one
  swaps: boolean; // it replaces a tile
}

/** What it would bring in the next scoring; nothing after the last one. */
export function gainWords(fit: Fit, speech: Words): string {
  if (fit.gain === null) return "";
  return speech.t("bubble.gain", { gain: speech.signed(fit.gain) });
}

/** The wall first, then the number of its kind and the points. */
export function fitEffects(fit: Fit, tile: string, before: Before): string[] {
  if (fit.wall === null) return [];
  const { kind } = tileOf(tile);
  const count = before.city.filter(([name]) => tileOf(name).kind === kind).length;
  const counted = { kind: words.text(`kind.${kind}`), from: count, to: count + 1 };
  return [
    words.t("bubble.wall", { from: before.wall.length, to: fit.wall }),
    before.swaps ? "" : words.t("bubble.count", counted),
    gainWords(fit, words),
  ].filter(Boolean);
}
