"""Section 6: scoring."""

import pytest

from alhambra import Game, InvalidNotation, Kind, Side, Tile
from alhambra.happenings import Scored
from alhambra.pieces import TILES
from tables import (
    RICH,
    city,
    follow,
    hoard,
    play,
    row_of,
    sheet,
    sheet_of,
    table,
    take_most,
    words,
)

# Points for the places, as the rules print them.
PRIZES = """
    pavilion   1    8 1    16  8 1
    seraglio   2    9 2    17  9 2
    arcades    3   10 3    18 10 3
    chambers   4   11 4    19 11 4
    garden     5   12 5    20 12 5
    tower      6   13 6    21 13 6
"""
PLACES = {
    (Kind(kind), scoring): [int(points) for points in places.split()]
    for kind, *columns in (
        (line[:10].strip(), line[10:14], line[14:22], line[22:])
        for line in (text.strip().ljust(40) for text in PRIZES.strip().splitlines())
    )
    for scoring, places in zip("ABC", columns, strict=True)
}


def points(scoring: str, kind: Kind, *counts: int) -> list[int]:
    """What players score for a kind with these numbers of tiles."""
    box = [tile for tile in TILES if tile.kind is kind]
    cities = []
    for count in counts:
        own, box = box[:count], box[count:]
        assert len(own) == count, "the box has no more of these"
        cities.append(row_of(words(own)))
    scored = sheet_of(scoring, cities)
    assert scored.kinds[kind].counts[: len(counts)] == counts
    return list(scored.kinds[kind].points[: len(counts)])


# The places


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("scoring", ["A", "B", "C"])
def test_the_points_of_the_places(kind: Kind, scoring: str) -> None:
    places = PLACES[kind, scoring]
    assert len(places) == {"A": 1, "B": 2, "C": 3}[scoring]
    padded = [*places, 0, 0, 0]
    assert points(scoring, kind, 1, 3, 2, 0) == [padded[2], padded[0], padded[1], 0]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("scoring", ["A", "B", "C"])
def test_players_tied_share_the_points_of_the_places_they_take_up(kind: Kind, scoring: str) -> None:
    first, second, third = (*PLACES[kind, scoring], 0, 0)[:3]
    two, last, three = (first + second) // 2, (second + third) // 2, (first + second + third) // 3
    assert points(scoring, kind, 2, 2, 1) == [two, two, third]
    assert points(scoring, kind, 1, 3, 1) == [last, first, last]
    assert points(scoring, kind, 2, 2, 2) == [three, three, three]
    # more are tied than there are places
    assert points(scoring, kind, 3, 1, 1, 1) == [first, *[(second + third) // 3] * 3]
    assert points(scoring, kind, 1, 1, 1, 1, 1, 1) == [(first + second + third) // 6] * 6
    # two pairs
    assert points(scoring, kind, 2, 1, 2, 1) == [two, third // 2, two, third // 2]


def test_the_example_of_the_rules_four_towers_each_at_b() -> None:
    assert points("B", Kind.TOWER, 4, 4, 1) == [9, 9, 0]


def test_a_tie_for_first_at_a_shares_first_plus_nothing() -> None:
    assert points("A", Kind.TOWER, 2, 2, 1) == [3, 3, 0]
    assert points("A", Kind.PAVILION, 1, 1, 0) == [0, 0, 0]


def test_shares_are_rounded_down() -> None:
    assert points("C", Kind.TOWER, 1, 1, 0) == [17, 17, 0]  # 21 + 13 = 34
    assert points("C", Kind.GARDEN, 1, 1, 1) == [12, 12, 12]  # 20 + 12 + 5 = 37


@pytest.mark.parametrize("scoring", ["A", "B", "C"])
def test_without_a_tile_of_a_kind_nothing_even_where_a_place_is_free(scoring: str) -> None:
    first = PLACES[Kind.TOWER, scoring][0]
    assert points(scoring, Kind.TOWER, 1, 0, 0) == [first, 0, 0]
    assert points(scoring, Kind.TOWER, 0, 0, 0) == [0, 0, 0]


def test_the_sheet_tells_counts_places_and_points() -> None:
    scored = sheet_of("C", [row_of("T11 T12"), row_of("T11s T13e"), row_of("T11n P8"), {}])
    towers = scored.kinds[Kind.TOWER]
    assert towers.counts == (2, 2, 1, 0)
    assert towers.places == (1, 1, 3, 0)
    assert towers.points == (17, 17, 6, 0)
    assert scored.kinds[Kind.PAVILION].places == (0, 0, 1, 0)
    assert scored.kinds[Kind.GARDEN].places == (0, 0, 0, 0)


def test_the_sheet_tells_why_tiles_bring_nothing() -> None:
    tied = sheet_of("A", [row_of("P8 T11 T12"), row_of("P7e T11s"), {}])
    assert tied.kinds[Kind.PAVILION].unpaid == ("shared", "shared", None)  # 1 point for two
    assert tied.kinds[Kind.TOWER].unpaid == (None, "behind", None)
    second = sheet_of("B", [row_of("P8 P6n"), row_of("P7e"), row_of("P3sw"), {}])
    assert second.kinds[Kind.PAVILION].unpaid == (None, "shared", "shared", None)


def test_each_kind_is_scored_on_its_own_and_walls_are_added() -> None:
    scored = sheet(
        "B",
        "T11 @ P6n",  # a tower, a pavilion; a wall of 1
        "G8nw @ G8ne",  # two gardens; walls of 2 and 2
        "@",
    )
    assert scored.walls == (1, 2, 0)
    assert scored.points == (13 + 8 + 1, 12 + 2, 0)


def test_prices_do_not_count() -> None:
    cheap, dear = sheet("C", "T7new\n@", "T12\n@", "@").kinds[Kind.TOWER].points[:2]
    assert cheap == dear == 17


# When


def test_the_reserve_does_not_count() -> None:
    game = table("b7 g9 o9", "", "", market="T7new T13e T12 T11")
    play(game, "1 buy T7new b7", "1 take b9", "1 reserve T7new")
    assert game.sheet("A").points == (0, 0, 0)
    play(game, "2 take b9", "3 take g9", "1 build T7new 0,1")
    assert game.sheet("A").points == (6 + 3, 0, 0)


def test_a_tile_just_bought_does_not_count_before_it_is_placed() -> None:
    game = table("b7 g9 o9", "", "", market="T7new T13e T12 T11")
    play(game, "1 buy T7new b7")
    assert game.sheet("A").points == (0, 0, 0)


def test_three_scorings_a_b_and_at_the_end_c() -> None:
    game = table(*RICH[:3])
    happened = follow(game, hoard, until=lambda game: game.is_over or game.deck_left < 2)
    assert [words([h.sheet.scoring]) for h in happened if isinstance(h, Scored)] == ["A", "C"]
    slow = table("", "", "")
    happened = follow(slow, take_most, until=lambda game: game.deck_left == 0)
    assert [words([h.sheet.scoring]) for h in happened if isinstance(h, Scored)] == ["A", "B"]
    assert words(slow.scored) == "A B"


def test_points_of_a_scoring_are_added_to_the_score() -> None:
    game = table("b7 g9 o9", "", "", market="T7new T13e T12 T11")
    play(game, "1 buy T7new b7", "1 take b9", "1 place T7new 0,1")
    follow(game, take_most, until=lambda game: words(game.scored) == "A")
    assert game.scores == (6 + 3, 0, 0)
    assert game.sheet("A").points == (9, 0, 0)
    follow(game, take_most, until=lambda game: words(game.scored) == "A B")
    assert game.scores == (9 + 13 + 3, 0, 0)
    # a past scoring as it was, the next one as if it took place now
    assert game.sheet("A").points == (9, 0, 0)
    assert game.sheet("B").points == (16, 0, 0)
    assert game.sheet().points == game.sheet("C").points == (21 + 3, 0, 0)


# The wall


@pytest.mark.parametrize(
    ("drawing", "length"),
    [
        ("@", 0),
        ("T11 @", 0),
        ("@ P6n", 1),
        ("G8nw @", 2),  # around the corner
        ("P2new\n@", 3),
        ("P6n @ A8n", 1),  # two runs, the fountain between them
        ("@ P6n A8n G10n T11n", 4),
        ("@ P6n A8n T11 G10n T11n T9ne", 4),  # the longest run, not all walls
        ("G8nw @ G8ne", 2),
    ],
)
def test_the_longest_unbroken_run_of_outer_wall(drawing: str, length: int) -> None:
    assert city(drawing).longest_wall() == length
    assert len(city(drawing).wall()) == length


def test_a_run_goes_on_around_corners_outer_and_inner() -> None:
    built = city(
        """
        P5nw  G10n  T9ne
        C9w   @     A8e
        """
    )
    assert built.longest_wall() == 7
    inner = city(
        """
        P2new  .
        @      P6n
        """
    )
    assert inner.longest_wall() == 4  # west, north, east of P2new, and north of P6n


def test_a_wall_between_two_tiles_is_inner_and_counts_nothing() -> None:
    built = city(
        """
        P7e  C9w
        @    A9
        """
    )
    assert built.longest_wall() == 0
    built = city(
        """
        G8ne  G8nw
        @     A9
        """
    )
    # the north sides of both are one run, the wall between them leaves no gap
    assert built.longest_wall() == 2


def test_an_inner_wall_does_not_join_two_runs() -> None:
    built = city(
        """
        .     T7new  .
        P5nw  @      S4ne
        """
    )
    assert built.longest_wall() == 7
    assert [(str(side.cell), side.side.letter) for side in built.wall()] == [
        ("-1,0", "w"),
        ("-1,0", "n"),
        ("0,1", "w"),
        ("0,1", "n"),
        ("0,1", "e"),
        ("1,0", "n"),
        ("1,0", "e"),
    ]


RING = """
    P5nw   A8n   C7ne
    C9w    @     A8e
    S5sw   S8s   P4es
"""


def test_a_wall_that_closes_around_counts_every_side() -> None:
    built = city(RING)
    assert built.longest_wall() == 12
    assert len(set(built.wall())) == 12


def test_one_gap_in_a_wall_around_leaves_all_other_sides_one_run() -> None:
    for cell, tile in (((0, 1), "T11"), ((1, 0), "T12"), ((0, -1), "P8"), ((-1, 0), "S9")):
        built = city(RING)
        built.swap(Tile(tile), cell)
        assert built.longest_wall() == 11, f"the gap is at {cell}"
        assert cell not in [side.cell for side in built.wall()]


def test_a_gap_on_each_side_leaves_the_longer_half() -> None:
    built = city(RING)
    built.swap(Tile("T11"), (0, 1))
    built.swap(Tile("S9"), (-1, 0))
    assert built.longest_wall() == 8
    run = built.wall()
    assert (run[0].cell, run[0].side) == ((1, 1), Side.NORTH)
    assert (run[-1].cell, run[-1].side) == ((-1, -1), Side.WEST)


def test_each_player_scores_the_wall_at_each_scoring() -> None:
    for scoring in "ABC":
        scored = sheet(scoring, RING, "P2new\n@", "@")
        assert scored.walls == (12, 3, 0)
        tiles = [kind.points for kind in scored.kinds.values()]
        assert scored.points == tuple(
            sum(column[seat] for column in tiles) + scored.walls[seat] for seat in range(3)
        )


def test_there_are_three_scorings_and_no_other() -> None:
    game = Game.new(["Ana", "Bruno"], seed=1)
    with pytest.raises(InvalidNotation) as refusal:
        game.sheet("D")
    assert refusal.value.reason.code == "no_such_scoring"
