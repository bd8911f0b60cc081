"""Hints in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from alhambra import actions as a
from alhambra.analysis.hints import Advice, Hint
from alhambra.analysis.results import Why
from alhambra.cli.text.messages import Messages
from alhambra.pieces import Card, Tile
from alhambra.table import Table


def hint_lines(table: Table, hint: Hint, words: Messages, *, numbers: bool = False) -> list[str]:
    """The actions of a hint, and which of them are equal; with numbers also their chances."""
    lines = [_advice(table, advice, words, numbers) for advice in hint.advice]
    if not hint.clear:
        lines.append(words.t("hint.equal" if hint.equal else "hint.close"))
    return lines


def _advice(table: Table, advice: Advice, words: Messages, numbers: bool) -> str:
    strength = words.t(f"hint.strength.{advice.strength}")
    if numbers:
        strength += f", {advice.share:.0%}"
    reason = reason_words(advice.reason, table.names, words, "hint.why")
    return f"{action_words(table, advice.action, words)} – {strength}. {reason}"


def action_words(table: Table, action: a.Action, words: Messages) -> str:
    """An action as advice: "Buy Garden 8 (G8nw) for 8 dirhams"."""
    match action:
        case a.Take(cards=cards):
            return words.t("bar.take", cards=words.listed(map(words.card, cards)))
        case a.Buy(tile=tile, cards=cards):
            return words.t("bar.buy", tile=words.tile(tile), payment=words.payment(cards))
        case a.Place(tile=tile, cell=cell):
            return f"{words.t('bar.place', tile=words.tile(tile))}: {cell}"
        case a.Build(tile=tile, cell=cell):
            return f"{words.t('bar.build', tile=words.tile(tile))}: {cell}"
        case a.Swap(tile=tile, cell=cell):
            old = table.cities[table.seat].tiles[cell]
            return words.t("hint.do.swap", tile=words.tile(tile), old=words.tile(old))
        case a.Remove(tile=tile):
            return words.t("hint.do.remove", tile=words.tile(tile))
        case a.Reserve(tile=tile):
            return words.t("hint.do.reserve", tile=words.tile(tile))
        case a.Give(tile=tile):
            return words.t("hint.do.give", tile=words.tile(tile), dirk=words.t("dirk"))
    return words.t("pass")


def reason_words(reason: Why, names: Sequence[str], words: Messages, texts: str) -> str:
    """A measured difference in a sentence: one of the texts for hints or for reviews."""
    params: dict[str, object] = dict(reason.in_english)
    if "tile" in params:
        params["tile"] = words.tile(Tile(str(params["tile"])))
    if "cards" in params:
        cards = [Card(name) for name in str(params["cards"]).split("+")]
        params["cards"] = words.payment(cards)
    if "rival" in params:
        params["rival"] = names[int(str(params["rival"]))]
    if "kind" in params:
        params["kinds"] = words.t(f"kinds.{params['kind']}")
        params["kind"] = words.t(f"kind.{params['kind']}")
    if "currency" in params:
        params["money"] = words.t(f"currency.{params['currency']}", n=params["n"])
    if reason.code == "others_buy" and words.language != "en":
        params |= {name: str(params[name]).replace(".", ",") for name in ("n", "instead")}
    code = reason.text if texts == "why" else reason.code
    return words.t(f"{texts}.{code}", **params)
