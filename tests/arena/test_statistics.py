"""Means and intervals on data whose answers are known."""

import math
import random
from statistics import fmean, stdev

import pytest

from alhambra.arena.ratings import ratings
from alhambra.arena.results import Result
from alhambra.arena.statistics import mean_of_clusters, share_of_clusters, student_t
from alhambra.arena.times import Times, times_of_line, times_to_line


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045), (199, 1.972)],
)
def test_student_t_is_that_of_the_tables(degrees: int, expected: float) -> None:
    assert student_t(degrees) == pytest.approx(expected, abs=0.001)


def test_clusters_of_one_give_the_textbook_interval() -> None:
    values = [4.0, 7.0, 1.0, 8.0, 5.0]
    found = mean_of_clusters(enumerate(values))
    reach = 2.776 * stdev(values) / math.sqrt(5)
    assert found.mean == 5.0
    assert found.half_width == pytest.approx(reach, rel=0.001)


def test_equal_clusters_count_by_their_means() -> None:
    clusters = {1: [3.0, 5.0], 2: [6.0, 8.0], 3: [2.0, 0.0]}
    values = [(n, value) for n, cluster in clusters.items() for value in cluster]
    assert mean_of_clusters(values) == mean_of_clusters(
        (n, fmean(cluster)) for n, cluster in clusters.items()
    )


def test_repeating_a_game_in_its_deal_says_nothing_new() -> None:
    once = [(deal, float(deal % 3)) for deal in range(20)]
    thrice = [value for value in once for _ in range(3)]
    assert mean_of_clusters(thrice) == mean_of_clusters(once)


def test_luck_that_the_rotations_share_out_widens_nothing() -> None:
    shares = [(deal, share) for deal in range(10) for share in (1.0, 0.0)]
    assert share_of_clusters(shares).half_width == 0


def test_clusters_of_different_sizes() -> None:
    # (4 + 10) / 3 and by hand: residuals 4 - 14/3 and 10 - 28/3, two clusters
    found = mean_of_clusters([(1, 4.0), (2, 5.0), (2, 5.0)])
    error = math.sqrt(2 / 1 * ((4 - 14 / 3) ** 2 + (10 - 28 / 3) ** 2)) / 3
    assert found.mean == pytest.approx(14 / 3)
    assert found.half_width == pytest.approx(student_t(1) * error)


def test_one_deal_gives_no_interval() -> None:
    found = share_of_clusters([(1, 1.0), (1, 0.0)])
    assert (found.mean, found.low, found.high, found.half_width) == (0.5, None, None, None)


def test_who_wins_everything_is_not_sure_to_go_on() -> None:
    won = share_of_clusters((deal, 1.0) for deal in range(100))
    lost = share_of_clusters((deal, 0.0) for deal in range(100))
    assert (won.mean, won.high) == (1.0, 1.0)
    assert won.low == pytest.approx(0.9638, abs=1e-4)  # Clopper and Pearson for 100 of 100
    assert lost.low == 0.0
    assert lost.high == pytest.approx(1 - 0.9638, abs=1e-4)


def test_a_share_stays_between_0_and_1() -> None:
    found = share_of_clusters([(1, 1.0), (2, 1.0), (3, 0.0)])
    assert (found.low, found.high) == (0.0, 1.0)


def test_the_interval_holds_what_it_promises() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(400):
        values = []
        for deal in range(12):
            luck = chance.gauss(10, 3)
            values += [(deal, luck + chance.gauss(0, 1)) for _ in range(3)]
        found = mean_of_clusters(values)
        assert found.low is not None and found.high is not None
        held += found.low <= 10 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def game(number: int, bots: str, points: tuple[int, ...]) -> Result:
    return Result(number, number, 1, tuple(bots), points, None, (), 1, False, {})


def test_who_wins_more_is_rated_higher() -> None:
    found = ratings([game(n, "ABC", (9, 5, 1)) for n in range(30)])
    assert found["A"].mu > found["B"].mu > found["C"].mu
    assert all(rating.sigma < 25 / 3 for rating in found.values())


def test_ratings_are_taken_in_the_order_of_the_games() -> None:
    games = [game(n, "AB", (n % 3, 1)) for n in range(20)]
    assert ratings(games) == ratings(reversed(games))


def test_equals_have_equal_ratings() -> None:
    found = ratings([game(1, "AB", (7, 7))])
    assert found["A"].mu == pytest.approx(found["B"].mu)


def test_a_bot_on_several_seats_has_one_rating() -> None:
    found = ratings([game(n, "AAB", (9, 5, 1)) for n in range(10)])
    assert set(found) == {"A", "B"} and found["A"].mu > found["B"].mu


def test_a_bot_against_itself_proves_nothing() -> None:
    alone = ratings([game(1, "AA", (9, 5))])["A"]
    assert (alone.mu, alone.sigma) == (25, 25 / 3)


def test_times_add_up_and_come_back_from_their_line() -> None:
    spent = Times()
    for n in range(1, 1001):
        spent.add(n / 1000)
    number, read = times_of_line(times_to_line(3, {"A": spent}))
    assert (number, read) == (3, {"A": spent})
    read["A"].update(spent)
    assert read["A"].decisions == 2000
    assert read["A"].mean == pytest.approx(0.5005)
    assert read["A"].percentile(99) == pytest.approx(0.99, rel=0.02)
    assert read["A"].percentile(50) == pytest.approx(0.5, rel=0.02)
