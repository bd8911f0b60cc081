// What can be done now, or what the selection would do, in words: the sentence of the action bar.
import { fitEffects } from "../lib/effects";
import { cardsWords, paymentWords, tileWords } from "../lib/narration";
import { at } from "../lib/outline";
import type { Choice } from "../state/choice.svelte";
import type { Game } from "../state/game.svelte";
import { words, type Key } from "../state/words.svelte";

export interface Prompt {
  head: string;
  sub?: string;
  tone?: "good" | "bad";
}

/** The actions of the turn so far; where a bought tile goes is not one. */
export function stepsTaken({ board }: Game): number {
  return board?.steps.filter((step) => !/^(place|reserve|give) /.test(step)).length ?? 0;
}

/** The cell that was tapped is one where the tile in hand may go. */
export function tapFits({ tapped, aim, cells, swaps }: Choice): boolean {
  return tapped && aim !== null && (cells.has(at(...aim)) || swaps.has(at(...aim)));
}

export function promptOf(game: Game, choice: Choice, narrow: boolean): Prompt {
  const usual = usualPrompt(game, choice);
  return game.refusal || !narrow ? usual : { ...usual, ...aimedPrompt(game, choice) };
}

/** On a phone: what the tile in hand would do in the aimed cell, or why it may not go there. */
function aimedPrompt(game: Game, choice: Choice): Omit<Prompt, "head"> | null {
  const { aimed: fit, picked, aim } = choice;
  const own = game.me === null ? undefined : game.board?.players[game.me];
  if (!fit || !picked || !aim || !own) return null;
  if (fit.reason) return { sub: words.reason(fit.reason), tone: "bad" };
  const swaps = choice.swaps.has(at(...aim));
  return { sub: fitEffects(fit, picked.tile, { ...own, swaps }).join(" · ") };
}

function usualPrompt(game: Game, choice: Choice): Prompt {
  const { board, legal } = game;
  if (game.refusal)
    return { head: words.t("bar.refused"), sub: words.reason(game.refusal), tone: "bad" };
  if (game.held) return { head: words.t("bar.held"), sub: words.t("connection.held"), tone: "bad" };
  if (!board || board.phase === "over")
    return {
      head: words.t("bar.over"),
      sub: game.table?.next ? words.t("end.rematch_ready") : undefined,
    };
  if (game.coach.missed)
    return {
      head: words.t(game.own?.can_confirm ? "bar.turn_over" : "bar.your_turn"),
      sub: words.t("coach.answer_above"),
    };
  if (game.table?.paused) return { head: words.t("bar.paused") };
  if (game.own?.can_confirm)
    return { head: words.t("bar.turn_over"), sub: words.t("bar.turn_over_hint") };
  if (!legal) {
    const actor = game.seats[board.seat];
    const key: Key = actor?.kind === "bot" || actor?.replaced ? "bar.thinking" : "bar.waiting";
    return { head: words.t(key, { name: actor?.name ?? "" }) };
  }
  const selected = offerPrompt(choice) ?? tilePrompt(choice) ?? cardsPrompt(choice);
  if (selected) return selected;
  if (legal.can_pass) return { head: words.t("bar.pass") };
  const head = words.t(stepsTaken(game) ? "bar.again" : "bar.your_turn");
  return { head, sub: words.t("bar.three_ways") };
}

/** The selection is an action already. */
function offerPrompt({ offer, picked, takeable }: Choice): Prompt | null {
  switch (offer?.what) {
    case "take":
      return {
        head: words.t("bar.take", { cards: cardsWords(offer.cards, words) }),
        sub: takeable.size ? words.t("bar.take_more") : undefined,
      };
    case "buy": {
      const tile = picked ? tileWords(picked.tile, words) : "";
      return {
        head: words.t("bar.buy", { tile, payment: paymentWords(offer.cards, words) }),
        sub: words.t(offer.exact ? "bar.exact" : "bar.not_exact"),
        tone: offer.exact ? "good" : undefined,
      };
    }
    default:
      return null;
  }
}

/** A tile is in hand. */
function tilePrompt(choice: Choice): Prompt | null {
  const { picked, removal, cells, swaps } = choice;
  if (!picked) return null;
  const tile = tileWords(picked.tile, words);
  if (picked.from === "market") {
    const sub = words.t(choice.purchase ? "bar.choose_cards" : "bar.too_little");
    return { head: words.t("bar.want", { tile }), sub };
  }
  if (picked.from === "city") {
    const head = words.t("bar.remove", { tile });
    if (removal?.reason) return { head, sub: words.reason(removal.reason), tone: "bad" };
    return removal?.wall == null
      ? { head }
      : { head, sub: words.t("bar.wall_left", { n: removal.wall }) };
  }
  if (picked.tile === choice.unplaced)
    return { head: words.t("bar.place", { tile }), sub: words.t("bar.plan_gone"), tone: "bad" };
  const n = cells.size;
  const ways = [
    n ? words.t("bar.cells", { n }) : "",
    swaps.size ? words.t("bar.swaps", { n: swaps.size }) : "",
    n || swaps.size ? "" : words.t("hint.why.fits_nowhere"),
  ];
  return {
    head: words.t(picked.from === "waiting" ? "bar.place" : n ? "bar.build" : "bar.swap", { tile }),
    sub: tapFits(choice) ? words.t("bar.tap_again") : ways.filter(Boolean).join(" · "),
  };
}

/** Cards are chosen, and no tile yet. */
function cardsPrompt({ cards, affordable }: Choice): Prompt | null {
  if (!cards.length) return null;
  return {
    head: words.t("bar.pay_with", { payment: paymentWords(cards, words) }),
    sub: affordable.size
      ? words.t("bar.choose_tile", { n: affordable.size })
      : words.t("bar.pays_nothing"),
  };
}
