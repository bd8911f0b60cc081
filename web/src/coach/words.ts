// Hints in words: an action as advice, and the reason for it.
import type { HappeningShown } from "../protocol";
import { cardsWords, paymentWords, placeWords, tileWords } from "../lib/narration";
import type { Params, Words } from "../state/words.svelte";

/** A measured fact: a code, and its parameters as the server names them. */
export interface Why {
  code: string;
  params: Readonly<Record<string, string | number>>;
}

/** An action as advice, by what would happen: "Buy Garden 8 for 8 dirhams". */
export function adviceWords(happening: HappeningShown, words: Words): string {
  switch (happening.type) {
    case "took":
      return words.t("bar.take", { cards: cardsWords(happening.cards, words) });
    case "bought": {
      const payment = paymentWords(happening.cards, words);
      return words.t("bar.buy", { tile: tileWords(happening.tile, words), payment });
    }
    case "placed":
    case "built": {
      const key = happening.type === "placed" ? "bar.place" : "bar.build";
      const action = words.t(key, { tile: tileWords(happening.tile, words) });
      return `${action}: ${placeWords(happening.cell, words)}`;
    }
    case "swapped": {
      const old = tileWords(happening.old, words);
      return words.t("hint.do.swap", { tile: tileWords(happening.tile, words), old });
    }
    case "removed":
      return words.t("hint.do.remove", { tile: tileWords(happening.tile, words) });
    case "reserved":
      return words.t("hint.do.reserve", { tile: tileWords(happening.tile, words) });
    case "given":
      return words.t("hint.do.give", {
        tile: tileWords(happening.tile, words),
        dirk: words.t("dirk"),
      });
    default:
      return words.t("pass");
  }
}

/** The reason for an action or a turn, or against it, in one line: one of the texts for hints or for
 * reviews. Empty if there is no text for it. */
export function reasonWords(
  why: Why,
  names: readonly string[],
  words: Words,
  texts: "hint" | "review" = "hint",
): string {
  const { tile, cards, rival, kind, currency, n, percent, instead, wall, games } = why.params;
  const params: Params = { ...why.params };
  if (typeof tile === "string") params.tile = tileWords(tile, words);
  if (typeof cards === "string") params.cards = paymentWords(cards.split("+"), words);
  if (typeof rival === "number") params.rival = names[rival] ?? "";
  if (typeof kind === "string") {
    params.kind = words.text(`kind.${kind}`);
    params.kinds = words.text(`kinds.${kind}`);
  }
  if (typeof currency === "string")
    params.money = words.text(`currency.${currency}`, { n: Number(n) });
  if (typeof percent === "number") {
    params.percent = words.percent(percent / 100);
    if (typeof instead === "number") params.instead = words.percent(instead / 100);
  }
  if (typeof wall === "number") params.n = wall; // chooses the plural
  if (why.code === "others_buy") {
    params.n = average(n, games);
    params.instead = average(instead, games);
  }
  const key = textOf(why, texts === "hint" ? `hint.why.${why.code}` : `why.${why.code}`, words);
  return words.has(key) ? words.text(key, params) : "";
}

/** How often something happens in a game. */
function average(times: string | number | undefined, games: string | number | undefined): number {
  return Math.round((10 * Number(times)) / Number(games)) / 10;
}

/** The key of a text, or that of a text of its own for a number that is 0 or everything. */
function textOf({ params }: Why, key: string, words: Words): string {
  const { n, instead, tiles } = params;
  const special: [string, boolean][] = [
    ["none", n === 0],
    ["only", instead === 0],
    ["all", n !== undefined && n === tiles],
  ];
  const found = special.find(([name, fits]) => fits && words.has(`${key}.${name}`));
  return found ? `${key}.${found[0]}` : key;
}

/** "strong", "good" … */
export function strengthWords(strength: string, words: Words): string {
  return words.text(`hint.strength.${strength}`);
}

/** What is said if several actions may be the best; nothing if one clearly is. */
export function leadWords(leading: number, equal: boolean, words: Words): string {
  return leading < 2 ? "" : words.t(equal ? "hint.equal" : "hint.close");
}
