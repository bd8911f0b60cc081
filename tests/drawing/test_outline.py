import pytest

from alhambra.drawing.outline import corners, inner_walls, outer_walls, run_badge, run_path, runs
from drawing.reading import read_city, walls_of


def turrets(drawing: str) -> set[tuple[int, int, str]]:
    return {(*corner.cell, corner.corner) for corner in corners(walls_of(read_city(drawing)))}


def test_a_turret_stands_where_both_walls_of_a_tile_meet() -> None:
    assert turrets("""
+---+---+
| G   F
+   +   +
""") == {(-1, 0, "nw")}


def test_a_turret_stands_in_the_bend_between_the_walls_of_two_neighbours() -> None:
    # Its tile is the fountain, which has no wall itself.
    assert turrets("""
+   +   +
  G   F
+---+   +
    | A
    +   +
""") == {(0, 0, "sw")}


@pytest.mark.parametrize(
    "drawing",
    [
        """
+---+---+---+
  G   T   F
+   +   +   +
""",
        """
+   +   +
  G   F
+---+   +
      A
    +   +
""",
    ],
    ids=["straight", "only one of the two walls"],
)
def test_no_turret_without_two_walls_meeting_at_an_angle(drawing: str) -> None:
    assert turrets(drawing) == set()


def test_no_turret_where_walls_meet_inside_the_city() -> None:
    # The garden's wall in the south is inner: the arcades stand behind it.
    assert (
        turrets("""
+   +   +
| G   F
+---+   +
  A   T
+   +   +
""")
        == set()
    )


def test_walls_between_two_tiles_are_inner_on_both() -> None:
    walls = walls_of(
        read_city("""
+   +---+   +
  F   G | T
+   +   +   +
""")
    )
    assert inner_walls(walls) == [(1, 0, "e"), (2, 0, "w")]
    assert outer_walls(walls) == [(1, 0, "n")]


def test_a_run_is_walked_clockwise_around_convex_corners() -> None:
    sides = {(-1, 0, "s"), (-1, 0, "n"), (-1, 0, "w")}
    assert runs(sides) == [[(-1, 0, "s"), (-1, 0, "w"), (-1, 0, "n")]]


def test_a_run_is_walked_around_a_concave_corner() -> None:
    sides = [(-1, 0, "s"), (0, -1, "w")]
    assert runs(sides) == [[(0, -1, "w"), (-1, 0, "s")]]


def test_walls_with_a_gap_are_two_runs() -> None:
    city = read_city("""
+---+   +---+
  G   F   T
+   +   +   +
""")
    assert runs(outer_walls(walls_of(city))) == [[(-1, 0, "n")], [(1, 0, "n")]]


def test_a_wall_all_the_way_around_is_one_closed_run() -> None:
    ring = [(0, 0, side) for side in "nesw"]
    assert [len(run) for run in runs(ring)] == [4]
    assert run_path(runs(ring)[0], 9, 0) == "M109 -9 L109 109 L-9 109 L-9 -9Z"


def test_the_traced_run_keeps_its_distance_around_both_kinds_of_corner() -> None:
    city = read_city("""
+   +   +
| G   F
+---+   +
    | A
    +---+
""")
    (run,) = runs(outer_walls(walls_of(city)))
    assert run_path(run, 9, 0) == "M100 209 L-9 209 L-9 109 L-109 109 L-109 0"


def test_open_ends_of_the_traced_run_stop_short() -> None:
    assert run_path([(0, 0, "n"), (1, 0, "n")], 9, 4) == "M4 -9 L196 -9"


def test_the_number_of_a_run_stands_on_its_longest_straight_stretch() -> None:
    run = [(0, 0, "w"), (0, 0, "n"), (1, 0, "n"), (1, 0, "e")]
    assert run_badge(run, 9) == (100, -9)
