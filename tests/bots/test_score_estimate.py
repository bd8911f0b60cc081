"""The evaluation, piece by piece: what makes a position better, and for whom."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from alhambra import Cell, Game, Tile
from alhambra.bots import GreedyBot, never
from alhambra.bots.heuristic import score_estimate, weights
from alhambra.bots.heuristic.forecast import Evaluator
from alhambra.bots.heuristic.turn_planning import TurnPlans, turn_plans
from alhambra.core import building, turns
from alhambra.core.position import Position
from tables import table

HEURISTIC = Path(weights.__file__).parent


def points(position: Position) -> list[float]:
    found: list[float] = score_estimate.estimates(Evaluator(weights.OUTCOME_WEIGHTS), position)
    return found


def with_tile(position: Position, seat: int, name: str, x: int, y: int) -> Position:
    after = position.clone()
    building.put(after, seat, Tile(name).index, Cell(x, y).code)
    return after


def opening(*hands: str, row: str = "", first: int | None = None) -> Game:
    return table(*(hands or ("", "", "")), market="T13e T12 G12s T11", row=row, first=first)


def test_a_majority_is_better_and_hurts_the_others() -> None:
    before = opening().position
    after = with_tile(before, 0, "T11n", 0, 1)
    mine, *others = (b - a for a, b in zip(points(before), points(after), strict=True))
    assert mine > 3
    assert all(change < 0.5 for change in others)


def test_a_tower_is_worth_more_than_a_pavilion() -> None:
    before = opening().position
    tower = with_tile(before, 0, "T11s", 0, 1)
    pavilion = with_tile(before, 0, "P8", 0, 1)
    assert points(tower)[0] > points(pavilion)[0]


def test_a_second_place_is_less_than_the_first() -> None:
    before = opening().position
    for name, x in (("T9es", 1), ("T9ne", 2), ("T9nw", 3)):
        before = with_tile(before, 1, name, -x, 0)
    behind = points(with_tile(before, 0, "T11s", 0, 1))[0] - points(before)[0]
    before = opening().position
    first = points(with_tile(before, 0, "T11s", 0, 1))[0] - points(before)[0]
    assert behind < first


def test_a_longer_wall_is_better() -> None:
    before = with_tile(opening().position, 0, "P5nw", -1, 0)
    joined = with_tile(before, 0, "S5sw", -1, -1)
    apart = with_tile(before, 0, "S5sw", 0, -1)
    lengths = [building.longest_wall(position, 0) for position in (joined, apart)]
    assert lengths[0] > lengths[1]
    assert points(joined)[0] > points(apart)[0]


def test_a_city_walled_in_is_worse() -> None:
    """Only no tile at all fits behind four walls."""
    evaluator = Evaluator(weights.OUTCOME_WEIGHTS)
    before = opening().position
    measure_city = with_tile(before, 0, "S9", 0, 1)
    closed = with_tile(before, 0, "S4ne", 0, 1)
    score_estimate.estimates(evaluator, before)
    wall = building.longest_wall(closed, 0)
    assert wall == 2
    assert points(measure_city)[0] > points(before)[0]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_money_is_better_than_none(players: int) -> None:
    poor = opening(*["b9 b8 b5", *[""] * (players - 1)], row="g9 o9 y9 g8", first=0)
    rich = poor.position
    turns.play(rich, next(a for a in poor.legal_actions if str(a) == "take g9").code)
    assert points(rich)[0] > points(poor.position)[0] - 2  # the turn has passed on


def test_small_cards_are_better_than_one_of_the_same_worth() -> None:
    large = opening("b9 g9 g9", "", "").position
    small = opening("b4 b5 g9 g9", "", "").position
    assert points(small)[0] > points(large)[0]


def test_a_tile_in_the_reserve_is_worth_something_but_less_than_in_the_city() -> None:
    game = opening("b7 b6 g9", "", "", first=0)
    game.play("buy T13e b6 b7")
    city, reserve = game.copy(), game.copy()
    for each in (city, reserve):
        each.play("take " + str(next(card for card in each.row if card)))
    city.play("place T13e 1,0", reveal=False)
    reserve.play("reserve T13e", reveal=False)
    nothing = opening("b7 b6 g9", "", "", first=0).position
    in_city, kept = points(city.position)[0], points(reserve.position)[0]
    assert in_city > kept
    assert kept > points(nothing)[0] - 12  # what the money was worth


def test_the_market_invites_who_can_pay_exactly() -> None:
    exact = opening("b6 b7 g9", "", "").position
    over = opening("b6 b8 g9", "", "").position
    assert points(exact)[0] > points(over)[0]


def test_dirk_takes_majorities_away() -> None:
    given = opening("b7 b6 g9", "", first=0)
    given.play("buy T13e b6 b7")
    given.play("take " + str(next(card for card in given.row if card)))
    kept = given.copy()
    given.play("give T13e", reveal=False)
    kept.play("reserve T13e", reveal=False)
    assert sum(points(given.position)) < sum(points(kept.position))


def test_shares_add_up_and_follow_the_points() -> None:
    position = with_tile(opening().position, 1, "T11s", 0, 1)
    shares = score_estimate.win_shares(Evaluator(weights.OUTCOME_WEIGHTS), position)
    assert sum(shares) == pytest.approx(1)
    assert shares[1] == max(shares)


def test_after_the_end_the_points_are_the_scores() -> None:
    game = Game.new(["Ana", "Bruno", "Carla"], seed=2)
    play_greedily(game)
    assert game.is_over
    assert points(game.position) == list(game.scores)
    shares = score_estimate.win_shares(Evaluator(weights.OUTCOME_WEIGHTS), game.position)
    assert [round(share, 3) for share in shares] == [
        1 if seat in game.outcome().winners else 0 for seat in range(3)
    ]


def play_greedily(game: Game) -> None:
    rng = random.Random(1)
    while not game.is_over:
        game.push(GreedyBot().choose(game.view(game.seat), rng=rng, stop=never))


def test_the_weights_have_the_numbers_the_compiler_sees() -> None:
    source = (HEURISTIC / "forecast.pxd").read_text()
    block = source[source.index("cdef enum:") : source.index("@cython.final")]
    compiled = {name: int(n) for name, n in re.findall(r"(\w+) = (\d+)", block)}
    written = {name: getattr(weights, name) for name in compiled}
    assert compiled == written
    assert sorted(row[0] for row in weights.TABLE) == list(range(weights.N_WEIGHTS))


# Planning


def greedy(game: Game) -> str:
    view = game.view(game.seat)
    return str(GreedyBot().choose(view, rng=random.Random(1), stop=never))


def turn(game: Game) -> list[str]:
    """The whole turn greedy plays."""
    seat, played = game.seat, []
    while game.seat == seat and not game.is_over:
        played.append(greedy(game))
        game.play(played[-1])
    return played


def test_greedy_pays_exactly_rather_than_too_much() -> None:
    game = table("b9 b8 b8", "", market="T8nes P2new S3esw A4nes", first=0)
    assert greedy(game) == "buy T8nes b8"


def test_greedy_chains_exact_purchases() -> None:
    market = "T8nes G8ne A4nes P2new"  # the last is not for sale: no florins
    game = table("b8 g8 o4", "", "", market=market, row="b9 g9 o9 y9", first=0)
    played = turn(game)
    assert [line.split()[0] for line in played[:4]] == ["buy", "buy", "buy", "take"]
    assert sum(line.startswith("place") for line in played[4:]) >= 2


def test_a_plan_remembers_nothing_of_the_one_before() -> None:
    """What is found out while planning is kept for one decision only."""
    used, evaluator = TurnPlans(), Evaluator(weights.ACTION_WEIGHTS)
    game = Game.new(["Ana", "Bruno", "Carla"], seed=5)
    rng = random.Random(1)
    while not game.is_over:
        position = game.view(game.seat).position
        found = turn_plans(used, evaluator, position)
        if game.ply % 20 == 0:
            assert found == turn_plans(TurnPlans(), Evaluator(weights.ACTION_WEIGHTS), position)
        game.push(GreedyBot().choose(game.view(game.seat), rng=rng, stop=never))


def test_greedy_builds_a_tile_it_was_left_with() -> None:
    """A tower in the reserve that wins the last scoring."""
    game = table("b8 b5 b9", "", "", market="T13e P2new S3esw A4nes", first=0)
    game.play("buy T13e b5 b8")
    game.play("take " + str(next(card for card in game.row if card)))
    game.play("reserve T13e")
    assert game.reserves[0] == (Tile("T13e"),)
    while game.seat != 0:
        game.play(greedy(game))
    assert any(line.startswith("build T13e") for line in _turns(game, 0, 12))


def _turns(game: Game, seat: int, number: int) -> Sequence[str]:
    played: list[str] = []
    while number and not game.is_over:
        if game.seat == seat:
            played += turn(game)
            number -= 1
        else:
            game.play(greedy(game))
    return played
