"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from alhambra import happenings as h
from alhambra.actions import Action
from alhambra.cli.complaints import sentence
from alhambra.cli.text.messages import ENGLISH, Messages
from alhambra.game import Game
from alhambra.pieces import CURRENCIES
from alhambra.scoring import KindSheet, Outcome, Sheet, Unpaid


def narrate(
    happenings: Iterable[h.Happening], names: Sequence[str], words: Messages = ENGLISH
) -> list[str]:
    """Sentences for what happened."""
    return [line for happening in happenings for line in _lines(happening, names, words)]


def since_last_turn(game: Game, seat: int, words: Messages = ENGLISH) -> list[str]:
    """What happened since a seat last acted."""
    lines: list[str] = []
    for event, happenings, _ in game.history():
        if isinstance(event, Action) and getattr(happenings[0], "seat", None) == seat:
            lines, happenings = [], happenings[1:]
        lines += narrate(happenings, game.names, words)
    return lines


def whole_log(game: Game) -> list[str]:
    """Everything that happened."""
    return [line for _, happenings, _ in game.history() for line in narrate(happenings, game.names)]


def _lines(happening: h.Happening, names: Sequence[str], words: Messages) -> list[str]:
    match happening:
        case h.Scored(sheet=sheet):
            return [
                sentence(words.t(f"scoring.{sheet.scoring}")),
                *sheet_lines(sheet, names, words),
            ]
        case h.Ended(outcome=outcome):
            return [sentence(words.t("bar.over")), *outcome_lines(outcome, names, words)]
    seat = getattr(happening, "seat", None)
    if seat is None:
        return [f"{_event(happening, words)}."]
    return [f"{_action(happening, names[seat], words)}."]  # a name keeps its first letter


def _action(happening: h.Happening, name: str, words: Messages) -> str:
    """What a player did."""
    match happening:
        case h.Took(cards=cards):
            return words.t("log.took", name=name, cards=words.listed(map(words.card, cards)))
        case h.Bought(tile=tile, cards=cards, exact=exact):
            key = "log.bought_exactly" if exact else "log.bought"
            return words.t(key, name=name, tile=words.tile(tile), payment=words.payment(cards))
        case h.Swapped(tile=tile, cell=cell, old=old):
            params = {"tile": words.tile(tile), "old": words.tile(old)}
            return f"{words.t('log.swapped', name=name, **params)}: {cell}"
        case h.Built(tile=tile, cell=cell) | h.Placed(tile=tile, cell=cell):
            key = "log.built" if isinstance(happening, h.Built) else "log.placed"
            return f"{words.t(key, name=name, tile=words.tile(tile))}: {cell}"
        case h.Removed(tile=tile):
            return words.t("log.removed", name=name, tile=words.tile(tile))
        case h.Reserved(tile=tile):
            return words.t("log.reserved", name=name, tile=words.tile(tile))
        case h.Given(tile=tile):
            return words.t("log.given", name=name, tile=words.tile(tile), dirk=words.t("dirk"))
        case h.Passed():
            return words.t("log.passed", name=name)
        case h.TurnBegan():
            return words.t("terminal.to_play", name=name)
        case h.Awarded(tile=tile, currency=currency):
            most = words.t(f"currency.{currency}.plain")
            return words.t("log.awarded", name=name, tile=words.tile(tile), currency=most)
    raise TypeError(f"not a player's happening: {happening!r}")


def _event(happening: h.Happening, words: Messages) -> str:
    """What happened without an action of a player."""
    match happening:
        case h.Reshuffled(cards=cards):
            return words.t("log.reshuffled", n=cards)
        case h.RowRefilled(cards=laid):
            return words.t("terminal.new_row", cards=words.listed(laid.values()))
        case h.ScoringCardTurnedUp(scoring=scoring):
            name = words.t(f"scoring.{scoring}")
            return words.t("log.scoring_card_turned_up", scoring=name)
        case h.MarketRefilled(tiles=tiles):
            new = [
                f"{words.tile(tile)} – {words.currency(CURRENCIES[square])}"
                for square, tile in tiles.items()
            ]
            return words.t("terminal.new_market", tiles=", ".join(new))
        case h.DirkDrew(tiles=drawn):
            start = words.t("log.dirk_drew", n=len(drawn), dirk=words.t("dirk"))
            return f"{start}: {words.listed(map(words.tile, drawn))}" if drawn else start
        case h.MarketRanDry():
            return words.t("log.market_ran_dry")
        case h.NotAwarded(tile=tile):
            return words.t("log.not_awarded", tile=words.tile(tile))
    raise TypeError(f"not a happening of the table: {happening!r}")


def sheet_lines(sheet: Sheet, names: Sequence[str], words: Messages = ENGLISH) -> list[str]:
    """A scoring: each kind, then walls and sums, and why tiles bring no points."""
    lines = [
        f"{words.t(f'kind.{kind}')}: {_kind_words(column, names, words)}."
        for kind, column in sheet.kinds.items()
    ]
    walls = ", ".join(f"{name} {wall}" for name, wall in zip(names, sheet.walls, strict=True))
    total = words.t("terminal.total", points=words.points(names, sheet.points))
    wall_line = sentence(f"{words.t('wall.longest')}: {walls}")
    return [*lines, wall_line, f"{total}.", *_unpaid_lines(sheet, names, words)]


def _unpaid_lines(sheet: Sheet, names: Sequence[str], words: Messages) -> list[str]:
    """Why tiles bring no points: for each reason the kinds, and whose tiles."""
    lines = []
    for reason in get_args(Unpaid):
        parts = []
        for kind, column in sheet.kinds.items():
            scorers = zip(words.scorers(names), column.unpaid, strict=True)
            if whose := [name for name, unpaid in scorers if unpaid == reason]:
                parts.append(f"{words.t(f'kind.{kind}')}: {words.listed(whose)}")
        if parts:
            lines.append(f"{words.t(f'scoring.unpaid.{reason}')} ({'; '.join(parts)}).")
    return lines


def _kind_words(column: KindSheet, names: Sequence[str], words: Messages) -> str:
    rows = zip(words.scorers(names), column.counts, column.points, strict=True)
    parts = [
        f"{name} {words.t('tiles', n=number)}"
        + (f", {words.t('points.n', n=gained)}" if gained else "")
        for name, number, gained in rows
        if number
    ]
    return "; ".join(parts) or words.t("terminal.none")


def outcome_lines(outcome: Outcome, names: Sequence[str], words: Messages = ENGLISH) -> list[str]:
    """Final points and winners."""
    winners = [names[seat] for seat in outcome.winners]
    final = words.t("terminal.final", points=words.points(names, outcome.points))
    end = words.t("log.ended", names=words.listed(winners), n=len(winners))
    return [f"{final}.", f"{end}."]
