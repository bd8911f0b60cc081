"""Every reason for a better turn is true: each is found again from the games' own rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from alhambra import Buy, City, Game, Give, Reserve, Tile
from alhambra.analysis import Why
from alhambra.analysis.candidates import Candidate, candidates_of, turns_of
from alhambra.analysis.courses import courses_of, exact_purchases, points_ahead
from alhambra.analysis.turn_reasons import ORDERS, Comparison, turn_reasons
from alhambra.bots import bot_named, never
from alhambra.cli.text.hints import reason_words
from alhambra.cli.text.messages import LANGUAGES, messages_in
from alhambra.core import constants as c
from alhambra.core import dealing, turns
from alhambra.core.position import Position
from alhambra.neural.inference import evaluate_actions, result
from alhambra.pieces import CURRENCIES, KINDS, SCORINGS, Card, cards_in, worth
from alhambra.scoring import Sheet
from analysis.write_explained import FILE, explained
from tables import NAMES

pytestmark = pytest.mark.compiled_only

SEED = 5
PLAYERS = (2, 3)
ALONE = {"pays_exactly", "waits"}  # of one tile, beside facts of the others


@cache
def pairs(players: int) -> list[tuple[Candidate, Candidate, int]]:
    """Lines of turns of a game of clumsy bots, each beside the line that was played."""
    rng = random.Random(players)
    game = Game.new(NAMES[:players], shuffler=rng)
    bot = bot_named("greedy:best=3")
    while not game.is_over:
        game.play(bot.choose(game.view(game.seat), rng=rng, stop=never))
    found = []
    for turn in list(turns_of(game))[::5]:
        lines, _ = candidates_of(turn)
        found += [(line, lines[0], turn.seat) for line in lines[1:3]]
    return found


def differences() -> Iterator[tuple[Candidate, Candidate, int, Why, float]]:
    """Everything that was found to differ between two lines."""
    for players in PLAYERS:
        for better, played, seat in pairs(players):
            for each in Comparison(better, played, seat, SEED).all():
                yield better, played, seat, each.why, each.weight


# The same facts, found again


def hand(position: Position, seat: int) -> list[Card]:
    purses = position.hand[4 * seat : 4 * seat + 4]
    return [card for number, purse in enumerate(purses) for card in cards_in(purse, number)]


def buys(line: Candidate) -> list[Buy]:
    return [action for action in line.actions if isinstance(action, Buy)]


def sums(cards: list[Card]) -> set[int]:
    """What can be paid exactly with some of the cards."""
    found = {0}
    for card in cards:
        found |= {each + card.value for each in found}
    return found


def pays(position: Position, seat: int, tile: Tile) -> bool:
    currency = CURRENCIES[position.market_tiles.index(tile.index)]
    return tile.price in sums([x for x in hand(position, seat) if x.currency is currency])


def to_come(position: Position) -> list[Tile]:
    numbers = [*position.bag_order, *position.market_tiles]
    return [Tile.of(number) for number in numbers if number != c.NO_TILE]


def points(position: Position, seat: int, kind: str) -> int:
    sheet = Sheet.of(position, SCORINGS[position.scored])
    return sheet.kinds[next(each for each in KINDS if each.value == kind)].points[seat]


def growing(position: Position, seat: int) -> int:
    city = City.of(position, seat)
    longest = city.longest_wall()
    return sum(
        any(city.with_tile(tile, cell).longest_wall() > longest for cell in city.spots(tile))
        for tile in to_come(position)
    )


class Slow:
    """The games that follow a line, played one decision at a time."""

    def __init__(self, line: Candidate, seat: int) -> None:
        self.line, self.seat = line, seat
        chance = random.Random(SEED)
        self.next_bought: list[set[Tile]] = []
        self.kinds: list[dict[str, int]] = []  # points at the end of the second turn
        self.games = [self._follow(chance.getrandbits(64)) for _ in range(ORDERS)]

    def _follow(self, seed: int) -> tuple[dict[Tile, int], bool, list[tuple[int, int, int]]]:
        position, chance = self.line.end.clone(), random.Random(seed)
        dealing.hide(position)
        dealing.sample(position, seed)
        takers: dict[Tile, int] = {}
        exact: bool | None = None
        ends: list[tuple[int, int, int]] = []
        tiles, next_bought = len(buys(self.line)), set[Tile]()
        while position.phase != c.OVER and len(ends) < 2:
            if position.phase == c.RESHUFFLING:
                order = [
                    card.code
                    for number, pile in enumerate(position.discard)
                    for card in cards_in(pile, number)
                ]
                chance.shuffle(order)
                turns.stack(position, bytes(order))
            elif position.phase >= c.REFILLING:
                turns.go_on(position)
            else:
                mine = position.seat == self.seat
                if mine and exact is None:
                    exact = bool(list(exact_purchases(position)))
                rated = evaluate_actions(position)
                code = rated.codes[int(rated.worth(position.seat).argmax())]
                before = set(position.market_tiles)
                was = position.seat
                turns.play(position, code)
                for number in before - set(position.market_tiles) - {c.NO_TILE}:
                    tiles += mine
                    if exact is None:
                        takers[Tile.of(number)] = was
                    elif mine and not ends:
                        next_bought.add(Tile.of(number))
                if mine and position.phase in (c.REFILLING, c.RESHUFFLING):
                    ends.append(self._end(position, tiles))
        ends += [self._end(position, tiles)] * (2 - len(ends))
        sheet = Sheet.of(position, SCORINGS[min(position.scored, 2)])
        self.kinds.append({kind.value: sheet.kinds[kind].points[self.seat] for kind in KINDS})
        self.next_bought.append(next_bought)
        return takers, bool(exact), ends

    def _end(self, position: Position, tiles: int) -> tuple[int, int, int]:
        wall = City.of(position, self.seat).longest_wall()
        return tiles, points_ahead(position, self.seat), wall

    def mean(self, turn: int, number: int) -> float:
        return sum(ends[turn][number] for _, _, ends in self.games) / ORDERS

    def percent(self, happened: list[bool]) -> int:
        return round(100 * sum(happened) / ORDERS)

    def bought(self, tile: Tile, rival: int) -> int:
        return self.percent([takers.get(tile) == rival for takers, _, _ in self.games])


def last_shares(line: Candidate, seat: int) -> Iterator[float]:
    """The results of a turn that ends the game, under several orders."""
    for seed in range(8):
        position = line.end.clone()
        dealing.sample(position, seed)
        if position.phase == c.REFILLING:
            assert position.market_tiles.count(c.NO_TILE) > position.bag_size
        while position.phase != c.OVER:
            if position.phase == c.RESHUFFLING:
                piles = (cards_in(pile, n) for n, pile in enumerate(position.discard))
                turns.stack(position, bytes(card.code for pile in piles for card in pile))
            elif position.phase >= c.REFILLING:
                turns.go_on(position)
            else:
                rated = evaluate_actions(position)
                turns.play(position, rated.codes[int(rated.worth(position.seat).argmax())])
        yield float(result(position)[0][seat])


def is_true(better: Candidate, played: Candidate, seat: int, reason: Why) -> bool:
    """Whether a fact is found again."""
    ends, p = (better.end, played.end), dict(reason.params)
    tile = Tile(str(p["tile"])) if "tile" in p else None
    two = (p.get("n"), p.get("instead"))
    match reason.code:
        case "exact":
            numbers = [
                sum(worth(b.cards) == b.tile.price for b in buys(x)) for x in (better, played)
            ]
            return numbers[0] > numbers[1]
        case "overpays":
            return two == tuple(
                sum(worth(b.cards) - b.tile.price for b in buys(x)) for x in (better, played)
            )
        case "money":
            return two == tuple(worth(hand(end, seat)) for end in ends)
        case "cards":
            return two == tuple(len(hand(end, seat)) for end in ends)
        case "reserved" | "given":
            kind = Reserve if reason.code == "reserved" else Give
            left = [a for a in better.actions if isinstance(a, Reserve | Give)]
            bought = {b.tile for b in buys(better)}
            return any(isinstance(a, kind) and a.tile == tile for a in played.actions) and not any(
                a.tile in bought for a in left
            )
        case "wall":
            walls = tuple(City.of(end, seat).longest_wall() for end in ends)
            return (p["wall"], p["instead"]) == walls
        case "ends_won":
            return all(share == 1 for share in last_shares(better, seat))
        case "ends_lost":
            return all(share == 0 for share in last_shares(played, seat))
        case "points":
            return two == tuple(points(end, seat, str(p["kind"])) for end in ends)
        case "room":
            fits = tuple(sum(bool(City.of(e, seat).spots(t)) for t in to_come(e)) for e in ends)
            return two == fits and p["tiles"] == len(to_come(better.end))
        case "growth":
            return two == tuple(growing(end, seat) for end in ends)
        case "opens":
            return two == tuple(list(end.market_tiles).count(c.NO_TILE) for end in ends)
        case "scoring_ahead" | "scoring_behind":
            ahead = points_ahead(better.end, seat) > 0
            gap = int(str(p["percent"])) - int(str(p["instead"]))
            return ahead == (reason.code == "scoring_ahead") == (gap > 0)
        case "pays_exactly":
            assert tile
            return pays(better.end, seat, tile) and not pays(played.end, seat, tile)
    return is_true_later(Slow(better, seat), Slow(played, seat), seat, reason)


def is_true_later(new: Slow, old: Slow, seat: int, reason: Why) -> bool:
    """Whether a fact of the games that follow is found again."""
    p = dict(reason.params)
    tile = Tile(str(p["tile"])) if "tile" in p else None
    match reason.code:
        case "denied":
            assert tile
            rival = int(str(p["rival"]))
            return (p["percent"], p["instead"]) == (
                new.bought(tile, rival),
                old.bought(tile, rival),
            )
        case "waits":
            free = new.percent([tile not in takers for takers, _, _ in new.games])
            return p["percent"] == free
        case "gets":
            assert tile
            return (p["percent"], p["instead"]) == tuple(
                x.percent([tile in bought for bought in x.next_bought]) for x in (new, old)
            )
        case "kind_later":
            kind = str(p["kind"])
            gaps = [a[kind] - b[kind] for a, b in zip(new.kinds, old.kinds, strict=True)]
            return p["n"] == round(sum(gaps) / len(gaps)) > 0
        case "exact_next":
            return (p["percent"], p["instead"]) == tuple(
                x.percent([exact for _, exact, _ in x.games]) for x in (new, old)
            )
        case "tiles_more" | "tiles_fewer":
            sign = 1 if reason.code == "tiles_more" else -1
            pairs_ = zip(new.games, old.games, strict=True)
            return p["percent"] == new.percent(
                [sign * (a[2][0][0] - b[2][0][0]) > 0 for a, b in pairs_]
            )
        case "ahead_later" | "behind_later":
            sign = 1 if reason.code == "ahead_later" else -1
            return p["n"] == round(sign * (new.mean(1, 1) - old.mean(1, 1))) > 0
        case "wall_later":
            return p["n"] == round(new.mean(1, 2) - old.mean(1, 2)) > 0
    raise AssertionError(reason.code)


def test_every_difference_that_may_be_told_is_true() -> None:
    seen: Counter[str] = Counter()
    for better, played, seat, reason, _ in differences():
        seen[reason.code] += 1
        if seen[reason.code] <= 6:
            assert is_true(better, played, seat, reason), (reason, better.actions, played.actions)
    assert len(seen) >= 15


def test_reasons_are_told_only_if_they_weigh_enough() -> None:
    told = silent = 0
    for players in PLAYERS:
        for better, played, seat in pairs(players):
            found = Comparison(better, played, seat, SEED).all()
            reasons, against = turn_reasons(better, played, seat, SEED)
            speaks_for = [each.why for each in found if each.weight > 0]
            speaks_against = [each.why for each in found if each.weight < 0]
            assert len(reasons) <= 2
            assert all(reason in speaks_for for reason in reasons)
            assert against is None or against in speaks_against
            assert reasons or against is None
            told += bool(reasons)
            silent += not reasons
    assert told
    assert silent


def test_what_differs_by_accident_is_not_told() -> None:
    better, played, seat = pairs(2)[0]
    same = Comparison(played, played, seat, SEED)
    assert [each.why.code for each in same.all() if each.why.code not in ALONE] == []
    assert turn_reasons(played, played, seat, SEED) == ((), None)
    assert courses_of(better.end, better.actions, seat, 4, 1) == courses_of(
        better.end, better.actions, seat, 4, 1
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    words = messages_in(language)
    for _, _, _, reason, _ in differences():
        said = reason_words(reason, NAMES, words, "why")
        assert "{" not in said
        assert said.endswith(".")
        assert ".." not in said


def test_the_mistakes_of_the_first_game_are_explained_as_written() -> None:
    written = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert len(written) == 60
    for number, entry in enumerate(explained(0), 1):
        assert written[number - 1] == f"{number}. {entry}"
