"""Everything that differs between two lines of a turn: between the positions they leave, and in
games simulated from both under the same orders (``simulations``).

Differences of the second kind are given only if they are significant. Weights are roughly points;
below 0 a difference speaks for the line played. They only choose which reasons are given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from alhambra.actions import Buy, Give, Reserve, Take
from alhambra.analysis.candidates import Candidate
from alhambra.analysis.hint_reasons import can_pay, tiles_to_come
from alhambra.analysis.results import Why
from alhambra.analysis.simulations import Simulation, points_ahead, simulations_of
from alhambra.city import City
from alhambra.core import building, dealing
from alhambra.core import constants as c
from alhambra.core.position import Position
from alhambra.pieces import KINDS, SCORINGS, Card, Tile, cards_in, worth
from alhambra.scoring import Sheet

ORDERS = 16
SURE = 2.0  # standard errors
LIKELY = 0.65  # the least frequency with which a tile can wait
OFTEN = 0.25  # the least difference of two frequencies
SOME_POINTS = 1.5  # the least mean difference of points for a kind
CERTAIN = 20.0  # the weight of a game won or lost for certain
FEW = 0.1  # of the tiles to come; a smaller difference is not given
MOST_CARDS = 4  # in a payment that is named


@dataclass(frozen=True, slots=True)
class Weighed:
    """A reason and its weight; below 0 it speaks for the line played."""

    weight: float
    why: Why
    is_told: bool = True  # not if it goes without saying


class Side:
    """One of the two lines."""

    def __init__(self, line: Candidate, seat: int) -> None:
        self.actions, self.end, self._seat, self._line = line.actions, line.end, seat, line
        self.is_followed = line.is_followed_by_a_draw
        self.certain_share = float(line.shares[seat]) if line.is_certain else None
        # What comes of it; nothing if nothing is drawn after it
        self.simulations: list[Simulation] = []

    @cached_property
    def buys(self) -> list[Buy]:
        """What is bought in it."""
        return [action for action in self.actions if isinstance(action, Buy)]

    @cached_property
    def taken(self) -> set[Card]:
        """The cards taken in it."""
        return {
            card for action in self.actions if isinstance(action, Take) for card in action.cards
        }

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
    def tiles_to_come(self) -> set[Tile]:
        """The tiles of bag and market after it."""
        return set(tiles_to_come(self.end))

    def room(self, tiles: Iterable[Tile]) -> tuple[int, int]:
        """Of these tiles, how many fit, and how many would lengthen the wall."""
        city = City.of(self.end, self._seat)
        wall = city.longest_wall()
        spots = {tile: cells for tile in tiles if (cells := city.spots(tile))}
        longer = sum(
            any(city.with_tile(tile, cell).longest_wall() > wall for cell in cells)
            for tile, cells in spots.items()
        )
        return len(spots), longer

    def needless(self) -> tuple[Buy, tuple[Card, ...]] | None:
        """A purchase that overpays where other cards pay exactly, and those cards."""
        for step, action in zip(self._line.steps, self.actions, strict=True):
            if isinstance(action, Buy) and not action.exact:
                cards = exact_payment(step.position, self._seat, action.tile)
                if cards:
                    return action, cards
        return None

    def left_over(self, kind: type[Reserve | Give]) -> list[Tile]:
        """The tiles bought in it that end up in the reserve, or with Dirk."""
        bought = {buy.tile for buy in self.buys}
        return [a.tile for a in self.actions if isinstance(a, kind) and a.tile in bought]

    def fits(self, tile: Tile) -> bool:
        """Whether a tile that ends up in the reserve, or with Dirk, fits into the city."""
        return bool(City.of(self.end, self._seat).spots(tile))


class Comparison:
    """The better line beside the one played."""

    def __init__(self, better: Candidate, played: Candidate, seat: int, seed: int) -> None:
        self.start, self.seat = played.steps[0].position, seat
        self.better, self.played = Side(better, seat), Side(played, seat)
        self._seed = seed
        self.scorings = 3 - min(self.start.scored, 2)  # to come
        self.found: list[Weighed] = []

    def all(self) -> list[Weighed]:
        """Everything that differs."""
        self._ends()
        self._leftovers()
        self._wall()
        self._kinds()
        if self.better.is_followed and self.played.is_followed:
            lines = [(side.end, side.actions) for side in (self.better, self.played)]
            simulations = simulations_of(lines, self.seat, ORDERS, self._seed)
            self.better.simulations, self.played.simulations = simulations
            self._payments()
            self._room()
            self._refill()
            self._tiles_of_the_market()
            self._later()
        return self.found

    def _add(self, weight: float, code: str, is_told: bool = True, /, **params: str | int) -> None:
        if weight:
            self.found.append(Weighed(weight, Why(code, params), is_told))

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
            before = {buy.tile for buy in played.buys if buy.exact}
            buy = next(buy for buy in better.buys if buy.exact and buy.tile not in before)
            weight = 3.0 * (better.exact - played.exact)
            cards = _named(buy.cards)
            self._add(weight, "exact_purchase", tile=str(buy.tile), cards=cards)
        self._overpaid()
        # That tiles cost money goes without saying.
        more = [buy for buy in better.buys if not _has_bought(played, buy.tile)]
        gap = better.money - played.money
        if abs(gap) >= 4:
            is_told = gap > 0 or -gap > sum(buy.tile.price for buy in more)
            self._add(0.18 * gap, "money", is_told, n=better.money, instead=played.money)
        gap = better.cards - played.cards
        if abs(gap) >= 2:
            is_told = gap > 0 or -gap > sum(len(buy.cards) for buy in more)
            self._add(0.7 * gap, "cards", is_told, n=better.cards, instead=played.cards)

    def _overpaid(self) -> None:
        played = self.played
        n, instead = self.better.overpaid, played.overpaid
        needless = played.needless()
        if needless and n < instead:
            buy, cards = needless
            over = worth(buy.cards) - buy.tile.price
            weight, params = 1.0 + over, {"tile": str(buy.tile), "cards": _named(cards)}
            self._add(weight, "overpays_needlessly", n=over, **params)
        elif n > instead or not any(map(self._is_put_off, played.buys)):
            self._add(1.0 * (instead - n), "overpays", n=n, instead=instead)

    def _is_put_off(self, buy: Buy) -> bool:
        """Whether a tile is overpaid now, and would probably be overpaid later just as well."""
        if buy.exact or _has_bought(self.better, buy.tile):
            return False
        likely = _free(self.better, buy.tile) > LIKELY
        return likely and not exact_payment(self.better.end, self.seat, buy.tile)

    def _leftovers(self) -> None:
        """Tiles that are bought although they fit nowhere."""
        better, played = self.better, self.played
        for kind, code, weight in ((Reserve, "reserved", 2.0), (Give, "given", 3.0)):
            tiles = [tile for tile in played.left_over(kind) if not played.fits(tile)]
            if tiles and not better.left_over(Reserve) and not better.left_over(Give):
                self._add(weight, code, tile=str(tiles[0]))

    @cached_property
    def _walls(self) -> tuple[int, int]:
        better, played = self.better.end, self.played.end
        return building.longest_wall(better, self.seat), building.longest_wall(played, self.seat)

    def _wall(self) -> None:
        wall, instead = self._walls
        self._add(0.7 * self.scorings * (wall - instead), "wall", wall=wall, instead=instead)

    def _room(self) -> None:
        """How many of the tiles that may come after both lines fit."""
        tiles = self.better.tiles_to_come & self.played.tiles_to_come
        if not tiles:
            return
        (fit, longer), (fitted, longer_instead) = (
            side.room(tiles) for side in (self.better, self.played)
        )
        if abs(fit - fitted) >= max(2, FEW * len(tiles)):
            weight = 8 * (fit - fitted) / len(tiles)
            self._add(weight, "room", n=fit, instead=fitted, tiles=len(tiles))
        # A shorter wall is easier to lengthen: that is no merit.
        gap, walls = longer - longer_instead, self._walls
        if abs(gap) >= max(2, FEW * len(tiles)) and gap * (walls[0] - walls[1]) >= 0:
            weight = 6 * gap / len(tiles)
            self._add(weight, "growth", n=longer, instead=longer_instead, tiles=len(tiles))

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
            if _has_bought(self.played, tile) and not _has_bought(self.better, tile):
                self._can_wait(tile)
            elif tile in tiles_of_market(self.better.end):
                self._can_be_paid(tile)
                self._is_bought_later(tile)

    def _bought_by(self, tile: Tile, rival: int) -> None:
        taken = [
            [float(each.takers.get(tile) == rival) for each in side.simulations]
            for side in (self.better, self.played)
        ]
        gap, sure = difference(*taken)
        if sure and abs(gap) >= OFTEN:
            factor = 5.0 if _has_bought(self.better, tile) else 3.0
            self._add(-factor * gap, "denied", tile=str(tile), rival=rival, **_counts(taken))

    def _can_wait(self, tile: Tile) -> None:
        """A tile that the better line leaves will probably still be there, and can then be paid
        exactly: otherwise waiting saves nothing. If it was paid exactly, it cost no action, and
        that speaks against leaving it."""
        buy = next(buy for buy in self.played.buys if buy.tile == tile)
        if buy.exact:
            self._add(-3.0, "leaves_exact", tile=str(tile))
            return
        free = _free(self.better, tile)
        cards = exact_payment(self.better.end, self.seat, tile, self.better.taken)
        if free > LIKELY and cards:
            params: dict[str, str | int] = {"tile": str(tile), "cards": _named(cards)}
            n = round(free * ORDERS)
            self._add(3.0 * free, "waits_exactly", n=n, games=ORDERS, **params)

    def _can_be_paid(self, tile: Tile) -> None:
        """A tile that is still there can be paid exactly after one of the lines only."""
        if tile not in tiles_of_market(self.played.end):
            return
        better, played = self.better, self.played
        for weight, code, one, other in (
            (2.0, "pays_exactly", better, played),
            (-2.0, "paid_exactly", played, better),
        ):
            cards = exact_payment(one.end, self.seat, tile, one.taken)
            free = _free(one, tile)
            if cards and free >= 0.5 and not can_pay(other.end, self.seat, tile, exactly=True):
                self._add(weight * free, code, tile=str(tile), cards=_named(cards))

    def _is_bought_later(self, tile: Tile) -> None:
        """A tile that is there after both lines is bought at the next two turns more often."""
        if tile not in tiles_of_market(self.played.end):
            return
        sides = (self.better, self.played)
        now = [[float(tile in each.next_bought) for each in side.simulations] for side in sides]
        later = [[float(tile in each.later_bought) for each in side.simulations] for side in sides]
        for weight, code, bought in ((3.0, "gets", now), (2.5, "gets_later", later)):
            gap, sure = difference(*bought)
            if sure and abs(gap) >= OFTEN:
                self._add(weight * gap, code, tile=str(tile), **_counts(bought))
                return

    def _later(self) -> None:
        simulations = (self.better.simulations, self.played.simulations)
        self._tiles_next()
        self._others_buy()
        gap, sure = difference(*([each.ahead for each in some] for some in simulations))
        if sure and abs(gap) >= 1:
            code = "ahead_later" if gap > 0 else "behind_later"
            self._add(0.9 * gap, code, n=round(abs(gap)))
        gap, sure = difference(*([each.wall for each in some] for some in simulations))
        if sure and gap >= 0.6:
            self._add(0.6 * self.scorings * gap, "wall_later", n=round(gap))
        for kind in KINDS:
            gap, sure = difference(*([each.kinds[kind] for each in some] for some in simulations))
            if sure and gap >= SOME_POINTS:
                self._add(0.8 * gap, "kind_later", kind=kind.value, n=round(gap))

    def _tiles_next(self) -> None:
        pairs = zip(self.better.simulations, self.played.simulations, strict=True)
        gaps = [better.tiles[0] - played.tiles[0] for better, played in pairs]
        gap, sure = difference(gaps, [0] * len(gaps))
        if sure and abs(gap) >= OFTEN:
            n = sum(each * gap > 0 for each in gaps)
            code = "tiles_more" if gap > 0 else "tiles_fewer"
            self._add(3 * gap, code, n=n, games=len(gaps))

    def _others_buy(self) -> None:
        """How many tiles the others buy before the next turn."""
        bought = [
            [
                float(sum(taker != self.seat for taker in each.takers.values()))
                for each in side.simulations
            ]
            for side in (self.better, self.played)
        ]
        gap, sure = difference(*bought)
        if sure and gap <= -OFTEN:
            self._add(-3 * gap, "others_buy", **_counts(bought))


def _has_bought(side: Side, tile: Tile) -> bool:
    return any(buy.tile == tile for buy in side.buys)


def _free(side: Side, tile: Tile) -> float:
    """How often nobody buys a tile before the next turn."""
    return sum(tile not in each.takers for each in side.simulations) / len(side.simulations)


def _counts(pair: Sequence[Sequence[float]]) -> dict[str, int]:
    """In how many games something happens after the better line, and after the one played."""
    n, instead = (round(sum(each)) for each in pair)
    return {"n": n, "instead": instead, "games": len(pair[0])}


def _named(cards: Iterable[Card]) -> str:
    return "+".join(map(str, cards))


def exact_payment(
    position: Position, seat: int, tile: Tile, taken: Iterable[Card] = ()
) -> tuple[Card, ...]:
    """The fewest cards with which a seat can pay a tile of the market exactly, if possible with
    some of those just taken; none if it cannot, or only with many cards."""
    square = position.market_tiles.index(tile.index)
    hand = cards_in(position.hand[4 * seat + square], square)
    wanted = set(taken)
    for size in range(1, MOST_CARDS + 1):
        found = [cards for cards in combinations(hand, size) if worth(cards) == tile.price]
        if found:
            return max(found, key=lambda cards: len(wanted.intersection(cards)))
    return ()


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
