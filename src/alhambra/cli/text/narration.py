"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alhambra import happenings as h
from alhambra.actions import Action
from alhambra.cli.text.words import coins, count, listed, points, scorers
from alhambra.game import Game
from alhambra.pieces import CURRENCIES
from alhambra.scoring import KindSheet, Outcome, Sheet


def narrate(happenings: Iterable[h.Happening], names: Sequence[str]) -> list[str]:
    """Sentences for what happened."""
    return [line for happening in happenings for line in _lines(happening, names)]


def since_last_turn(game: Game, seat: int) -> list[str]:
    """What happened since a seat last acted."""
    lines: list[str] = []
    for event, happenings, _ in game.history():
        if isinstance(event, Action) and getattr(happenings[0], "seat", None) == seat:
            lines, happenings = [], happenings[1:]
        lines += narrate(happenings, game.names)
    return lines


def whole_log(game: Game) -> list[str]:
    """Everything that happened."""
    return [line for _, happenings, _ in game.history() for line in narrate(happenings, game.names)]


def _lines(happening: h.Happening, names: Sequence[str]) -> list[str]:
    match happening:
        case h.Scored(sheet=sheet):
            return [f"Scoring {sheet.scoring}.", *sheet_lines(sheet, names)]
        case h.Ended(outcome=outcome):
            return ["The game is over.", *outcome_lines(outcome, names)]
    seat = getattr(happening, "seat", None)
    if seat is None or isinstance(happening, h.Awarded):
        return [f"{_event(happening, names)}."]
    return [f"{names[seat]} {_deed(happening)}."]


def _deed(happening: h.Happening) -> str:
    """What a player did, as the words after the name."""
    match happening:
        case h.Took(cards=cards):
            return f"took {listed(cards)}"
        case h.Bought(tile=tile, cards=cards, paid=paid, exact=exact):
            how = "exactly" if exact else f"{paid} for {tile.price}"
            return f"bought {tile} with {listed(cards)}, {how}"
        case h.Built(tile=tile, cell=cell):
            return f"built {tile} from the reserve at {cell}"
        case h.Removed(tile=tile, cell=cell):
            return f"removed {tile} from {cell} to the reserve"
        case h.Swapped(tile=tile, cell=cell, old=old):
            return f"put {tile} in the place of {old} at {cell}"
        case h.Placed(tile=tile, cell=cell):
            return f"placed {tile} at {cell}"
        case h.Reserved(tile=tile):
            return f"put {tile} into the reserve"
        case h.Given(tile=tile):
            return f"gave {tile} to Dirk"
        case h.Passed():
            return "passed"
        case h.TurnBegan():
            return "to play"
    raise TypeError(f"not a player's happening: {happening!r}")


def _event(happening: h.Happening, names: Sequence[str]) -> str:
    """What happened without an action of a player."""
    match happening:
        case h.Reshuffled(cards=cards):
            return f"The discard pile was shuffled into a new deck of {count(cards, 'card')}"
        case h.RowRefilled(cards=laid):
            return f"New in the money row: {listed(laid.values())}"
        case h.ScoringCardTurnedUp(scoring=scoring):
            return f"Scoring card {scoring} turned up"
        case h.MarketRefilled(tiles=tiles):
            new = [f"{tile} for {coins(CURRENCIES[square])}" for square, tile in tiles.items()]
            return f"New in the market: {listed(new)}"
        case h.DirkDrew(tiles=drawn):
            return f"Dirk drew {listed(drawn)}"
        case h.MarketRanDry():
            return "The market cannot be filled: the game ends"
        case h.Awarded(seat=seat, tile=tile, currency=currency):
            return f"{tile} goes to {names[seat]}, who holds the most {coins(currency)}"
        case h.NotAwarded(tile=tile, currency=currency):
            return f"{tile} stays in the market: nobody alone holds the most {coins(currency)}"
    raise TypeError(f"not a happening of the table: {happening!r}")


def sheet_lines(sheet: Sheet, names: Sequence[str]) -> list[str]:
    """A scoring: each kind, then walls and sums."""
    lines = [
        f"{kind.capitalize()}: {_kind_words(column, names)}."
        for kind, column in sheet.kinds.items()
    ]
    walls = ", ".join(f"{name} {wall}" for name, wall in zip(names, sheet.walls, strict=True))
    return [*lines, f"Longest wall: {walls}.", f"In all: {points(names, sheet.points)}."]


def _kind_words(column: KindSheet, names: Sequence[str]) -> str:
    rows = zip(scorers(names), column.counts, column.points, strict=True)
    parts = [
        f"{name} {count(number, 'tile')}" + (f", {count(gained, 'point')}" if gained else "")
        for name, number, gained in rows
        if number
    ]
    return "; ".join(parts) or "none"


def outcome_lines(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Final points and winners."""
    winners = [names[seat] for seat in outcome.winners]
    verb = "Winner" if len(winners) == 1 else "A shared win"
    return [f"Final points: {points(names, outcome.points)}.", f"{verb}: {listed(winners)}."]
