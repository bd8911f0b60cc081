// A cell of a city in words, for screen readers.
import type { Fit } from "../protocol";
import { gainWords } from "../lib/effects";
import { tileWords } from "../lib/narration";
import { words } from "../state/words.svelte";

export interface CellShown {
  place: string; // where it is, in words
  tile: string | undefined; // what stands there, in words
  planned: string | undefined; // the bought tile that will go there
  picked: string | null; // the tile in hand …
  legal: boolean; // … may go there
  swaps: boolean; // … may replace what stands there
  fit: Fit | undefined; // … what it would do there
}

export function cellWords(cell: CellShown): string {
  const { place, tile, planned, picked, swaps } = cell;
  if (tile) {
    const swap = picked && swaps ? words.t("cell.swap", { tile: tileWords(picked, words) }) : "";
    return [tile, place, swap].filter(Boolean).join(", ");
  }
  const what = planned
    ? words.t("cell.planned", { tile: tileWords(planned, words) })
    : (picked && fitWords(cell)) || words.t("cell.empty");
  return [place, what].join(", ");
}

function fitWords({ fit, legal, swaps }: CellShown): string {
  if (fit?.reason) return words.t("cell.illegal", { why: words.reason(fit.reason) });
  if (fit?.wall != null)
    return [words.t("cell.legal_wall", { n: fit.wall }), gainWords(fit, words)]
      .filter(Boolean)
      .join(", ");
  return legal || swaps ? words.t("cell.legal") : "";
}
