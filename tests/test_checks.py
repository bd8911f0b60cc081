"""Calls of the engine take the numbers that there are, and refuse the next on either side."""

from collections.abc import Callable

import pytest

from alhambra import Game
from alhambra.core import building, dealing, listing, playouts, scoring, turns
from alhambra.core.constants import CENTRE, REFILLING, STRIDE
from alhambra.core.position import Position, Workspace
from laws.positions import trail

GAME = Game.new(["Ana", "Bruno", "Carla"], seed=1).position
EDGE = 54  # cells from the fountain, as many as there are tiles
BOUNDS: dict[str, tuple[Callable[[int], object], int, int]] = {
    "wall_of": (lambda n: building.wall_of(GAME, n), 0, 5),
    "longest_wall": (lambda n: building.longest_wall(GAME, n), 0, 5),
    "spots: seat": (lambda n: building.spots(GAME, n, 0), 0, 5),
    "spots: tile": (lambda n: building.spots(GAME, 0, n), 0, 53),
    "frontier": (lambda n: building.frontier(GAME, n), 0, 5),
    "placing_fault: seat": (lambda n: building.placing_fault(GAME, n, 0, CENTRE), 0, 5),
    "placing_fault: tile": (lambda n: building.placing_fault(GAME, 0, n, CENTRE), 0, 53),
    "placing_fault: column": (
        lambda n: building.placing_fault(GAME, 0, 0, CENTRE + n),
        *(-EDGE, EDGE),
    ),
    "placing_fault: row": (
        lambda n: building.placing_fault(GAME, 0, 0, CENTRE + STRIDE * n),
        *(-EDGE, EDGE),
    ),
    "put: seat": (lambda n: building.put(Position(), n, 0, CENTRE + 1), 0, 5),
    "put: tile": (lambda n: building.put(Position(), 0, n, CENTRE + 1), 0, 53),
    "put: row": (lambda n: building.put(Position(), 0, 0, CENTRE + 1 + STRIDE * n), -EDGE, EDGE),
    "kind_sheet: scoring": (lambda n: scoring.kind_sheet(GAME, n, 0), 0, 2),
    "kind_sheet: kind": (lambda n: scoring.kind_sheet(GAME, 0, n), 0, 5),
    "start_with": (lambda n: dealing.start_with(GAME.clone(), n), 0, 2),
    "pile_bounds: cards": (lambda n: dealing.pile_bounds(n, 0), 2, 110),
    "pile_bounds: pile": (lambda n: dealing.pile_bounds(110, n), 0, 4),
    "play_games: players": (lambda n: playouts.play_games(Workspace(), 1, 0, n, 0), 2, 6),
    "finish: policy": (lambda n: playouts.finish(GAME, 1, n), 0, 1),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_lowest_and_the_highest_are_taken_and_the_next_are_not(name: str) -> None:
    call, lowest, highest = BOUNDS[name]
    call(lowest)
    call(highest)
    for number in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match="must be from"):
            call(number)


def test_a_tile_that_does_not_stand_in_the_city_is_refused() -> None:
    position = Position()
    building.put(position, 1, 3, CENTRE + 1)
    calls: list[Callable[[int, int], object]] = [
        lambda seat, tile: building.swapping_fault(position, seat, 0, tile),
        lambda seat, tile: building.removing_fault(position, seat, tile),
        lambda seat, tile: building.lift_out(position.clone(), seat, tile),
    ]
    for call in calls:
        call(1, 3)
        for seat, tile in ((0, 3), (1, 4), (6, 3), (1, 54)):
            with pytest.raises(ValueError, match=r"must be from|does not stand"):
                call(seat, tile)


def test_a_cell_takes_one_tile_and_a_tile_one_cell() -> None:
    position = Position()
    building.put(position, 0, 3, CENTRE + 1)
    for tile, cell in ((3, CENTRE + 2), (4, CENTRE + 1), (4, CENTRE)):
        with pytest.raises(ValueError, match="stands in"):
            building.put(position, 0, tile, cell)
    building.put(position, 5, 3, CENTRE + 1)
    assert (position.city[0], position.city[5]) == (0, 1 << 3)


def test_only_a_game_that_has_been_dealt_is_played() -> None:
    empty = Position()
    for call in (
        turns.go_on,
        turns.settle,
        lambda p: turns.play(p, 0),
        lambda p: turns.after(p, 0),
        lambda p: turns.push(p, 0, []),
    ):
        with pytest.raises(ValueError, match="no game has been dealt"):
            call(empty)


def test_a_tile_that_is_put_freely_is_seen_even_if_the_position_was_checked_before() -> None:
    position = GAME.clone()
    turns.play(position, listing.list_actions(position)[0])
    building.put(position, 0, position.market_tiles[0], CENTRE + 1)
    for broken in (position, position.clone()):
        with pytest.raises(ValueError, match="in two places"):
            turns.settle(broken)


def test_listed_actions_are_counted_from_either_end() -> None:
    codes = listing.Codes(GAME, int)
    numbers = codes.numbers()
    size = len(numbers)
    assert len(codes) == size
    assert [codes[i] for i in range(-size, size)] == numbers + numbers
    assert codes[1:3] == numbers[1:3]
    for place in (size, -size - 1):
        with pytest.raises(IndexError, match="out of range"):
            codes[place]


def test_push_notes_the_action_and_the_end_of_a_turn() -> None:
    noted = {(): 0, (None,): 0}
    for game in trail(2, 3).walk():  # to the end, with tiles that are awarded
        position = game.position
        for code in listing.list_actions(position)[:2]:
            played = position.clone()
            turns.play(played, code)
            events: list[int | None] = []
            pushed = turns.push(position, code, events)
            end = (None,) if played.phase == REFILLING else ()
            assert events == [code, *end]
            assert pushed.facts() == turns.after(position, code).facts()
            noted[end] += 1
    assert min(noted.values()) > 0


def test_only_legal_actions_are_played() -> None:
    illegal = next(n for n in range(2**26) if not listing.is_legal(GAME, n))
    for call in (turns.play, turns.after):
        with pytest.raises(ValueError, match="is not legal here"):
            call(GAME.clone(), illegal)
    events: list[int | None] = []
    with pytest.raises(ValueError, match="is not legal here"):
        turns.push(GAME, illegal, events)
    assert events == []
