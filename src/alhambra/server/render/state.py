"""The state shown to a page, as JSON. Everything comes from views, which have nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import sub

from alhambra.city import City
from alhambra.core.position import Position
from alhambra.pieces import CURRENCIES, Card, Tile, cards_in, tiles_in, worth
from alhambra.scoring import Sheet
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.board import (
    Award,
    DirkShown,
    PlacedTile,
    Purse,
    ScoringWindow,
    WallSide,
)
from alhambra.server.render.happenings import sheet_shown
from alhambra.server.render.legal import legal_text
from alhambra.server.runtime.json_text import Parts, Remembered, as_object, differing, text
from alhambra.table import Phase, chance_in_window
from alhambra.view import View

REFILLS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class BoardParts:
    """A ``Board``, and the ``players`` of it apart."""

    fields: Parts
    players: tuple[Parts, ...]

    def whole(self) -> str:
        """The ``Board``."""
        players = ",".join([as_object(player) for player in self.players])
        return as_object((*self.fields, f'"players":[{players}]'))

    def changes(self, before: BoardParts) -> str:
        """What differs from an earlier board, a ``BoardChanges``."""
        changed = differing(self.fields, before.fields)
        if self.players != before.players:
            both = zip(self.players, before.players, strict=True)
            players = ",".join([as_object(differing(now, then)) for now, then in both])
            changed.append(f'"players":[{players}]')
        return as_object(changed)


def board(
    view: View,
    remembered: Remembered,
    *,
    ply: int,
    steps: list[str],
    sheets: Sequence[Sheet],
    open_hands: bool,
) -> BoardParts:
    """The table as everybody sees it."""
    position, field = view.position, remembered.field
    dirk, over, seat_now = view.dirk, view.is_over, view.seat
    deck, bag, scored = view.deck_left, view.bag_left, position.scored
    market, row, discard = position.market_tiles, position.row_cards, position.discard
    cities = list(zip(position.city, position.city_key, position.reserve, strict=True))
    points, pending = tuple(position.score), position.pending
    players = [
        _player(
            view,
            remembered,
            seat,
            hand,
            cities[seat],
            points[seat],
            pending if seat == seat_now else 0,
            open_hands=over or open_hands,
        )
        for seat, hand in enumerate(hands_in(position))
    ]
    luck = (position.draw_pile, deck, scored, seat_now)
    stand = (over, cities, dirk, scored)
    fields = (
        f'"ply":{ply}',
        _whose_turn(seat_now, view.phase),
        field("market", market, lambda: _or_none(view.market)),
        field("row", row, lambda: _or_none(view.row)),
        field("dirk", (dirk, points[2]), lambda: _dirk(dirk, points[2])),
        field("awards", (market, position.owners), lambda: _awards(view)),
        f'"deck":{deck}',
        f'"bag":{bag}',
        field("discard", discard, lambda: names(view.discard)),
        field("tiles_to_come", bag, lambda: names(view.tiles_left())),
        f'"steps":{_list(steps)}',
        field("sheets", tuple(sheets), lambda: [sheet_shown(sheet) for sheet in sheets]),
        field("forecast", stand, lambda: None if over else sheet_shown(view.sheet())),
        remembered.get("luck", luck, lambda: _luck(view)),
        field("places", points, lambda: view.places),
        f'"winners":{_list(view.outcome().winners if over else ())}',
    )
    return BoardParts(fields, tuple(players))


@lru_cache(maxsize=64)
def _whose_turn(seat: int, phase: Phase) -> str:
    """Fields without braces."""
    return f'"seat":{seat},"phase":"{phase.value}"'


def _list(items: Sequence[object]) -> str:
    """For lists that are empty most of the time."""
    return text(items) if items else "[]"


def _dirk(tiles: tuple[Tile, ...] | None, points: int) -> DirkShown | None:
    return None if tiles is None else {"points": points, "tiles": names(tiles)}


def _awards(view: View) -> list[Award]:
    return [{"tile": tile.name, "seat": seat} for tile, seat in view.awards.items()]


def _luck(view: View) -> str:
    """The fields about the next scoring card, without braces."""
    cards = [view.cards_before_turn_of(seat) for seat in range(len(view.names))]
    return _luck_text(view.scoring_window(), tuple(cards))


@lru_cache(maxsize=4096)
def _luck_text(window: tuple[int, int] | None, cards: tuple[int, ...]) -> str:
    """``cards`` has for each seat how many are used before its next turn."""
    shown: ScoringWindow | None = window and {"free": window[0], "within": window[1]}
    return (
        f'"chances":{text([float(chance_in_window(window, n)) for n in REFILLS])},'
        f'"window":{text(shown)},'
        f'"before_turn":{text([float(chance_in_window(window, n)) for n in cards])}'
    )


def _player(
    view: View,
    remembered: Remembered,
    seat: int,
    hand: Hand,
    city: tuple[int, int, int],
    points: int,
    pending: int,
    *,
    open_hands: bool,
) -> Parts:
    """A ``PlayerShown``, cached: most actions change one player, and few change a city. ``city``
    is the key of the city's cache, ``pending`` the tiles that the seat has not placed yet."""

    def write() -> Parts:
        laid = remembered.get(("city", seat), city, lambda: _city(view, seat))
        shown = "null"
        if open_hands:
            purses = [cards_in(purse, currency) for currency, purse in enumerate(hand)]
            shown = _list(names(tuple(chain(*purses))))
        return (
            f'"points":{points}',
            f'"cards":{sum(map(_size, hand))}',
            f'"hand":{shown}',
            laid,
            f'"reserve":{_list(names(tiles_in(city[2])))}',
            f'"waiting":{_list(names(tiles_in(pending)))}',
        )

    follows_from = (city, points, hand, open_hands, pending)
    return remembered.get(("player", seat), follows_from, write)


def _city(view: View, seat: int) -> str:
    """The fields for tiles and wall of a city, without braces."""
    city = City.of(view.position, seat)
    return f'"city":{text(placed(city))},"wall":{text(wall_sides(city))}'


def placed(city: City) -> list[PlacedTile]:
    """The tiles of a city."""
    return [(tile.name, cell.x, cell.y) for cell, tile in city.tiles.items()]


def wall_sides(city: City) -> list[WallSide]:
    """The longest wall of a city, side by side."""
    return [(cell.x, cell.y, side.letter) for cell, side in city.wall()]


def _or_none(pieces: tuple[Tile | None, ...] | tuple[Card | None, ...]) -> list[str | None]:
    return [piece.name if piece else None for piece in pieces]


def names(pieces: tuple[Tile, ...] | tuple[Card, ...]) -> list[str]:
    """Pieces as records write them."""
    return [piece.name for piece in pieces]


Hand = tuple[int, ...]
"""Four purses of the core."""


def hands_in(position: Position) -> list[Hand]:
    """Everybody's money."""
    purses = position.hand
    return [tuple(purses[4 * seat : 4 * seat + 4]) for seat in range(position.players)]


class Unseen:
    """The cards in deck and hidden hands of a position; ``to_come`` subtracts a seat's own."""

    def __init__(self, view: View, *, open_hands: bool) -> None:
        self.hands = hands_in(view.position)
        self._open_hands = open_hands
        self._left = view.money_to_come(range(len(self.hands)) if open_hands else ())

    def to_come(self, seat: int | None) -> str:
        """What ``view.shown()`` counts, by currency and value."""
        if seat is None or self._open_hands:
            return f"[{','.join(map(_counts, self._left))}]"
        return f"[{','.join(map(_counts, map(sub, self._left, self.hands[seat])))}]"


@lru_cache(maxsize=4096)
def _size(purse: int) -> int:
    """The number of cards in a purse."""
    return len(cards_in(purse, 0))


_THREE = [f"{n & 3},{n >> 2 & 3},{n >> 4}" for n in range(64)]  # a third of a purse


def _counts(purse: int) -> str:
    """How many of each value."""
    return f"[{_THREE[purse & 63]},{_THREE[purse >> 6 & 63]},{_THREE[purse >> 12]}]"


@dataclass(frozen=True, slots=True)
class OwnParts:
    """An ``Own``: what only the page of this seat sees. The legal actions are apart, because they
    are long, and hardly ever the same as before."""

    fields: Parts
    legal: str

    def whole(self) -> str:
        """The ``Own``."""
        return as_object((*self.fields, self.legal))

    def changes(self, before: Parts | None) -> str:
        """What differs from earlier fields, and the legal actions: a ``OwnChanges``."""
        changed = differing(self.fields, before) if before else self.fields
        return as_object((*changed, self.legal))


def own(
    view: View, fold: Fold, unseen: Unseen, seat: int | None, *, may_ask_undo: bool = False
) -> OwnParts:
    """What the page of this seat sees. ``seat`` is None for a spectator and behind a closed
    curtain."""
    acts = seat is not None and seat == view.seat and not fold.seats[seat].bot
    acts = acts and fold.status == "playing"
    return own_parts(
        view,
        unseen,
        seat,
        acts=acts,
        take_back=acts and bool(fold.steps),
        confirm=acts and view.phase is Phase.REFILL,
        ask_undo=may_ask_undo,
    )


def own_parts(
    view: View,
    unseen: Unseen,
    seat: int | None,
    *,
    acts: bool,
    take_back: bool,
    confirm: bool,
    ask_undo: bool,
) -> OwnParts:
    """What the page of a seat sees that may do these things now."""
    hand = "[]" if seat is None else money(unseen.hands[seat])
    fields = (
        f'"seat":{"null" if seat is None else seat}',
        f'"hand":{hand}',
        f'"to_come":{unseen.to_come(seat)}',
        _may(take_back, confirm, ask_undo),
    )
    legal = legal_text(view) if acts and view.phase.is_decision else "null"
    return OwnParts(fields, f'"legal":{legal}')


@lru_cache(maxsize=8)
def _may(take_back: bool, confirm: bool, ask_undo: bool) -> str:
    """Fields without braces."""
    may = {"can_take_back": take_back, "can_confirm": confirm, "can_ask_undo": ask_undo}
    return text(may)[1:-1]


def money(hand: Hand) -> str:
    """A hand by currency, empty purses left out."""
    return f"[{','.join([_purse(n, purse) for n, purse in enumerate(hand) if purse])}]"


@lru_cache(maxsize=4096)
def _purse(currency: int, purse: int) -> str:
    """The cards of a hand in one currency: a ``Purse``."""
    cards = cards_in(purse, currency)
    shown: Purse = {
        "currency": CURRENCIES[currency].value,
        "cards": names(cards),
        "worth": worth(cards),
    }
    return text(shown)
