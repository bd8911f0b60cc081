"""Section 5: building rules. In a drawing `?` marks the cell in question."""

import pytest

from alhambra import Cell, City, IllegalAction, Reason, Tile
from alhambra.pieces import TILES
from ascii import parse_city
from tables import city, drawn, same


def question(drawing: str) -> tuple[City, Cell]:
    """The city without the cell in question, and that cell."""
    cells = parse_city(drawing)
    (asked,) = (cell for cell, word in cells.items() if word == "?")
    rest = {cell: Tile(word) for cell, word in cells.items() if word not in ("?", "@")}
    return City(rest), Cell(*asked)


def why_not(drawing: str, tile: str) -> Reason | None:
    """Why the tile may not be placed in the cell in question; `spots` must agree."""
    built, cell = question(drawing)
    reason = built.why_not(Tile(tile), cell)
    assert (cell in built.spots(Tile(tile))) == (reason is None)
    if reason:
        before = built.copy()
        with pytest.raises(IllegalAction) as refused:
            built.place(Tile(tile), cell)
        assert refused.value.reason == reason
        assert built == before
    else:
        assert built.with_tile(Tile(tile), cell).tile_at(cell) is Tile(tile)
    return reason


def code(drawing: str, tile: str) -> str:
    """The code of that reason, with the side if it names one."""
    reason = why_not(drawing, tile)
    if reason is None:
        return "fits"
    side = reason.params.get("side")
    return f"{reason.code} {side}" if side else reason.code


# Rule 1: upright


@pytest.mark.parametrize("drawing", ["? @", "?\n@", "@ ?", "@\n?"])
def test_a_tile_without_walls_stands_on_every_side_of_the_fountain(drawing: str) -> None:
    assert code(drawing, "T11") == "fits"


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("?\n@", "fits"),
        ("? @", "wall_meets_no_wall east"),
        ("@ ?", "wall_meets_no_wall west"),
        ("@\n?", "wall_meets_no_wall north"),
    ],
)
def test_tiles_are_not_rotated(drawing: str, expected: str) -> None:
    assert code(drawing, "P2new") == expected


# Rule 2: a shared side


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        (
            """
            ? .
            . @
            """,
            "apart",  # a corner is no side
        ),
        ("? . @", "apart"),
        ("? T12 @", "fits"),
        (
            """
            .   ?
            T12 @
            """,
            "fits",
        ),
        (
            """
            ?   .
            T12 @
            """,
            "fits",
        ),
    ],
)
def test_it_shares_at_least_one_whole_side_with_a_tile_of_the_city(
    drawing: str, expected: str
) -> None:
    assert code(drawing, "T11") == expected


@pytest.mark.parametrize("cell", [(0, 54), (0, 55), (-60, 0), (999, -999)])
def test_far_away_is_apart_too(cell: tuple[int, int]) -> None:
    reason = City().why_not(Tile("T11"), cell)
    assert reason is not None and reason.code == "apart"
    assert reason.params == {"cell": f"{cell[0]},{cell[1]}"}


@pytest.mark.parametrize("cell", [(0, 0), (-1, 0)])
def test_no_two_tiles_stand_in_one_cell(cell: tuple[int, int]) -> None:
    reason = city("T12 @").why_not(Tile("T11"), cell)
    assert reason is not None and reason.code == "cell_taken"


def test_no_tile_stands_twice_in_a_city() -> None:
    reason = city("T12 @").why_not(Tile("T12"), (1, 0))
    assert reason is not None and reason.code == "already_in_city"
    assert city("T12 @").spots(Tile("T12")) == []


# Rule 3: walls


@pytest.mark.parametrize(
    ("drawing", "tile", "expected"),
    [
        # open meets open
        ("G8nw @ ?", "G8ne", "fits"),
        # wall meets open, on each side
        ("@\n?", "P6n", "wall_meets_no_wall north"),
        ("? @", "P7e", "wall_meets_no_wall east"),
        ("?\n@", "S8s", "wall_meets_no_wall south"),
        ("@ ?", "S7w", "wall_meets_no_wall west"),
        # open meets wall, on each side
        ("@ S8s\n. ?", "T11", "no_wall_meets_wall north"),
        (". ?\n@ P6n", "T11", "no_wall_meets_wall south"),
        ("@ P7e ?", "T11", "no_wall_meets_wall west"),
        ("? S7w @", "T11", "no_wall_meets_wall east"),
        # wall meets wall, and the way in is on another side
        (
            """
            ?    T11
            S7w  @
            """,
            "P6n",
            "fits",
        ),
        (
            """
            T11  ?
            @    P6n
            """,
            "S8s",
            "fits",
        ),
        (
            """
            T11  ?
            @    P6n
            """,
            "T12",
            "no_wall_meets_wall south",
        ),
        (
            """
            T11  ?
            @    T12
            """,
            "S8s",
            "wall_meets_no_wall south",
        ),
    ],
)
def test_every_side_it_shares_is_a_wall_on_both_tiles_or_on_neither(
    drawing: str, tile: str, expected: str
) -> None:
    assert code(drawing, tile) == expected


# Rule 4: on foot


@pytest.mark.parametrize(
    ("drawing", "tile"),
    [
        ("? S7w @", "P7e"),  # wall to wall: nobody gets over it
        ("@ P7e ?", "C9w"),
        (". ?\n@ P6n", "S8s"),
        ("@ S8s\n. ?", "P6n"),
        (
            """
            P7e  ?
            @    P6n
            """,
            "P3sw",  # two walls, both met, and no way in
        ),
    ],
)
def test_it_can_be_reached_on_foot_from_the_fountain(drawing: str, tile: str) -> None:
    assert code(drawing, tile) == "out_of_reach"


def test_one_open_side_is_enough() -> None:
    assert (
        code(
            """
            P7e  ?    T12
            @    P6n  T11
            """,
            "P3sw",
        )
        == "fits"
    )


# Rule 5: no hole


@pytest.mark.parametrize(
    "drawing",
    [
        # all around an empty cell
        """
        P8   S9   A9
        A10  .    C10
        @    ?    C11
        """,
        """
        P8   S9   A9   T12
        A10  .    .    C10
        @    T11  ?    C11
        """,
        # two tiles that touch just at a corner close the gap between them
        """
        P8   S9   .
        A10  .    ?
        @    C10  C11
        """,
        """
        .    P8   S9
        ?    .    A9
        @    T11  C10
        """,
    ],
)
def test_it_leaves_no_hole(drawing: str) -> None:
    assert code(drawing, "G10") == "hole"


def test_a_corner_contact_closes_a_gap() -> None:
    # The last tile shares a side with T12 and touches P8 just at a corner.
    ring = """
        .    ?    T12
        P8   .    T11
        S9   @    A9
    """
    assert code(ring, "G10") == "hole"
    bay = """
        ?    .    T12
        P8   .    T11
        S9   @    A9
    """
    assert code(bay, "G10") == "fits"


@pytest.mark.parametrize(
    "drawing",
    [
        # a bay open to one side is no hole
        """
        P8   .    ?
        A10  .    A9
        @    T11  C11
        """,
        # filling a bay
        """
        P8   S9   A9
        A10  ?    C10
        @    .    C11
        """,
        # a square
        """
        P8   ?
        @    T11
        """,
    ],
)
def test_an_open_bay_is_no_hole(drawing: str) -> None:
    assert code(drawing, "G10") == "fits"


def test_a_hole_may_not_be_walled_in_either() -> None:
    assert (
        code(
            """
            P5nw  A8n  C7ne
            S7w   .    P7e
            @     ?    C6es
            """,
            "S8s",
        )
        == "hole"
    )


# Where a tile may stand: all answers at once


def test_spots_are_all_cells_that_fit() -> None:
    built = city(
        """
        .    P6n
        T11  @
        """
    )
    assert {str(cell) for cell in built.spots(Tile("T12"))} == {
        "-2,0",
        "-1,-1",
        "0,-1",
        "1,0",
        "1,1",
        "-1,1",
    }
    assert {str(cell) for cell in built.spots(Tile("G8nw"))} == {"-2,0", "-1,1"}
    # not at 0,2, wall to wall with P6n: out of reach
    assert {str(cell) for cell in built.spots(Tile("S8s"))} == {
        "-2,0",
        "-1,-1",
        "0,-1",
        "1,0",
        "1,1",
    }


def test_prospects_say_for_each_cell_the_wall_or_why_not() -> None:
    built = city("@ P6n")
    prospects = built.prospects(Tile("G8ne"))
    assert (
        sorted(prospects)
        == built.around()
        == sorted(Cell(*cell) for cell in [(-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (2, 0)])
    )
    assert prospects[Cell(2, 0)] == 3  # the walls of both in one run
    assert prospects[Cell(0, 1)] == 3  # here too, around the corner
    north, south = str(prospects[Cell(0, -1)]), str(prospects[Cell(1, 1)])
    assert north == "it has a wall on the north side, but its neighbour there has none"
    assert south == "it has no wall on the south side, but its neighbour there has one"


def test_a_drawing_that_breaks_a_rule_is_no_city() -> None:
    with pytest.raises(IllegalAction) as refused:
        city("S7w @ S8s\n. . T11")
    assert refused.value.reason.code == "no_wall_meets_wall"


# Remove


def removable(drawing: str) -> str:
    """The tiles that may leave, in their order; all others must say why."""
    built = city(drawing)
    free = []
    for tile in built:
        reason = built.why_not_remove(tile)
        after = built.copy()
        if reason is None:
            after.remove(tile)
            assert tile not in after
            assert len(after) == len(built) - 1
            free.append(tile.name)
        else:
            with pytest.raises(IllegalAction) as refused:
                after.remove(tile)
            assert refused.value.reason == reason
            assert after == built
    return " ".join(free)


def test_remove_must_leave_every_tile_reachable() -> None:
    line = "P8 S9 @ A9 A10"
    assert removable(line) == "P8 A10"
    reason = city(line).why_not_remove(Tile("S9"))
    assert reason is not None and reason.code == "cuts_off"
    assert reason.params == {"tile": "S9"}


def test_where_one_can_walk_around_it_a_tile_may_leave() -> None:
    assert (
        removable(
            """
        P8   S9
        @    A9
        """
        )
        == "P8 S9 A9"
    )


def test_tiles_side_by_side_with_a_wall_between_do_not_hold_each_other() -> None:
    # nobody walks from P7e to C9w: without A9 three tiles could not be reached
    assert (
        removable(
            """
        P7e  C9w  T11
        @    A9   T12
        """
        )
        == "P7e C9w T11 T12"
    )
    assert (
        removable(
            """
        P8   C10  T11
        @    A9   T12
        """
        )
        == "P8 A9 C10 T11 T12"
    )


def test_remove_must_leave_no_hole() -> None:
    drawing = """
        P8   S9   A9
        A10  T11  C10
        @    C11  T12
    """
    reason = city(drawing).why_not_remove(Tile("T11"))
    assert reason is not None and reason.code == "hole"
    assert removable(drawing) == "P8 S9 A9 A10 C10 C11 T12"


def test_a_tile_open_to_one_side_leaves_a_bay_not_a_hole() -> None:
    assert "A10" in removable(
        """
        P8   S9   A9
        A10  T11  C10
        @    C11  T12
        """
    )
    assert "T11" in removable(
        """
        P8   .    A9
        A10  T11  C10
        @    C11  T12
        """
    )


def test_only_a_tile_of_the_city_can_be_removed() -> None:
    reason = city("@ T11").why_not_remove(Tile("T12"))
    assert reason is not None and reason.code == "not_in_city"


# Swap


def swap(drawing: str, tile: str, cell: tuple[int, int]) -> str:
    """The drawing after the swap, or the code of the reason why not."""
    built = city(drawing)
    reason = built.why_not_swap(Tile(tile), cell)
    if reason is None:
        old = built.tile_at(cell)
        assert built.swap(Tile(tile), cell) is old
        return drawn(built)
    with pytest.raises(IllegalAction) as refused:
        built.swap(Tile(tile), cell)
    assert refused.value.reason == reason
    assert built == city(drawing)
    return reason.code


def test_swap_puts_the_new_tile_into_the_very_cell_of_the_old() -> None:
    assert swap("T11 @ P6n", "G8nw", (-1, 0)) == same("G8nw @ P6n")


def test_a_swap_in_the_middle_needs_no_way_around() -> None:
    assert swap("P8 S9 @", "P6n", (-1, 0)) == same("P8 P6n @")


def test_a_swap_inside_a_city_makes_no_hole() -> None:
    assert swap(
        """
        P8   S9   A9
        A10  T11  C10
        @    C11  T12
        """,
        "G10",
        (1, 1),
    ) == same(
        """
        P8   S9   A9
        A10  G10  C10
        @    C11  T12
        """
    )


def test_swap_obeys_the_walls() -> None:
    assert swap("P8 S9 @", "P7e", (-1, 0)) == "wall_meets_no_wall"
    assert swap("P8 S9 @", "S7w", (-1, 0)) == "wall_meets_no_wall"
    assert (
        swap(
            """
            T11  S8s
            @    P6n
            """,
            "T12",
            (1, 0),
        )
        == "no_wall_meets_wall"
    )


def test_a_swap_may_change_walls_where_nothing_stands() -> None:
    assert swap("P8 @", "A5nw", (-1, 0)) == same("A5nw @")
    assert swap("A5nw @", "C5nsw", (-1, 0)) == same("C5nsw @")


def test_the_fountain_is_never_removed_or_swapped() -> None:
    assert swap("P8 @", "T11", (0, 0)) == "fountain_stays"


def test_swap_needs_a_tile_in_the_cell_and_another_for_it() -> None:
    assert swap("P8 @", "T11", (1, 0)) == "no_tile_in_cell"
    assert swap("P8 @ T11", "T11", (-1, 0)) == "already_in_city"


# The grid has no edge


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_city_can_run_straight_as_far_as_its_tiles_have_no_walls_across(
    step: tuple[int, int],
) -> None:
    across = "ew" if step[0] else "ns"
    line = [tile for tile in TILES if not set(tile.wall_letters) & set(across)]
    assert len(line) == 18
    end = {(1, 0): "T13e", (-1, 0): "T10w", (0, 1): "T11n", (0, -1): "T11s"}[step]
    built = City()
    for n, tile in enumerate([*line, Tile(end)], start=1):
        built.place(tile, (n * step[0], n * step[1]))
    assert built.cell_of(Tile(end)) == (19 * step[0], 19 * step[1])
    assert built.why_not(Tile("G8nw"), (20 * step[0], 20 * step[1])) is not None
    assert built.why_not_remove(line[0]) is not None
    assert built.why_not_remove(Tile(end)) is None


# Every tile one can walk through, and a dead end: no city goes farther north.
NORTH = """
    P2new  .      .      .      .      .      .      .
    P8     .      .      .      .      .      .      .
    S9     .      .      .      .      .      .      .
    A9     .      .      .      .      .      .      .
    A10    .      .      .      .      .      .      .
    T11s   T11n   .      .      .      .      .      .
    .      G12s   G10n   .      .      .      .      .
    .      .      G8sw   T9ne   .      .      .      .
    .      .      .      C7sw   G8ne   .      .      .
    .      .      .      .      A6sw   C7ne   .      .
    .      .      .      .      .      S5sw   A6ne   .
    .      .      .      .      .      .      P3sw   S4ne
    .      .      .      .      .      .      .      C10
    .      .      .      .      .      .      .      C11
    .      .      .      .      .      .      .      G10
    .      .      .      .      .      .      .      G11
    .      .      .      .      .      .      .      T11
    .      .      .      .      .      .      .      T12
    .      .      .      .      .      .      .      P7e
    .      .      .      .      .      .      .      A8e
    .      .      .      .      .      .      .      G9e
    .      .      .      .      .      .      .      T13e
    .      .      .      .      .      .      A8n    C9s
    .      .      .      .      .      P6n    S8s    .
    .      .      .      .      T9nw   T9es   .      .
    .      .      .      G8nw   C6es   .      .      .
    .      .      C8nw   A7es   .      .      .      .
    .      A5nw   S6es   .      .      .      .      .
    P5nw   P4es   .      .      .      .      .      .
    S7w    .      .      .      .      .      .      .
    C9w    .      .      .      .      .      .      .
    G10w   .      .      .      .      .      .      .
    T10w   .      .      .      .      .      .      .
    @      .      .      .      .      .      .      .
"""


def test_a_city_can_run_far_in_one_direction() -> None:
    built = city(NORTH)
    assert len(built) == 47
    assert built.cell_of(Tile("P2new")) == (0, 33)
    assert drawn(built) == same(NORTH)
    # only its end may leave, everything else hangs on it
    assert [tile for tile in built if built.why_not_remove(tile) is None] == [Tile("P2new")]
    assert built.longest_wall() == 14


BOX = """
    .      .      P5nw   A4nes  .      .      .      .      .      .
    G7nsw  S4ne   C9w    T11n   T8nes  A5nw   G8ne   .      .      .
    .      C7sw   G12s   T13e   T7new  S7w    A8e    .      .      .
    .      .      C5nsw  C11    T12    G10    T11    G10n   C7ne   P2new
    .      G8nw   A8n    S8s    A9     @      P8     P7e    G8sw   S6es
    .      A6sw   C9s    P6n    S9     C10    G11    T11s   T9ne   .
    .      .      C8nw   P4es   T10w   A10    G9e    T9nw   C6es   .
    .      .      P3sw   .      A7es   G10w   T9es   S5sw   A6ne   .
    .      .      .      .      .      G6esw  .      .      S3esw  .
"""


def test_all_54_tiles_can_stand_in_one_city() -> None:
    built = city(BOX)
    assert set(built) == set(TILES)
    assert built.longest_wall() == 41
    assert drawn(built) == same(BOX)
    assert all(built.spots(tile) == [] for tile in TILES)
