"""Make web/src/rules/examples.json, the examples of the building rules and the city on the first
page: `.venv/bin/python web/tools/examples.py`.
"""

from __future__ import annotations

import json
import random
from collections import deque
from pathlib import Path

from alhambra.bots.bot import never
from alhambra.bots.names import bot_named
from alhambra.city import City
from alhambra.game import Game
from alhambra.pieces import SIDES, Cell, Tile
from alhambra.reasons import Reason

OUT = Path(__file__).parent.parent / "src" / "rules" / "examples.json"

# The name, the tiles of the city, and the tile that the reader may place.
EXAMPLES: list[tuple[str, dict[tuple[int, int], str], str]] = [
    ("walls", {(1, 0): "S9", (0, 1): "T12", (1, 1): "C7ne", (-1, 0): "P8"}, "G8ne"),
    ("foot", {(1, 0): "A8e", (0, -1): "C11", (-1, 0): "T12"}, "C9w"),
    ("hole", {(1, 0): "C10", (1, 1): "A10", (1, 2): "G11", (0, 2): "S9", (-1, 2): "T12"}, "A9"),
]
_STEP = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def _on_foot(city: City, goal: Cell) -> list[list[int]]:
    """The shortest path from the fountain to a tile, over sides without walls."""
    came: dict[Cell, Cell | None] = {Cell(0, 0): None}
    queue = deque([Cell(0, 0)])
    while queue:
        cell = queue.popleft()
        tile = city.tile_at(cell)
        for side in SIDES:
            x, y = _STEP[side.value]
            beside = Cell(cell.x + x, cell.y + y)
            open_ = tile is None or side not in tile.walls
            if beside in came or not open_ or not (city.tile_at(beside) or beside == (0, 0)):
                continue
            came[beside] = cell
            queue.append(beside)
    path: list[list[int]] = []
    at: Cell | None = goal
    while at is not None:
        path.append([at.x, at.y])
        at = came[at]
    return path[::-1]


def _example(name: str, standing: dict[tuple[int, int], str], tried: str) -> dict[str, object]:
    city = City({Cell(*cell): Tile(tile) for cell, tile in standing.items()})
    tile = Tile(tried)
    cells = []
    for cell, what in city.prospects(tile).items():
        entry: dict[str, object] = {"cell": [cell.x, cell.y]}
        if isinstance(what, Reason):
            entry["reason"] = {
                "code": what.code,
                "params": dict(what.params),
                "sentence": str(what),
            }
        else:
            grown = city.with_tile(tile, cell)
            entry["wall"] = what
            entry["longest"] = [[x, y, side.letter] for (x, y), side in grown.wall()]
            entry["way"] = _on_foot(grown, cell)
        cells.append(entry)
    return {
        "name": name,
        "tile": tried,
        "city": [[tile.name, cell.x, cell.y] for cell, tile in city.tiles.items()],
        "wall": [[x, y, side.letter] for (x, y), side in city.wall()],
        "cells": cells,
    }


def _beauty(city: City) -> float:
    """How large and compact a city is, and how long its wall."""
    xs = [0, *(cell.x for cell in city.tiles)]
    ys = [0, *(cell.y for cell in city.tiles)]
    area = (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)
    return 2 * len(city) + city.longest_wall() - 1.3 * area


def _palace() -> list[list[object]]:
    """The most beautiful city of some games of bots, for the first page."""
    best: City | None = None
    for seed in range(24):
        game = Game.new(["Ana", "Bruno", "Carla"], seed=seed)
        bot = bot_named("greedy")
        while game.phase.value != "over":
            game.play(bot.choose(game.view(game.seat), rng=random.Random(seed), stop=never))
        for city in game.cities:
            if best is None or _beauty(city) > _beauty(best):
                best = city
    assert best is not None
    return [[tile.name, cell.x, cell.y] for cell, tile in best.tiles.items()]


def files() -> dict[Path, str]:
    """The file to write, with its text."""
    made = {"examples": [_example(*each) for each in EXAMPLES], "palace": _palace()}
    return {OUT: json.dumps(made, separators=(",", ":")) + "\n"}


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
