// Describes what happened: each happening becomes a line of the log.
import type { Cell, HappeningShown } from "../protocol";
import type { Params, Words } from "../state/words.svelte";
import { cardOf, tileOf } from "./pieces";

export interface Line {
  key: string;
  params: Params;
  seat: number | null;
  loud: boolean; // a scoring, the end: set apart
}

export interface Named {
  names: readonly string[];
  words: Words;
}

/** A tile in words: "Garden 8". */
export function tileWords(name: string, words: Words): string {
  const tile = tileOf(name);
  return words.text(`tile.${tile.kind}`, { n: tile.price });
}

/** A tile with its walls: "Garden 8, walls north and west". */
export function tileInFull(name: string, words: Words): string {
  const tile = tileOf(name);
  if (!tile.walls.length) return words.t("tile.without_walls", { tile: tileWords(name, words) });
  const sides = words.list(tile.walls.map((side) => words.text(`side.${side}`)));
  const n = tile.walls.length;
  return words.t("tile.with_walls", { tile: tileWords(name, words), sides, n });
}

/** A card in words: "7 florins". */
export function cardWords(name: string, words: Words): string {
  const card = cardOf(name);
  return words.text(`currency.${card.currency}`, { n: card.value });
}

export function cardsWords(cards: readonly string[], words: Words): string {
  return words.list(cards.map((card) => cardWords(card, words)));
}

/** "3 + 5 dirhams": cards of one currency that pay together. */
export function paymentWords(cards: readonly string[], words: Words): string {
  const first = cards[0];
  if (!first) return "";
  const values = cards.map((card) => cardOf(card).value);
  const sum = values.map((value) => words.number(value)).join(" + ");
  const n = values.reduce((total, value) => total + value, 0);
  return words.text(`currency.${cardOf(first).currency}.paid`, { sum, n });
}

/** A cell as seen from the fountain: "2 east and 1 north"; nothing for the fountain's own. */
export function placeWords([x, y]: Cell, words: Words): string {
  const parts: string[] = [];
  if (x) parts.push(words.text(x > 0 ? "where.e" : "where.w", { n: Math.abs(x) }));
  if (y) parts.push(words.text(y > 0 ? "where.n" : "where.s", { n: Math.abs(y) }));
  return words.list(parts);
}

/** A line of the log, or nothing for happenings that need no line. */
export function lineOf(happening: HappeningShown, { names, words }: Named): Line | null {
  const who = "seat" in happening ? happening.seat : null;
  const name = who === null ? "" : (names[who] ?? "");
  const line = (params: Params = {}, loud = false, key = `log.${happening.type}`): Line => ({
    key,
    params: { name, dirk: words.t("dirk"), ...params },
    seat: who,
    loud,
  });
  switch (happening.type) {
    case "took":
      return line({ cards: cardsWords(happening.cards, words) });
    case "bought":
      return line(
        { tile: tileWords(happening.tile, words), payment: paymentWords(happening.cards, words) },
        false,
        happening.exact ? "log.bought_exactly" : "log.bought",
      );
    case "swapped":
      return line({ tile: tileWords(happening.tile, words), old: tileWords(happening.old, words) });
    case "built":
    case "placed":
    case "removed":
    case "reserved":
    case "given":
      return line({ tile: tileWords(happening.tile, words) });
    case "reshuffled":
      return line({ n: happening.cards });
    case "scoring_card_turned_up":
      return line({ scoring: words.text(`scoring.${happening.scoring}`) }, true);
    case "scored":
      return line(
        {
          scoring: words.text(`scoring.${happening.sheet.scoring}`),
          points: words.list(
            happening.sheet.points.map(
              (n, seat) => `${names[seat] ?? words.t("dirk")} ${words.number(n)}`,
            ),
          ),
        },
        true,
      );
    case "dirk_drew":
      return line({ n: happening.tiles.length });
    case "awarded":
      return line({
        tile: tileWords(happening.tile, words),
        currency: words.text(`currency.${happening.currency}.plain`),
      });
    case "not_awarded":
      return line({ tile: tileWords(happening.tile, words) });
    case "ended":
      return line(
        {
          names: words.list(happening.winners.map((seat) => names[seat] ?? "")),
          n: happening.winners.length,
        },
        true,
      );
    case "replaced":
      return line({}, false, `log.replaced_${happening.cause}`);
    case "row_refilled":
    case "market_refilled":
    case "turn_began":
      return null;
    default:
      return line();
  }
}
