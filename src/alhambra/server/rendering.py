"""What a page is shown. Everything comes from views, which do not know what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Literal, TypeVar

from alhambra.pieces import CURRENCIES, Card, Side, Tile, worth
from alhambra.server.fold import Fold
from alhambra.server.legal import legal_shown
from alhambra.server.shapes import (
    Board,
    Own,
    PlacedTile,
    PlayerShown,
    Purse,
    SheetShown,
    WallSide,
)
from alhambra.server.telling import sheet_shown
from alhambra.table import Phase
from alhambra.view import View

T = TypeVar("T")

_DECIDING = (Phase.ACT, Phase.PLACE, Phase.AWARD)

REFILLS = (1, 2, 3, 4)
SIDE_LETTERS: dict[Side, Literal["n", "e", "s", "w"]] = {
    Side.NORTH: "n",
    Side.EAST: "e",
    Side.SOUTH: "s",
    Side.WEST: "w",
}


class Remembered:
    """What was last shown of a table's cities, and what follows from them: most actions leave
    them as they are. It may be thrown away at any time."""

    def __init__(self) -> None:
        self._kept: dict[object, tuple[object, Any]] = {}

    def get(self, place: object, key: object, make: Callable[[], T]) -> T:
        """What was made for this key, or made now."""
        found = self._kept.get(place)
        if found is None or found[0] != key:
            found = self._kept[place] = (key, make())
        made: T = found[1]
        return made


def board(
    view: View,
    remembered: Remembered,
    *,
    hands: tuple[tuple[Card, ...], ...] | None = None,
    ply: int,
    steps: list[str],
    sheets: list[SheetShown],
    open_hands: bool,
) -> Board:
    """The table as everybody sees it."""
    over = view.is_over
    outcome = view.outcome()
    scores = outcome.points
    dirk = view.dirk
    position = view.position
    cities = tuple(zip(position.city, position.city_key, strict=True))
    scoring = len(view.scored)
    forecast_key = (cities, dirk, scoring)
    chances_key = (view.deck_left, scoring)
    return {
        "ply": ply,
        "seat": view.seat,
        "phase": view.phase.value,
        "market": [tile.name if tile else None for tile in view.market],
        "row": [card.name if card else None for card in view.row],
        "players": _players(
            view, scores, hands or view.hands, cities, remembered, open_hands=over or open_hands
        ),
        "dirk": None if dirk is None else {"points": scores[-1], "tiles": names(dirk)},
        "awards": [{"tile": tile.name, "seat": seat} for tile, seat in view.awards.items()],
        "deck": view.deck_left,
        "bag": view.bag_left,
        "discard": remembered.get("discard", tuple(position.discard), lambda: names(view.discard)),
        "tiles_to_come": remembered.get("bag", view.bag_left, lambda: names(view.tiles_left())),
        "steps": steps,
        "sheets": sheets,
        "forecast": (
            None
            if over
            else remembered.get("forecast", forecast_key, lambda: sheet_shown(view.sheet()))
        ),
        "chances": remembered.get("chances", chances_key, lambda: _chances(view)),
        "winners": list(outcome.winners),
    }


def _chances(view: View) -> list[float]:
    return [float(view.scoring_chance(cards)) for cards in REFILLS]


def _players(
    view: View,
    scores: tuple[int, ...],
    hands: tuple[tuple[Card, ...], ...],
    keys: tuple[object, ...],
    remembered: Remembered,
    *,
    open_hands: bool,
) -> list[PlayerShown]:
    reserves, waiting = view.reserves, view.waiting
    players: list[PlayerShown] = []
    for seat in range(len(hands)):
        city, wall = remembered.get(seat, keys[seat], partial(_city, view, seat))
        players.append(
            {
                "points": scores[seat],
                "cards": len(hands[seat]),
                "hand": names(hands[seat]) if open_hands else None,
                "city": city,
                "wall": wall,
                "reserve": names(reserves[seat]),
                "waiting": names(waiting) if seat == view.seat else [],
            }
        )
    return players


def _city(view: View, seat: int) -> tuple[list[PlacedTile], list[WallSide]]:
    """The tiles and the wall of a city."""
    city = view.cities[seat]
    placed = [(tile.name, cell.x, cell.y) for cell, tile in city.tiles.items()]
    return placed, [(cell.x, cell.y, SIDE_LETTERS[side]) for cell, side in city.wall()]


def names(pieces: tuple[Tile, ...] | tuple[Card, ...]) -> list[str]:
    """Pieces as records write them."""
    return [piece.name for piece in pieces]


class Unseen:
    """Deck and hands of a position together, from which what a seat sees is taken away."""

    def __init__(self, view: View, *, open_hands: bool) -> None:
        self.hands = view.hands
        self._open_hands = open_hands
        self._counts = [0] * 256  # by the card's code; scoring cards lie beyond the money
        for code in view.position.deck_order:  # of a view: in no order that tells
            self._counts[code] += 1
        if not open_hands:
            for hand in self.hands:
                for card in hand:
                    self._counts[card.code] += 1

    def to_come(self, seat: int | None) -> list[list[int]]:
        """Deck and hidden hands, as ``view.shown()`` counts them, by currency and value."""
        counts = self._counts.copy()
        if seat is not None and not self._open_hands:
            for card in self.hands[seat]:
                counts[card.code] -= 1
        return [counts[start + 1 : start + 10] for start in range(0, 64, 16)]


def own(
    view: View, fold: Fold, unseen: Unseen, seat: int | None, *, may_ask_undo: bool = False
) -> Own:
    """What a page sees that acts for this seat; with none, a spectator's or a closed curtain."""
    acts = seat is not None and seat == view.seat and not fold.seats[seat].bot
    acts = acts and fold.status == "playing"
    return {
        "seat": seat,
        "hand": [] if seat is None else purses(unseen.hands[seat]),
        "to_come": unseen.to_come(seat),
        "legal": legal_shown(view) if acts and view.phase in _DECIDING else None,
        "can_take_back": acts and bool(fold.steps),
        "can_confirm": acts and view.phase is Phase.REFILL,
        "can_ask_undo": may_ask_undo,
    }


@lru_cache(maxsize=4096)
def purses(hand: tuple[Card, ...]) -> list[Purse]:
    """A hand by currency, empty purses left out."""
    found: list[Purse] = []
    for currency in CURRENCIES:
        cards = [card for card in hand if card.currency is currency]
        if cards:
            found.append(
                {
                    "currency": currency.value,
                    "cards": [card.name for card in cards],
                    "worth": worth(cards),
                }
            )
    return found
