"""The fast engine and the slow referee agree: who may do what, what stands, who scores.

`tests/referee` says the rules a second time, by their definitions; here both look at the same
positions and play the same games.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from math import prod

import pytest

import referee
from alhambra import (
    Buy,
    City,
    Game,
    Kind,
    Phase,
    Place,
    Reason,
    Record,
    Reserve,
    Scoring,
    Tile,
)
from alhambra.pieces import CURRENCIES, KINDS, SCORINGS, TILES
from laws.positions import COMPILED, NAMES, grown_city, shuffled, some_of, trail
from referee.building import OPPOSITE, has_hole, neighbour, on_foot, shared_sides, walls_meet
from referee.pieces import has_wall, price
from tables import REFEREE_PHASES

PLAYERS = [2, 3, 4, 5, 6]
TRAILS = 24 if COMPILED else 2
STRIDE = 29 if COMPILED else 61
GROWN = 14 if COMPILED else 3
DEAR = 3000  # more choices of cards than the referee is asked to go through


def walked(players: int) -> Iterator[Game]:
    """Some of the positions of many trails, as they come."""
    for seed in range(TRAILS):
        for n, game in enumerate(trail(players, seed).walk()):
            near_the_end = game.phase in (Phase.AWARD, Phase.OVER) or game.bag_left == 0
            if (n + seed) % STRIDE == 0 or near_the_end:
                yield game


@lru_cache(maxsize=1)
def positions(players: int) -> list[Game]:
    """The same in no order: what an engine keeps of one position is of no use for the next."""
    found = [game.copy() for game in walked(players)]
    random.Random(players).shuffle(found)
    return found


def plain(city: City) -> referee.City:
    """A city as the referee has it."""
    return {(0, 0): "@", **{(cell.x, cell.y): tile.name for cell, tile in city.tiles.items()}}


def asked(game: Game) -> referee.Referee:
    """A referee who has come to the table now."""
    start = game.deal
    judge = referee.Referee(
        game.names, game.first, [str(card) for card in start.deck], [t.name for t in start.bag]
    )
    judge.seat = game.seat
    judge.phase = REFEREE_PHASES[game.phase]
    judge.hands = [[card.name for card in hand] for hand in game.hands]
    judge.row = [card.name for card in game.row if card]
    judge.market = {n: tile.name if tile else None for n, tile in enumerate(game.market, 1)}
    judge.cities = [plain(city) for city in game.cities]
    judge.reserves = [[tile.name for tile in reserve] for reserve in game.reserves]
    judge.bought = [tile.name for tile in game.waiting]
    judge.dirk = None if game.dirk is None else [tile.name for tile in game.dirk]
    return judge


def cheap_tiles(judge: referee.Referee) -> list[tuple[str, list[str]]]:
    """The tiles of the market whose payments the referee goes through, and the purse."""
    found = []
    for square, tile in judge.market.items():
        purse = judge.purse(judge.seat, square)
        if tile and prod(purse.count(card) + 1 for card in set(purse)) <= DEAR:
            found.append((tile, purse))
    return found


# Who may do what


@pytest.mark.parametrize("players", PLAYERS)
def test_the_legal_actions_are_the_referees(players: int) -> None:
    for game in positions(players):
        if game.phase is Phase.REFILL:
            assert not game.legal_actions
            continue
        judge = asked(game)
        listed = {str(action) for action in game.legal_actions}
        if game.phase is not Phase.ACT:
            assert listed == judge.legal()
            continue
        cheap = cheap_tiles(judge)
        expected = {f"take {' '.join(cards)}" for cards in referee.takes(judge.row)}
        expected |= judge.redesigns()
        for tile, purse in cheap:
            for cards in referee.payments(purse, price(tile)):
                expected.add(f"buy {tile} {' '.join(cards)}")
        known = {tile for tile, _ in cheap}
        beyond = {
            str(action)
            for action in game.legal_actions
            if isinstance(action, Buy) and action.tile.name not in known
        }
        assert listed - beyond == expected or (listed == {"pass"} and not expected)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_listed_payment_is_irredundant(players: int) -> None:
    for game in positions(players):
        for action in game.legal_actions:
            if isinstance(action, Buy):
                cards = [card.name for card in action.cards]
                assert referee.is_irredundant(cards, action.tile.price)
                assert action.cards[0].currency is CURRENCIES[game.market.index(action.tile)]


# Cities


def cells_around(city: referee.City) -> list[tuple[int, int]]:
    xs, ys = {x for x, _ in city}, {y for _, y in city}
    return [
        (x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)
    ]


def cities(players: int) -> Iterator[City]:
    """The cities of those who act, and others now and then."""
    for n, game in enumerate(walked(players) if players % 2 else positions(players)):
        yield game.cities[game.seat]
        if n % 5 == 0:
            yield from game.cities
    for seed in range(GROWN):
        yield grown_city(10 * seed + players)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_tile_may_be_placed_exactly_where_it_may_stand(players: int) -> None:
    rng = random.Random(players)
    for city in cities(players):
        board = plain(city)
        others = [tile for tile in TILES if tile not in city]
        for tile in rng.sample(others, min(len(others), 2)):
            allowed = set()
            for cell in cells_around(board):
                reason = city.why_not(tile, cell)
                assert (reason is None) == referee.may_stand(board, tile.name, cell)
                if reason is None:
                    allowed.add(cell)
                else:
                    assert is_true(reason, board, tile.name, cell)
            assert city.spots(tile) == sorted(allowed)


def is_true(reason: Reason, city: referee.City, tile: str, cell: tuple[int, int]) -> bool:
    """Does the reason say what is wrong?"""
    after = {**city, cell: tile}
    match reason.code:
        case "cell_taken":
            return cell in city
        case "apart":
            return cell not in city and not shared_sides(city, cell)
        case "wall_meets_no_wall" | "no_wall_meets_wall":
            side = str(reason.params["side"])[0]
            mine = has_wall(tile, side)
            theirs = has_wall(city[neighbour(cell, side)], OPPOSITE[side])
            return mine != theirs and mine == (reason.code == "wall_meets_no_wall")
        case "out_of_reach":
            return walls_meet(city, tile, cell) and cell not in on_foot(after)
        case "hole":
            return walls_meet(city, tile, cell) and has_hole(after)
    return False


@pytest.mark.parametrize("players", PLAYERS)
def test_a_tile_may_leave_or_be_swapped_where_the_referee_says_so(players: int) -> None:
    rng = random.Random(players)
    for city in cities(players):
        board = plain(city)
        others = rng.sample(TILES, 2)
        for cell, tile in city.tiles.items():
            reason = city.why_not_remove(tile)
            assert (reason is None) == referee.may_remove(board, cell)
            without = {c: t for c, t in board.items() if c != cell}
            if reason:
                assert reason.code in ("hole", "cuts_off")
                assert (reason.code == "hole") == has_hole(without)
            for other in others:
                reason = city.why_not_swap(other, cell)
                expected = other not in city and referee.may_swap(board, other.name, cell)
                assert (reason is None) == expected
                if reason and other not in city:
                    assert is_true(reason, without, other.name, cell)
        for tile in others:
            assert city.why_not_swap(tile, (0, 0)) is not None
            assert tile in city or city.why_not_remove(tile) is not None


@pytest.mark.parametrize("players", PLAYERS)
def test_the_wall_is_the_referees(players: int) -> None:
    for city in cities(players):
        board = plain(city)
        wall = city.wall()
        assert city.longest_wall() == len(wall) == referee.longest_wall(board)
        sides = [((cell.x, cell.y), side.letter) for cell, side in wall]
        assert len(set(sides)) == len(sides)
        assert set(sides) <= referee.wall_sides(board)
        walk = referee.outline(board)[::-1]  # the engine walks clockwise
        if wall:
            start = walk.index(sides[0])
            assert sides == (walk + walk)[start : start + len(sides)]


@pytest.mark.parametrize("players", PLAYERS)
def test_prospects_are_what_the_referee_would_measure(players: int) -> None:
    rng = random.Random(players)
    for city in list(cities(players))[::9]:
        board = plain(city)
        tile = rng.choice([tile for tile in TILES if tile not in city])
        prospects = city.prospects(tile)
        around = {neighbour(cell, side) for cell in board for side in "nesw"} - set(board)
        assert set(prospects) == set(city.around()) == around
        for cell, prospect in prospects.items():
            after = {**board, (cell.x, cell.y): tile.name}
            if isinstance(prospect, Reason):
                assert is_true(prospect, board, tile.name, cell)
            else:
                assert prospect == referee.longest_wall(after)


def test_a_wall_that_closes_around_counts_every_side() -> None:
    """The random walks above meet no such city; this is the smallest there is."""
    arms = {(0, 1): "P2new", (1, 0): "A4nes", (0, -1): "S3esw", (-1, 0): "C5nsw"}
    city = City({cell: Tile(name) for cell, name in arms.items()})
    board = plain(city)
    assert city.longest_wall() == referee.longest_wall(board) == 12
    assert {((x, y), side.letter) for (x, y), side in city.wall()} == referee.wall_sides(board)


# Scorings


@pytest.mark.parametrize("players", PLAYERS)
def test_the_sheets_are_the_referees(players: int) -> None:
    for game in positions(players):
        boards = [plain(city) for city in game.cities]
        dirk = None if game.dirk is None else [tile.name for tile in game.dirk]
        tiles = [[tile.name for tile in city] for city in game.cities]
        if dirk is not None:
            tiles.append(dirk)
        for scoring in SCORINGS:
            sheet = game.view(None).sheet(scoring)
            shares = referee.majorities(scoring.value, tiles)
            assert sheet.scoring is scoring
            assert list(sheet.points) == referee.score(scoring.value, boards, dirk)
            assert list(sheet.walls) == [referee.longest_wall(board) for board in boards]
            for kind in KINDS:
                of_kind = sheet.kinds[kind]
                assert list(of_kind.points) == shares[kind.letter]
                assert list(of_kind.counts) == counts(kind, tiles)
                assert list(of_kind.places) == places(counts(kind, tiles))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_sheet_with_another_city_is_the_referees(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players)[::5]:
        dirk = None if game.dirk is None else [tile.name for tile in game.dirk]
        for seat, city in enumerate(game.cities):
            before = game.sheet()
            free = [tile for tile in game.tiles_left() if city.spots(tile)]
            if not free:
                continue
            tile = rng.choice(free)
            city.place(tile, rng.choice(city.spots(tile)))
            boards = [plain(own) for own in game.cities]
            boards[seat] = plain(city)
            sheet = game.view(None).sheet_with(seat, city)
            assert list(sheet.points) == referee.score(sheet.scoring.value, boards, dirk)
            assert game.sheet_with(seat, game.cities[seat]) == before == game.sheet()


def counts(kind: Kind, tiles: list[list[str]]) -> list[int]:
    return [sum(tile[0] == kind.letter for tile in own) for own in tiles]


def places(found: list[int]) -> list[int]:
    return [1 + sum(other > n for other in found) if n else 0 for n in found]


# Whole games


def play_both(players: int, seed: int) -> tuple[Game, referee.Referee]:
    """A short game: whoever can buys. Both are asked before each action."""
    rng = random.Random(seed)
    game = Game.new(NAMES[:players], seed=seed)
    game = Game(game.names, game.deal, game.first)
    judge = referee.read(str(Record.of(game)))
    while not game.is_over and game.ply < 1000:
        if game.phase is Phase.RESHUFFLE:
            order = shuffled(game.discard, rng)
            game.reshuffle(order)
            judge.shuffle([card.name for card in order])
        else:
            actions = list(game.legal_actions)
            buys = [a for a in actions if isinstance(a, Buy | Place)]
            others = [a for a in actions if not isinstance(a, Reserve)] or actions
            action = rng.choice(buys or others)
            game.play(action)
            judge.play(str(action))
        assert REFEREE_PHASES[game.phase] == judge.phase
        assert list(game.scores) == judge.points
        assert [len(hand) for hand in game.hands] == [len(hand) for hand in judge.hands]
        assert game.tiles_left() == tuple(sorted(map(Tile, judge.bag)))
        assert [plain(city) for city in game.cities] == judge.cities
        if not game.is_over:
            assert game.seat == judge.seat
    return game, judge


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(2) if COMPILED else range(1))
def test_whole_games_go_the_same_way(players: int, seed: int) -> None:
    game, judge = play_both(players, seed)
    assert game.is_over
    assert str(Record.of(game)) == referee.write(judge)
    assert list(game.outcome().winners) == judge.outcome()
    assert list(game.outcome().points) == judge.points
    assert {str(scoring) for scoring in game.scored} == {
        line[6] for line in judge.lines if line.startswith("score ")
    }
    assert game.scored[-1] is Scoring.C


@pytest.mark.parametrize("players", PLAYERS)
def test_one_step_further_both_are_at_the_same_place(players: int) -> None:
    """Awards, ends of turns and refills from positions that random play has come to."""
    rng = random.Random(players)
    for n, game in enumerate(positions(players)):
        if game.phase in (Phase.REFILL, Phase.RESHUFFLE, Phase.OVER) or (COMPILED and n % 3):
            continue
        for action in some_of(game.legal_actions, 2, rng):
            judge = asked(game)
            deck = game.reshuffles[-1] if game.reshuffles else game.deal.deck
            judge.deck = [str(card) for card in deck[len(deck) - game.deck_left :]]
            judge.bag = [tile.name for tile in game.deal.bag[54 - game.bag_left :]]
            judge.discard = [card.name for card in game.discard]
            judge.points = list(game.scores)
            for tile, owner in game.awards.items():
                judge.awards.setdefault(owner, []).append(tile.name)
                judge.market[game.market.index(tile) + 1] = None
            if len(cheap_tiles(judge)) < sum(tile is not None for tile in game.market):
                continue
            after = game.copy()
            after.play(action)
            judge.play(str(action))
            assert REFEREE_PHASES[after.phase] == judge.phase
            assert list(after.scores) == judge.points
            assert sorted(card.name for card in after.row if card) == sorted(judge.row)
            assert [sorted(c.name for c in hand) for hand in after.hands] == [
                sorted(hand) for hand in judge.hands
            ]
            assert {tile.name for tile in after.waiting} == set(judge.bought)
            assert [plain(city) for city in after.cities] == judge.cities
            assert [sorted(t.name for t in own) for own in after.reserves] == [
                sorted(own) for own in judge.reserves
            ]
            assert after.is_over or after.seat == judge.seat or after.phase is Phase.RESHUFFLE
