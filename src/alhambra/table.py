"""The public state of a game: what games and views have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product

from alhambra.actions import Action, Build, Buy, LegalActions, Place, action_of
from alhambra.city import City, picture_of, pictures_of
from alhambra.core import building, dealing
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.drawing.pictures import CardPicture, DirkPicture, SeatPicture, TablePicture
from alhambra.legality import why_not
from alhambra.pieces import (
    CARDS,
    CURRENCIES,
    SCORINGS,
    TILES,
    Card,
    Currency,
    Scoring,
    Tile,
    cards_in,
    tiles_in,
)
from alhambra.reasons import Reason
from alhambra.scoring import Outcome, Sheet


class Phase(StrEnum):
    """What a game waits for."""

    ACT = "act"  # the seat's action
    PLACE = "place"  # the seat's bought tiles
    AWARD = "award"  # the seat's awarded tiles
    OVER = "over"
    REFILL = "refill"  # the turn is over; ``reveal`` refills row and market
    RESHUFFLE = "reshuffle"  # the order of the new deck

    @property
    def is_decision(self) -> bool:
        """Does the game wait for a seat to choose an action?"""
        return self in _DECISIONS


_DECISIONS = (Phase.ACT, Phase.PLACE, Phase.AWARD)
PHASES = tuple(Phase)  # in the order of the core's numbers
_TILES: dict[int, Tile | None] = {**dict(enumerate(TILES)), c.NO_TILE: None}
_CARDS: dict[int, Card | None] = {**{card.code: card for card in CARDS}, c.NO_CARD: None}

CARDS_PER_TURN = 1
"""How many cards a turn takes from the row, on average and rounded, in games of the bots."""


class Table:
    """A position to read from. Seats count from 0."""

    __slots__ = ("_names", "_position")

    _names: tuple[str, ...]
    _position: Position

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seat order."""
        return self._names

    @property
    def seat(self) -> int:
        """The seat to act; at the end of a turn still the one whose turn it was."""
        return self._position.seat

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return PHASES[self._position.phase]

    @property
    def is_over(self) -> bool:
        """Has the last scoring taken place?"""
        return self._position.phase == c.OVER

    @property
    def market(self) -> tuple[Tile | None, ...]:
        """The four squares, None where empty."""
        return tuple(map(_TILES.__getitem__, self._position.market_tiles))

    @property
    def row(self) -> tuple[Card | None, ...]:
        """The four places of the money row, None where empty."""
        return tuple(map(_CARDS.__getitem__, self._position.row_cards))

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Everybody's money, sorted."""
        purses = self._position.hand
        return tuple(
            tuple(card for i in range(4) for card in cards_in(purses[4 * seat + i], i))
            for seat in range(len(self._names))
        )

    @property
    def cities(self) -> tuple[City, ...]:
        """Everybody's city."""
        return tuple(City.of(self._position, seat) for seat in range(len(self._names)))

    @property
    def reserves(self) -> tuple[tuple[Tile, ...], ...]:
        """Everybody's reserve."""
        return tuple(tiles_in(bits) for bits in list(self._position.reserve)[: len(self._names)])

    @property
    def waiting(self) -> tuple[Tile, ...]:
        """The tiles the seat has bought or been awarded and not placed yet."""
        return tiles_in(self._position.pending)

    @property
    def awards(self) -> dict[Tile, int]:
        """At the end: awarded tiles that are not placed yet, with the seats that get them."""
        pairs = zip(self._position.market_tiles, self._position.owners, strict=True)
        return {Tile.of(tile): owner for tile, owner in pairs if owner != c.NOBODY}

    @property
    def dirk(self) -> tuple[Tile, ...] | None:
        """Dirk's tiles; None when there are more than two players."""
        return tiles_in(self._position.dirk) if len(self._names) == 2 else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's points; with two players Dirk's last."""
        return Outcome.of(self._position).points

    @property
    def places(self) -> tuple[int, ...]:
        """Every player's place by points, counted from 1. Tied players share a place; Dirk takes
        none."""
        points = self.scores[: len(self._names)]
        return tuple(1 + sum(other > own for other in points) for own in points)

    @property
    def deck_left(self) -> int:
        """Cards in the deck, scoring cards counted."""
        return self._position.deck_size

    @property
    def bag_left(self) -> int:
        """Tiles in the bag."""
        return self._position.bag_size

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard pile, sorted."""
        return tuple(card for i in range(4) for card in cards_in(self._position.discard[i], i))

    @property
    def scored(self) -> tuple[Scoring, ...]:
        """The scorings that have taken place."""
        if not self.is_over:
            return SCORINGS[: self._position.scored]
        hidden = self._position.deck_order
        cards = ((Scoring.A, c.SCORING_A), (Scoring.B, c.SCORING_B))
        return (*(scoring for scoring, code in cards if code not in hidden), Scoring.C)

    @property
    def position(self) -> Position:
        """A copy of the core's position, for compiled code."""
        return self._position.clone()

    # Acting

    @property
    def legal_actions(self) -> LegalActions:
        """What the seat may do; empty where the game waits for a refill, or is over."""
        return LegalActions(self._position, action_of)

    def why_not(self, action: Action) -> Reason | None:
        """Why the action may not be played now; None where it may."""
        return why_not(self._position, action)

    def exact_chains(self) -> Iterator[tuple[Buy, ...]]:
        """Every set of exact purchases that the seat can make in a row, in the order of the
        squares. Each square sells for its own currency, so no purchase prevents another."""
        buys = [a for a in self.legal_actions if isinstance(a, Buy) and a.exact]
        choices: list[list[Buy | None]] = [
            [None, *(buy for buy in buys if buy.cards[0].currency is currency)]
            for currency in CURRENCIES
        ]
        for chain in product(*choices):
            bought = tuple(buy for buy in chain if buy)
            if bought:
                yield bought

    def longest_exact_chain(self) -> tuple[Buy, ...]:
        """The longest of ``exact_chains``, each tile paid with as few cards as possible."""
        return longest_exact_chain(a for a in self.legal_actions if isinstance(a, Buy))

    def way_into_city(self, tile: Tile) -> type[Place] | type[Build] | None:
        """The kind of action that would put the tile into the city of the seat now, or None. It
        does not say whether the tile fits anywhere."""
        if self.phase is Phase.ACT:
            return Build if tile in self.reserves[self.seat] else None
        return Place if tile in self.waiting else None

    # Looking ahead

    def next_scoring(self) -> Scoring:
        """The next scoring; C once A and B have taken place."""
        return SCORINGS[min(self._position.scored, 2)]

    def sheet(self, scoring: Scoring | str | None = None) -> Sheet:
        """A scoring as if it took place now. Defaults to the next one."""
        return Sheet.of(self._position, Scoring(scoring or self.next_scoring()))

    def sheet_with(self, seat: int, city: City, scoring: Scoring | str | None = None) -> Sheet:
        """A scoring as if it took place now and the seat had this city instead of its own."""
        position = self._position.clone()
        new = {tile.index: cell.code for cell, tile in city.tiles.items()}
        for tile in tiles_in(position.city[seat]):
            building.lift_out(position, seat, tile.index)
        for index, cell in new.items():
            building.put(position, seat, index, cell)
        return Sheet.of(position, Scoring(scoring or self.next_scoring()))

    def scoring_chance(self, cards: int | None = None) -> Fraction:
        """The chance that a scoring card turns up when ``cards`` places of the row are refilled.
        Defaults to the places that are empty now."""
        position = self._position
        if cards is None:
            cards = position.row_cards.count(c.NO_CARD)
        return chance_in_window(self.scoring_window(), cards)

    def scoring_window(self) -> tuple[int, int] | None:
        """Where the next scoring card can be, as two numbers of money cards from the top of the
        deck: it does not turn up with the first ones, and it has turned up with the second at the
        latest. None after the second scoring."""
        hidden = self._position.deck_order
        for code, pile in ((c.SCORING_A, 1), (c.SCORING_B, 3)):
            if code in hidden:
                return dealing.scoring_window(self._position, pile)
        return None

    def chance_before_turn_of(self, seat: int | None = None) -> Fraction:
        """The chance that a scoring card turns up before the next turn of a seat (by default the
        one to act), if every turn until then uses as many cards as turns do on average."""
        return self.scoring_chance(self.cards_before_turn_of(seat))

    def cards_before_turn_of(self, seat: int | None = None) -> int:
        """The cards used before the next turn of a seat (by default the one to act), if every turn
        until then uses as many as turns do on average."""
        players = len(self._names)
        turns = (self.seat if seat is None else seat) - self.seat
        return CARDS_PER_TURN * (turns % players or players)

    def cards_left(self) -> Counter[Card]:
        """The money cards in the deck, as a player with perfect memory would know them."""
        hidden = Counter(self._position.deck_order)
        codes = (code for code in sorted(hidden) if code < c.SCORING_A)
        return Counter({Card.of(code): hidden[code] for code in codes})

    def tiles_left(self) -> tuple[Tile, ...]:
        """The tiles in the bag, sorted, so that the order reveals nothing."""
        return tuple(Tile.of(n) for n in sorted(self._position.bag_order))

    def outcome(self) -> Outcome:
        """Points of every seat, and who has won once the game is over."""
        return Outcome.of(self._position)

    # Pictures

    def picture(self) -> TablePicture:
        """What a drawing needs to know, with all hands open."""
        return TablePicture(
            seats=tuple(self._seat_picture(seat) for seat in range(len(self._names))),
            market=tuple(picture_of(tile) if tile else None for tile in self.market),
            row=tuple(_card_picture(card) if card else None for card in self.row),
            deck=self.deck_left,
            bag=self.bag_left,
            turn=None if self.is_over else self.seat,
            phase=self.phase.value,
            dirk=self._dirk_picture(),
        )

    def _dirk_picture(self) -> DirkPicture | None:
        tiles = self.dirk
        return None if tiles is None else DirkPicture(pictures_of(tiles), self.scores[-1])

    def _seat_picture(self, seat: int) -> SeatPicture:
        return SeatPicture(
            name=self._names[seat],
            points=self.scores[seat],
            hand=tuple(_card_picture(card) for card in self.hands[seat]),
            city=self.cities[seat].picture(),
            reserve=pictures_of(self.reserves[seat]),
            waiting=pictures_of(self.waiting) if seat == self.seat else (),
        )

    def _repr_svg_(self) -> str:
        from alhambra.drawing.table import draw_table  # imported lazily: drawing is optional

        return draw_table(self.picture())


@lru_cache(maxsize=4096)
def chance_in_window(window: tuple[int, int] | None, cards: int) -> Fraction:
    """The chance that a scoring card is among the next ``cards``, for a ``scoring_window``."""
    if window is None:
        return Fraction(0)
    start, end = window
    return Fraction(max(0, min(cards, end) - start), end - start)


def longest_exact_chain(buys: Iterable[Buy]) -> tuple[Buy, ...]:
    """The most exact purchases among ``buys`` that can be made in a row, in the order of the
    squares: one for each currency, with as few cards as possible."""
    best: dict[Currency, Buy] = {}
    for buy in buys:
        currency = buy.cards[0].currency
        if buy.exact and (currency not in best or len(buy.cards) < len(best[currency].cards)):
            best[currency] = buy
    return tuple(best[currency] for currency in CURRENCIES if currency in best)


def _card_picture(card: Card) -> CardPicture:
    return CardPicture(card.currency.value, card.value)
