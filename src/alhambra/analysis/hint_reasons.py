"""A reason in one line for each action of a hint.

Each is a fact about the table: what the action does at once, or what it does not do that the best
action does. Texts for players are `hint.why.CODE` in the message files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from alhambra.actions import (
    Action,
    Build,
    Buy,
    Give,
    LegalActions,
    Place,
    Reserve,
    Swap,
    Take,
    action_of,
)
from alhambra.analysis.results import Why
from alhambra.city import City
from alhambra.core import building, turns
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.pieces import CURRENCIES, KINDS, SCORINGS, Cell, Kind, Tile, cards_in, worth
from alhambra.scoring import Sheet

POINTS = 3  # fewer are not worth telling
ROOM = 3  # tiles to come that fit in addition

Found = Iterator[Why]


def reasons_of(
    position: Position, codes: Sequence[int], leading: int, *, open_hands: bool = True
) -> list[Why]:
    """A reason for each action. The first ``leading`` are the best: they are told what speaks for
    them. The others are told what the best action does better. Without ``open_hands`` no reason
    speaks of the money of the other seats."""
    effects = [Effect(position, action_of(code), open_hands) for code in codes]
    if len(LegalActions(position, action_of)) == 1:
        return [Why("only", {})]
    return [
        _first(effect.merits() if n < leading else effect.faults(effects[0])) or Why("followed", {})
        for n, effect in enumerate(effects)
    ]


def _first(found: Iterable[Why]) -> Why | None:
    return next(iter(found), None)


@dataclass
class Effect:
    """What an action does at once."""

    before: Position
    action: Action
    open_hands: bool = True

    @cached_property
    def seat(self) -> int:
        """Who acts."""
        return self.before.seat

    @cached_property
    def after(self) -> Position:
        """The position right after the action: nothing is drawn."""
        position = self.before.clone()
        turns.play(position, self.action.code)
        return position

    @cached_property
    def built(self) -> Position:
        """The same, with a tile that was bought in the cell where it makes the longest wall."""
        if not isinstance(self.action, Buy):
            return self.after
        tile, cell = self.action.tile, best_cell(City.of(self.before, self.seat), self.action.tile)
        position = self.after.clone()
        if cell:
            building.put(position, self.seat, tile.index, cell.code)
        return position

    @cached_property
    def wall(self) -> int:
        """The longest wall then."""
        return building.longest_wall(self.built, self.seat)

    @cached_property
    def gains(self) -> dict[Kind, int]:
        """The points for each kind that the action brings if the next scoring took place now."""
        return {
            kind: points[self.seat] for kind, points in _changes(self.before, self.built).items()
        }

    @cached_property
    def room(self) -> int:
        """How many of the tiles to come fit somewhere in the city."""
        city = City.of(self.built, self.seat)
        return sum(bool(city.spots(tile)) for tile in tiles_to_come(self.before))

    @cached_property
    def pays_exactly(self) -> set[Tile]:
        """The tiles of the market that the seat can pay exactly then."""
        return {tile for tile in _market(self.after) if can_pay(self.after, self.seat, tile, True)}

    # What speaks for it

    def merits(self) -> Found:
        """What speaks for the action, the weightiest first."""
        match self.action:
            case Buy():
                yield from self._exact()
                yield from self._points()
                yield from self._wall()
                yield from self._denied()
            case Take():
                yield from self._money()
            case Place() | Build() | Swap():
                yield from self._wall()
                yield from self._points()
                yield Why("room", {"n": self.room, "tiles": len(tiles_to_come(self.before))})
            case Reserve(tile=tile):
                if not City.of(self.before, self.seat).spots(tile):
                    yield Why("fits_nowhere", {"tile": str(tile)})
            case Give(tile=tile):
                yield from self._kept_from(tile)

    def _exact(self) -> Found:
        if isinstance(self.action, Buy) and self.action.exact:
            legal = LegalActions(self.after, action_of)
            again = [buy for buy in legal if isinstance(buy, Buy) and buy.exact]
            yield Why("exact_again", {"tile": str(again[0].tile)}) if again else Why("exact", {})

    def _points(self) -> Found:
        kind = max(KINDS, key=lambda each: self.gains[each])
        if self.gains[kind] >= POINTS:
            yield Why("points", {"kind": kind.value, "n": self.gains[kind]})

    def _wall(self) -> Found:
        before = building.longest_wall(self.before, self.seat)
        if self.wall > before:
            yield Why("wall", {"from": before, "to": self.wall})

    def _denied(self) -> Found:
        if isinstance(self.action, Buy):
            for rival in self._rivals_for(self.action.tile):
                yield Why("denied", {"tile": str(self.action.tile), "rival": rival})

    def _rivals_for(self, tile: Tile) -> Iterator[int]:
        """The seats that can pay a tile exactly, the one that acts next first; none if their hands
        are closed."""
        players = self.before.players
        for turn in range(1, players if self.open_hands else 1):
            rival = (self.seat + turn) % players
            if can_pay(self.before, rival, tile, exactly=True):
                yield rival

    def _money(self) -> Found:
        assert isinstance(self.action, Take)
        before, seat, cards = self.before, self.seat, self.action.cards
        for tile in sorted(self.pays_exactly, key=lambda tile: -tile.price):
            if not can_pay(before, seat, tile, exactly=True):
                yield Why("pays_exactly", {"tile": str(tile)})
        for tile in _market(self.after):
            if can_pay(self.after, seat, tile) and not can_pay(before, seat, tile):
                yield Why("pays", {"tile": str(tile)})
        if len(cards) > 1:
            yield Why("cards", {"n": len(cards)})
        currency = cards[0].currency
        number = CURRENCIES.index(currency)
        held = worth(cards_in(self.after.hand[4 * seat + number], number))
        yield Why("holds", {"currency": currency.value, "n": held})

    def _kept_from(self, tile: Tile) -> Found:
        change = _changes(self.before, self.after)[tile.kind]
        for rival in range(self.before.players):
            if rival != self.seat and change[rival] < 0:
                params = {"kind": tile.kind.value, "rival": rival, "n": -change[rival]}
                yield Why("kept_from", params)

    # What speaks against it

    def faults(self, best: Effect) -> Found:
        """What the best action does better, the weightiest first."""
        mine, other = self.action, best.action
        if isinstance(other, Buy) and self._leaves(other.tile):
            for rival in self._rivals_for(other.tile):
                yield Why("leaves", {"tile": str(other.tile), "rival": rival})
            if other.exact:
                yield Why("ends_turn", {"tile": str(other.tile)})
        if isinstance(mine, Buy) and _overpaid(mine) > _overpaid(other):
            yield Why("overpays", {"n": _overpaid(mine)})
        if isinstance(mine, Take) and isinstance(other, Take):
            for tile in sorted(best.pays_exactly - self.pays_exactly, key=lambda tile: -tile.price):
                yield Why("not_exactly", {"tile": str(tile)})
        if isinstance(mine, Reserve) and isinstance(other, Place):
            yield Why("not_scoring", {})
        yield from self._shortfalls(best)

    def _leaves(self, tile: Tile) -> bool:
        """Whether the action ends the turn without this tile of the market."""
        if isinstance(self.action, Buy):
            return not self.action.exact and self.action.tile != tile
        return True

    def _shortfalls(self, best: Effect) -> Found:
        if best.wall > self.wall:
            yield Why("shorter", {"wall": self.wall, "better": best.wall})
        kind = max(KINDS, key=lambda each: best.gains[each] - self.gains[each])
        if best.gains[kind] - self.gains[kind] >= POINTS:
            less = best.gains[kind] - self.gains[kind]
            yield Why("fewer_points", {"kind": kind.value, "n": less})
        if isinstance(self.action, Place) and best.room - self.room >= ROOM:
            yield Why("less_room", {"fits": self.room, "better": best.room})
        if isinstance(self.action, Take) and isinstance(best.action, Take):
            less = worth(best.action.cards) - worth(self.action.cards)
            if less > 0:
                yield Why("less_money", {"n": less})


def _overpaid(action: Action) -> int:
    return worth(action.cards) - action.tile.price if isinstance(action, Buy) else 0


def _changes(before: Position, after: Position) -> dict[Kind, tuple[int, ...]]:
    """By how much each seat's points for each kind change, if the next scoring took place now."""
    coming = SCORINGS[min(before.scored, 2)]
    old, new = Sheet.of(before, coming), Sheet.of(after, coming)
    return {
        kind: tuple(
            b - a for a, b in zip(old.kinds[kind].points, new.kinds[kind].points, strict=True)
        )
        for kind in KINDS
    }


def best_cell(city: City, tile: Tile) -> Cell | None:
    """The cell in which a tile makes the longest wall; None if it fits nowhere."""
    walls = {cell: wall for cell, wall in city.prospects(tile).items() if isinstance(wall, int)}
    return max(walls, key=lambda cell: walls[cell], default=None)


def can_pay(position: Position, seat: int, tile: Tile, exactly: bool = False) -> bool:
    """Whether a seat has the money for a tile of the market."""
    square = position.market_tiles.index(tile.index)
    cards = cards_in(position.hand[4 * seat + square], square)
    if not exactly:
        return worth(cards) >= tile.price
    sums = {0}
    for card in cards:
        sums |= {each + card.value for each in sums}
    return tile.price in sums


def tiles_to_come(position: Position) -> list[Tile]:
    """The tiles of bag and market."""
    return [Tile.of(index) for index in position.bag_order] + _market(position)


def _market(position: Position) -> list[Tile]:
    return [Tile.of(index) for index in position.market_tiles if index != c.NO_TILE]
