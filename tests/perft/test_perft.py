"""Counting lines of play from many positions: the counts that another engine agrees with."""

from pathlib import Path

import pytest

from alhambra import City, Game, Phase, Record, Tile
from alhambra.pieces import TILES

HERE = Path(__file__).parent
COUNTS = {
    position: [int(count) for count in counts]
    for position, *counts in (
        line.split()
        for line in (HERE / "counts.txt").read_text().splitlines()
        if line and not line.startswith("#")
    )
}
LARGE = 1000  # lines of play; more are counted only with the compiled engine


def lines_of_play(game: Game, depth: int) -> int:
    """A line that reaches the end of the game or a reshuffle stops there and counts once."""
    if depth == 0 or game.phase in (Phase.OVER, Phase.RESHUFFLE):
        return 1
    count = 0
    for action in game.legal_actions:
        game.push(action)
        count += lines_of_play(game, depth - 1)
        game.pop()
    return count


def test_every_position_has_its_counts() -> None:
    assert sorted(COUNTS) == sorted(file.stem for file in HERE.glob("*.alhambra"))
    assert all(COUNTS.values())


@pytest.mark.parametrize("position", COUNTS)
def test_all_counts_match(position: str, interpreted: bool) -> None:
    record = Record.load(HERE / f"{position}.alhambra")
    game = record.replay()
    before = game.copy()
    for depth, count in enumerate(COUNTS[position], start=1):
        if count <= LARGE or not interpreted:
            assert lines_of_play(game, depth) == count, f"depth {depth}"
    assert game == before


def placements(city: City, left: tuple[Tile, ...], depth: int) -> int:
    """The number of ways in which this many of the tiles can be placed one after the other."""
    cells = [(tile, cell) for tile in left for cell in city.spots(tile)]
    if depth == 1:
        return len(cells)
    return sum(
        placements(city.with_tile(tile, cell), tuple(t for t in left if t is not tile), depth - 1)
        for tile, cell in cells
    )


@pytest.mark.parametrize(("depth", "count"), [(1, 136), (2, 22_136)])
def test_placing_all_tiles_from_the_bare_fountain(depth: int, count: int) -> None:
    assert placements(City(), TILES, depth) == count
