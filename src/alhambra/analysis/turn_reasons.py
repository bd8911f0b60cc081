"""Why another turn would have been better, and what speaks against it.

Each reason is a measured difference between two lines: between the positions they leave, or in
games simulated from them (``courses``). Those of the second kind are given only if they are
significant. What speaks against the better line is measured too; if that weighs more, or nothing
weighs enough, there is no simple reason, and none is given. Texts for players are `why.CODE` in the
message files.

Weights are roughly points. They only choose which reasons are given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from alhambra.actions import Buy, Give, Reserve
from alhambra.analysis.candidates import Candidate
from alhambra.analysis.courses import Course, courses_of, points_ahead
from alhambra.analysis.hint_reasons import best_cell, can_pay, tiles_to_come
from alhambra.analysis.results import Why
from alhambra.city import City
from alhambra.core import building, dealing
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.pieces import KINDS, SCORINGS, Tile, cards_in, worth
from alhambra.scoring import Sheet

ORDERS = 16
SURE = 2.0  # standard errors
TOLD = 2  # reasons given
ENOUGH = 1.0  # the least weight of the first reason, and of what speaks against it
OUTWEIGHED = 0.6  # the least weight of the reasons, as a share of what speaks against them
OFTEN = 0.25  # the least difference of two frequencies
SOME_POINTS = 1.5  # the least mean difference of points for a kind
CERTAIN = 20.0  # the weight of a game won or lost for certain
FEW = 0.1  # of the tiles to come; a smaller difference is not given
# These say that a line is better rather than why.
LATER = ("tiles_more", "ahead_later")
# Only the weightiest of each set is given: they say nearly the same.
ALIKE = (
    {"wall", "wall_later", "growth"},
    {"gets", "pays_exactly", "exact_next"},
    {"points", "kind_later"},
    {"money", "cards", "overpays"},
    {"reserved", "given", "waits"},
    {"scoring_ahead", "scoring_behind"},
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A reason and its weight; below 0 it speaks for the line played."""

    weight: float
    why: Why


def turn_reasons(
    better: Candidate, played: Candidate, seat: int, seed: int
) -> tuple[tuple[Why, ...], Why | None]:
    """Up to two reasons for the better line, and what speaks against it nevertheless. Without
    reasons there is no simple explanation."""
    found = Comparison(better, played, seat, seed).all()
    speaking = sorted((each for each in found if each.weight > 0), key=_by_use)
    reasons = _distinct(speaking)[:TOLD]
    against = sorted((each for each in found if each.weight < 0), key=_by_weight)[:TOLD]
    total = sum(each.weight for each in reasons)
    outweighed = total < OUTWEIGHED * -sum(each.weight for each in against)
    if max((each.weight for each in reasons), default=0) < ENOUGH or outweighed:
        return (), None
    nevertheless = against[0].why if against and -against[0].weight > ENOUGH else None
    return tuple(each.why for each in reasons), nevertheless


def _by_weight(each: Weighed) -> float:
    return -abs(each.weight)


def _by_use(each: Weighed) -> tuple[bool, int, float]:
    """What a player can see on the table first, then what shows only later; light reasons last."""
    later = LATER.index(each.why.code) + 1 if each.why.code in LATER else 0
    return each.weight < ENOUGH, later, -each.weight


def _distinct(found: Sequence[Weighed]) -> list[Weighed]:
    """The reasons without those that say nearly the same as a weightier one."""
    kept: list[Weighed] = []
    for each in found:
        codes = {other.why.code for other in kept}
        if not any(each.why.code in group and codes & group for group in ALIKE):
            kept.append(each)
    return kept


class Side:
    """One of the two lines."""

    def __init__(self, line: Candidate, seat: int, seed: int) -> None:
        self.actions, self.end, self._seat, self._seed = line.actions, line.end, seat, seed
        self.is_followed = line.is_followed_by_a_draw
        self.certain_share = float(line.shares[seat]) if line.is_certain else None

    @cached_property
    def courses(self) -> list[Course]:
        """What comes of it; nothing if nothing is drawn after it."""
        if not self.is_followed:
            return []
        return courses_of(self.end, self.actions, self._seat, ORDERS, self._seed)

    @cached_property
    def buys(self) -> list[Buy]:
        """What is bought in it."""
        return [action for action in self.actions if isinstance(action, Buy)]

    @property
    def exact(self) -> int:
        """How many tiles it pays exactly."""
        return sum(buy.exact for buy in self.buys)

    @property
    def overpaid(self) -> int:
        """How much it overpays."""
        return sum(worth(buy.cards) - buy.tile.price for buy in self.buys)

    @cached_property
    def sheet(self) -> Sheet:
        """The next scoring, if it took place now."""
        return Sheet.of(self.end, SCORINGS[min(self.end.scored, 2)])

    @cached_property
    def money(self) -> int:
        """What the hand is worth after it."""
        return hand_worth(self.end, self._seat)

    @cached_property
    def cards(self) -> int:
        """How many cards are in the hand after it."""
        hand = self.end.hand[4 * self._seat : 4 * self._seat + 4]
        return sum(len(cards_in(purse, number)) for number, purse in enumerate(hand))

    @cached_property
    def opened(self) -> int:
        """The empty squares that are filled next."""
        return list(self.end.market_tiles).count(c.NO_TILE)

    @cached_property
    def room(self) -> tuple[int, int]:
        """Of the tiles to come, how many fit, and how many would lengthen the wall."""
        city = City.of(self.end, self._seat)
        wall, cells = city.longest_wall(), 0
        lengthen = 0
        for tile in tiles_to_come(self.end):
            cell = best_cell(city, tile)
            cells += cell is not None
            lengthen += cell is not None and city.with_tile(tile, cell).longest_wall() > wall
        return cells, lengthen

    def left_over(self, kind: type[Reserve | Give]) -> list[Tile]:
        """The tiles bought in it that end up in the reserve, or with Dirk."""
        bought = {buy.tile for buy in self.buys}
        return [a.tile for a in self.actions if isinstance(a, kind) and a.tile in bought]


class Comparison:
    """The better line beside the one played."""

    def __init__(self, better: Candidate, played: Candidate, seat: int, seed: int) -> None:
        self.start, self.seat = played.steps[0].position, seat
        self.better, self.played = Side(better, seat, seed), Side(played, seat, seed)
        self.scorings = 3 - min(self.start.scored, 2)  # to come
        self.found: list[Weighed] = []

    def all(self) -> list[Weighed]:
        """Everything that differs."""
        self._ends()
        self._leftovers()
        self._wall()
        self._kinds()
        if self.better.is_followed and self.played.is_followed:
            self._payments()
            self._room()
            self._refill()
            self._tiles_of_the_market()
            self._later()
        return self.found

    def _add(self, weight: float, code: str, **params: str | int) -> None:
        if weight:
            self.found.append(Weighed(weight, Why(code, params)))

    @property
    def _as_many_tiles(self) -> bool:
        return len(self.better.buys) == len(self.played.buys)

    # At the tables they leave

    def _ends(self) -> None:
        """A line that ends the game, and wins or loses it whatever is drawn."""
        better, played = self.better.certain_share, self.played.certain_share
        if better == 1 and played != 1:
            self._add(CERTAIN, "ends_won")
        if played == 0 and better != 0:
            self._add(CERTAIN, "ends_lost")

    def _payments(self) -> None:
        better, played = self.better, self.played
        if better.exact > played.exact:
            self._add(3.0 * (better.exact - played.exact), "exact")
        if played.overpaid - better.overpaid >= 2:
            n, instead = better.overpaid, played.overpaid
            self._add(1.0 * (instead - n), "overpays", n=n, instead=instead)
        if abs(better.money - played.money) >= 4:
            weight = 0.18 * (better.money - played.money)
            self._add(weight, "money", n=better.money, instead=played.money)
        if abs(better.cards - played.cards) >= 2:
            weight = 0.7 * (better.cards - played.cards)
            self._add(weight, "cards", n=better.cards, instead=played.cards)

    def _leftovers(self) -> None:
        better, played = self.better, self.played
        for kind, code, weight in ((Reserve, "reserved", 2.0), (Give, "given", 3.0)):
            tiles = played.left_over(kind)
            if tiles and not better.left_over(Reserve) and not better.left_over(Give):
                self._add(weight, code, tile=str(tiles[0]))

    def _wall(self) -> None:
        ends = (self.better.end, self.played.end)
        wall, instead = (building.longest_wall(end, self.seat) for end in ends)
        self._add(0.7 * self.scorings * (wall - instead), "wall", wall=wall, instead=instead)

    def _room(self) -> None:
        if self._as_many_tiles:
            (fit, longer), (fitted, longer_instead) = self.better.room, self.played.room
            tiles = len(tiles_to_come(self.better.end))
            if tiles != len(tiles_to_come(self.played.end)):
                return
            if abs(fit - fitted) >= max(2, FEW * tiles):
                weight = 8 * (fit - fitted) / tiles
                self._add(weight, "room", n=fit, instead=fitted, tiles=tiles)
            if abs(longer - longer_instead) >= max(2, FEW * tiles):
                weight = 6 * (longer - longer_instead) / tiles
                self._add(weight, "growth", n=longer, instead=longer_instead, tiles=tiles)

    def _kinds(self) -> None:
        for kind in KINDS:
            n, instead = (
                side.sheet.kinds[kind].points[self.seat] for side in (self.better, self.played)
            )
            if abs(n - instead) >= 2:
                scoring = self.better.sheet.scoring.value
                weight, params = 0.8 * (n - instead), {"n": n, "instead": instead}
                self._add(weight, "points", kind=kind.value, scoring=scoring, **params)

    def _refill(self) -> None:
        better, played = self.better, self.played
        if better.opened < played.opened:
            weight = 1.2 * (played.opened - better.opened)
            self._add(weight, "opens", n=better.opened, instead=played.opened)
        chances = [scoring_chance(side.end) for side in (better, played)]
        gap, ahead = chances[0] - chances[1], points_ahead(better.end, self.seat)
        if abs(gap) >= 0.06 and gap * ahead > 0:  # the leader wants it, the others do not
            percent, instead = (round(100 * chance) for chance in chances)
            code = "scoring_ahead" if ahead > 0 else "scoring_behind"
            scoring = better.sheet.scoring.value
            self._add(8 * abs(gap), code, percent=percent, instead=instead, scoring=scoring)

    # In simulated games

    def _tiles_of_the_market(self) -> None:
        for tile in tiles_of_market(self.start):
            for rival in range(self.start.players):
                if rival != self.seat:
                    self._bought_by(tile, rival)
            if self._has_bought(self.played, tile) and not self._has_bought(self.better, tile):
                self._can_wait(tile)
            elif tile in tiles_of_market(self.better.end):
                self._can_be_paid(tile)
                self._is_bought_next(tile)

    def _has_bought(self, side: Side, tile: Tile) -> bool:
        return any(buy.tile == tile for buy in side.buys)

    def _bought_by(self, tile: Tile, rival: int) -> None:
        taken = [
            [float(course.takers.get(tile) == rival) for course in side.courses]
            for side in (self.better, self.played)
        ]
        gap, sure = difference(*taken)
        if sure and abs(gap) >= OFTEN:
            factor = 5.0 if self._has_bought(self.better, tile) else 3.0
            percents = _percents(taken)
            self._add(-factor * gap, "denied", tile=str(tile), rival=rival, **percents)

    def _can_wait(self, tile: Tile) -> None:
        free = [tile not in course.takers for course in self.better.courses]
        percent = round(100 * sum(free) / len(free))
        if percent > 65:
            self._add(0.02 * percent, "waits", tile=str(tile), percent=percent)

    def _can_be_paid(self, tile: Tile) -> None:
        """A tile that is still there can be paid exactly after one of the lines only."""
        if tile not in tiles_of_market(self.played.end):
            return
        ends = (self.better.end, self.played.end)
        new, old = (can_pay(end, self.seat, tile, exactly=True) for end in ends)
        free = sum(tile not in course.takers for course in self.better.courses) / ORDERS
        if new and not old and free >= 0.5:
            self._add(2.0 * free, "pays_exactly", tile=str(tile))

    def _is_bought_next(self, tile: Tile) -> None:
        """A tile that is there after both lines is bought at the next turn more often."""
        if tile not in tiles_of_market(self.played.end):
            return
        bought = [
            [float(tile in course.next_bought) for course in side.courses]
            for side in (self.better, self.played)
        ]
        gap, sure = difference(*bought)
        if sure and abs(gap) >= OFTEN:
            self._add(3.0 * gap, "gets", tile=str(tile), **_percents(bought))

    def _later(self) -> None:
        courses = (self.better.courses, self.played.courses)
        if self._as_many_tiles:
            exact = [[float(course.can_pay_exactly) for course in some] for some in courses]
            gap, sure = difference(*exact)
            if sure and abs(gap) >= OFTEN:
                self._add(2.5 * gap, "exact_next", **_percents(exact))
        self._tiles_next()
        gap, sure = difference(*([course.ahead[1] for course in some] for some in courses))
        if sure and abs(gap) >= 1:
            code = "ahead_later" if gap > 0 else "behind_later"
            self._add(0.9 * gap, code, n=round(abs(gap)))
        gap, sure = difference(*([course.wall[1] for course in some] for some in courses))
        if sure and gap >= 0.6:
            self._add(0.6 * self.scorings * gap, "wall_later", n=round(gap))
        for kind in KINDS:
            gap, sure = difference(
                *([course.kinds[1][kind] for course in some] for some in courses)
            )
            if sure and gap >= SOME_POINTS:
                self._add(0.8 * gap, "kind_later", kind=kind.value, n=round(gap))

    def _tiles_next(self) -> None:
        pairs = list(zip(self.better.courses, self.played.courses, strict=True))
        gaps = [better.tiles[0] - played.tiles[0] for better, played in pairs]
        gap, sure = difference(gaps, [0] * len(gaps))
        if sure and abs(gap) >= OFTEN:
            often = sum(each * gap > 0 for each in gaps) / len(gaps)
            self._add(
                3 * gap, "tiles_more" if gap > 0 else "tiles_fewer", percent=round(100 * often)
            )


def _percents(pair: Sequence[Sequence[float]]) -> dict[str, int]:
    """How often something happens after the better line, and after the one played."""
    percent, instead = (round(100 * sum(each) / len(each)) for each in pair)
    return {"percent": percent, "instead": instead}


def difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, bool]:
    """The mean difference under the same orders, and whether it is significant."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, abs(mean) > SURE * math.sqrt(variance / len(gaps))


def hand_worth(position: Position, seat: int) -> int:
    """What the money of a seat is worth."""
    return sum(position.worths[4 * seat : 4 * seat + 4])


def tiles_of_market(position: Position) -> list[Tile]:
    """The tiles on the squares."""
    return [Tile.of(index) for index in position.market_tiles if index != c.NO_TILE]


def scoring_chance(position: Position) -> float:
    """The probability that the next refill turns up a scoring card."""
    missing = list(position.row_cards).count(c.NO_CARD)
    for code, pile in ((c.SCORING_A, 1), (c.SCORING_B, 3)):
        if code in position.deck_order:
            start, end = dealing.scoring_window(position, pile)
            return max(0, min(missing, end) - start) / (end - start)
    return 0.0
