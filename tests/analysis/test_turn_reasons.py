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
from alhambra.analysis.comparison import LIKELY, ORDERS, Comparison
from alhambra.analysis.simulations import points_ahead, simulations_of
from alhambra.analysis.turn_reasons import WEAK, turn_reasons
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


def pays_with(position: Position, seat: int, tile: Tile, names: str) -> bool:
    """Whether a hand holds these cards, and they pay a tile of the market exactly."""
    cards = [Card(name) for name in names.split("+")]
    currency = CURRENCIES[position.market_tiles.index(tile.index)]
    missing = Counter(cards) - Counter(hand(position, seat))
    return (
        not missing
        and {card.currency for card in cards} == {currency}
        and worth(cards) == tile.price
    )


def fitting(position: Position, seat: int, tiles: set[Tile]) -> int:
    return sum(bool(City.of(position, seat).spots(tile)) for tile in tiles)


def growing(position: Position, seat: int, tiles: set[Tile]) -> int:
    city = City.of(position, seat)
    longest = city.longest_wall()
    return sum(
        any(city.with_tile(tile, cell).longest_wall() > longest for cell in city.spots(tile))
        for tile in tiles
    )


class Slow:
    """The games that follow a line, played one decision at a time."""

    def __init__(self, line: Candidate, seat: int) -> None:
        self.line, self.seat = line, seat
        chance = random.Random(SEED)
        self.next_bought: list[set[Tile]] = []
        self.later_bought: list[set[Tile]] = []
        self.kinds: list[dict[str, int]] = []  # points at the end of the second turn
        self.games = [self._follow(chance.getrandbits(64)) for _ in range(ORDERS)]

    def _follow(self, seed: int) -> tuple[dict[Tile, int], list[tuple[int, int, int]]]:
        position, chance = self.line.end.clone(), random.Random(seed)
        dealing.hide(position)
        dealing.sample(position, seed)
        takers: dict[Tile, int] = {}
        before_next = True
        ends: list[tuple[int, int, int]] = []
        tiles, next_bought, later_bought = len(buys(self.line)), set[Tile](), set[Tile]()
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
                before_next = before_next and not mine
                rated = evaluate_actions(position)
                code = rated.codes[int(rated.worth(position.seat).argmax())]
                before = set(position.market_tiles)
                was = position.seat
                turns.play(position, code)
                for number in before - set(position.market_tiles) - {c.NO_TILE}:
                    tiles += mine
                    if before_next:
                        takers[Tile.of(number)] = was
                    elif mine:
                        later_bought.add(Tile.of(number))
                        if not ends:
                            next_bought.add(Tile.of(number))
                if mine and position.phase in (c.REFILLING, c.RESHUFFLING):
                    ends.append(self._end(position, tiles))
        ends += [self._end(position, tiles)] * (2 - len(ends))
        sheet = Sheet.of(position, SCORINGS[min(position.scored, 2)])
        self.kinds.append({kind.value: sheet.kinds[kind].points[self.seat] for kind in KINDS})
        self.next_bought.append(next_bought)
        self.later_bought.append(later_bought)
        return takers, ends

    def _end(self, position: Position, tiles: int) -> tuple[int, int, int]:
        wall = City.of(position, self.seat).longest_wall()
        return tiles, points_ahead(position, self.seat), wall

    def mean(self, turn: int, number: int) -> float:
        return sum(ends[turn][number] for _, ends in self.games) / ORDERS

    def bought(self, tile: Tile, rival: int) -> int:
        return sum(takers.get(tile) == rival for takers, _ in self.games)

    def free(self, tile: Tile) -> int:
        return sum(tile not in takers for takers, _ in self.games)


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
        case "exact_purchase":
            exact = [
                {b.tile: b.cards for b in buys(x) if worth(b.cards) == b.tile.price}
                for x in (better, played)
            ]
            assert tile
            paid = "+".join(map(str, exact[0][tile]))
            return len(exact[0]) > len(exact[1]) and tile not in exact[1] and paid == p["cards"]
        case "overpays":
            return two == tuple(
                sum(worth(b.cards) - b.tile.price for b in buys(x)) for x in (better, played)
            )
        case "overpays_needlessly":
            buy = next(b for b in buys(played) if b.tile == tile)
            cards = [Card(name) for name in str(p["cards"]).split("+")]
            was = next(
                step.position
                for step, action in zip(played.steps, played.actions, strict=True)
                if action == buy
            )
            missing = Counter(cards) - Counter(hand(was, seat))
            return (
                p["n"] == worth(buy.cards) - buy.tile.price > 0
                and worth(cards) == buy.tile.price
                and {card.currency for card in cards} == {card.currency for card in buy.cards}
                and not missing
            )
        case "leaves_exact":
            kept = {b.tile for b in buys(played) if b.exact} - {b.tile for b in buys(better)}
            return tile in kept
        case "money":
            return two == tuple(worth(hand(end, seat)) for end in ends)
        case "cards":
            return two == tuple(len(hand(end, seat)) for end in ends)
        case "reserved" | "given":
            kind = Reserve if reason.code == "reserved" else Give
            left = [a for a in better.actions if isinstance(a, Reserve | Give)]
            bought = {b.tile for b in buys(better)}
            assert tile
            assert not City.of(played.end, seat).spots(tile)
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
        case "room" | "growth":
            both = set(to_come(ends[0])) & set(to_come(ends[1]))
            count = fitting if reason.code == "room" else growing
            return two == tuple(count(end, seat, both) for end in ends) and p["tiles"] == len(both)
        case "opens":
            return two == tuple(list(end.market_tiles).count(c.NO_TILE) for end in ends)
        case "scoring_ahead" | "scoring_behind":
            ahead = points_ahead(better.end, seat) > 0
            gap = int(str(p["percent"])) - int(str(p["instead"]))
            return ahead == (reason.code == "scoring_ahead") == (gap > 0)
        case "pays_exactly" | "paid_exactly":
            assert tile
            one, other = ends if reason.code == "pays_exactly" else ends[::-1]
            return pays_with(one, seat, tile, str(p["cards"])) and not pays(other, seat, tile)
        case "waits_exactly":
            assert tile
            if not pays_with(better.end, seat, tile, str(p["cards"])):
                return False
    return is_true_later(Slow(better, seat), Slow(played, seat), seat, reason)


def is_true_later(new: Slow, old: Slow, seat: int, reason: Why) -> bool:
    """Whether a fact of the games that follow is found again."""
    p = dict(reason.params)
    assert p.get("games", ORDERS) == ORDERS
    tile = Tile(str(p["tile"])) if "tile" in p else None
    match reason.code:
        case "denied":
            assert tile
            rival = int(str(p["rival"]))
            return (p["n"], p["instead"]) == (new.bought(tile, rival), old.bought(tile, rival))
        case "others_buy":
            counts = tuple(
                sum(taker != seat for takers, _ in x.games for taker in takers.values())
                for x in (new, old)
            )
            return (p["n"], p["instead"]) == counts and counts[0] < counts[1]
        case "waits_exactly":
            assert tile
            return p["n"] == new.free(tile) and not any(
                action.exact for action in buys(old.line) if action.tile == tile
            )
        case "gets" | "gets_later":
            sets = [x.next_bought if reason.code == "gets" else x.later_bought for x in (new, old)]
            counts = tuple(sum(tile in bought for bought in some) for some in sets)
            return (p["n"], p["instead"]) == counts
        case "kind_later":
            kind = str(p["kind"])
            gaps = [a[kind] - b[kind] for a, b in zip(new.kinds, old.kinds, strict=True)]
            return p["n"] == round(sum(gaps) / len(gaps)) > 0
        case "tiles_more" | "tiles_fewer":
            sign = 1 if reason.code == "tiles_more" else -1
            pairs_ = zip(new.games, old.games, strict=True)
            return p["n"] == sum(sign * (a[1][0][0] - b[1][0][0]) > 0 for a, b in pairs_)
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


def test_waiting_is_a_reason_only_if_it_saves_something() -> None:
    codes = {reason.code for _, _, _, reason, _ in differences()}
    assert "waits" not in codes


def test_overpaying_later_saves_nothing() -> None:
    for better, played, seat, reason, weight in differences():
        if reason.code == "overpays" and weight > 0:
            kept = {buy.tile for buy in buys(better)}
            left = [buy.tile for buy in buys(played) if not buy.exact and buy.tile not in kept]
            line = Slow(better, seat)
            for tile in left:
                assert pays(better.end, seat, tile) or line.free(tile) <= LIKELY * ORDERS


def test_the_price_of_a_tile_is_not_told_as_a_drawback() -> None:
    untold = 0
    for players in PLAYERS:
        for better, played, seat in pairs(players):
            more = [b for b in buys(better) if b.tile not in {x.tile for x in buys(played)}]
            paid = {
                "money": sum(buy.tile.price for buy in more),
                "cards": sum(len(buy.cards) for buy in more),
            }
            _, against = turn_reasons(better, played, seat, SEED)
            if against and against.code in paid:
                n, instead = (int(against.params[name]) for name in ("n", "instead"))
                assert instead - n > paid[against.code]
            found = Comparison(better, played, seat, SEED).all()
            untold += any(not each.is_told for each in found)
    assert untold


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
            assert not reasons or {reason.code for reason in reasons} - WEAK
            told += bool(reasons)
            silent += not reasons
    assert told
    assert silent


def test_what_differs_by_accident_is_not_told() -> None:
    better, played, seat = pairs(2)[0]
    same = Comparison(played, played, seat, SEED)
    assert same.all() == []
    assert turn_reasons(played, played, seat, SEED) == ((), None)
    line = (better.end, better.actions)
    assert simulations_of([line], seat, 4, 1) == simulations_of([line], seat, 4, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    words = messages_in(language)
    for _, _, _, reason, _ in differences():
        said = reason_words(reason, NAMES, words, "why")
        assert "{" not in said
        assert said.endswith(".")
        assert ".." not in said


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("overpays", {"n": 0, "instead": 4}, "It avoids overpaying by 4."),
        ("overpays", {"n": 2, "instead": 0}, "It overpays by 2."),
        ("overpays", {"n": 1, "instead": 3}, "It overpays by 1 instead of 3."),
        ("wall", {"wall": 1, "instead": 3}, "The longest wall has 1 side instead of 3."),
        ("room", {"n": 25, "instead": 10, "tiles": 25}, "All 25 tiles still to come would fit"),
        ("room", {"n": 27, "instead": 41, "tiles": 43}, "27 of the 43 tiles still to come"),
        ("others_buy", {"n": 15, "instead": 47, "games": 16}, "buy 0.9 tiles on average"),
        ("points", {"kind": "tower", "n": 0, "instead": 3}, "now, towers would bring 0 points"),
        (
            "denied",
            {"tile": "G8nw", "rival": 1, "n": 0, "instead": 13, "games": 16},
            "It keeps Garden 8 (G8nw) from Bruno, who otherwise buys it in 13 of 16",
        ),
        (
            "denied",
            {"tile": "G8nw", "rival": 1, "n": 8, "instead": 0, "games": 16},
            "Bruno then buys Garden 8 (G8nw) before the next turn in 8 of 16 simulated games.",
        ),
    ],
)
def test_a_number_that_is_nothing_or_everything_has_a_text_of_its_own(
    code: str, params: dict[str, str | int], said: str
) -> None:
    assert said in reason_words(Why(code, params), NAMES, messages_in("en"), "why")


def test_hints_have_one_text_for_all_numbers() -> None:
    reason = Why("room", {"n": 25, "tiles": 25})
    assert "25" in reason_words(reason, NAMES, messages_in("en"), "hint.why")


def test_averages_are_written_as_the_language_does() -> None:
    reason = Why("others_buy", {"n": 15, "instead": 47, "games": 16})
    assert "0,9 statt 2,9 Plättchen" in reason_words(reason, NAMES, messages_in("de"), "why")


def test_the_mistakes_of_the_first_game_are_explained_as_written() -> None:
    written = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert len(written) == 60
    for number, entry in enumerate(explained(0), 1):
        assert written[number - 1] == f"{number}. {entry}"
