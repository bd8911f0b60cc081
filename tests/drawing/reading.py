"""Reads cities drawn in ASCII, and SVG back into what was put where."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from alhambra.drawing.pictures import KINDS, CityPicture, PlacedTile, Side, TilePicture

SVG = "{http://www.w3.org/2000/svg}"
INITIALS = {kind[0].upper(): kind for kind in KINDS}


def read_city(drawing: str, wall: frozenset[Side] = frozenset(), title: str = "") -> CityPicture:
    """A city from a drawing: `F` the fountain, initials of kinds, `|` and `---` walls.

    A wall drawn between two tiles is a wall of both.
    """
    lines = [line.ljust(100) for line in drawing.strip("\n").splitlines()] + [" " * 100]
    letters = {
        (column // 4, row // 2): lines[row][column]
        for row in range(1, len(lines), 2)
        for column in range(2, 98, 4)
        if lines[row][column] != " "
    }
    east, down = next(place for place, letter in letters.items() if letter == "F")
    tiles = [
        PlacedTile(
            TilePicture(INITIALS[letter], 7, _walls(lines, *place)),
            place[0] - east,
            down - place[1],
        )
        for place, letter in letters.items()
        if letter != "F"
    ]
    return CityPicture(tiles, wall, title)


def _walls(lines: list[str], column: int, row: int) -> str:
    x, y = column * 4 + 2, row * 2 + 1
    around = {
        "n": lines[y - 1][x],
        "e": lines[y][x + 2],
        "s": lines[y + 1][x],
        "w": lines[y][x - 2],
    }
    return "".join(side for side, mark in around.items() if mark != " ")


def walls_of(city: CityPicture) -> dict[tuple[int, int], str]:
    """The walls by filled cell, the fountain's too."""
    return {(0, 0): ""} | {(placed.x, placed.y): placed.tile.walls for placed in city.tiles}


class Drawn(NamedTuple):
    """A piece of art in a picture: its name, where it stands and how large it is, in pixels."""

    name: str
    x: float
    y: float
    width: float
    height: float


def art_in(svg: str) -> list[Drawn]:
    """All art of a picture, in the order of drawing, leaving out signs cut from tiles."""
    return list(_walk(ElementTree.fromstring(svg), 0, 0, 1))


def _walk(parent: ElementTree.Element, x: float, y: float, scale: float) -> Iterator[Drawn]:
    for element in parent:
        if element.tag == f"{SVG}use":
            numbers = {name: float(element.get(name, 0)) for name in ("x", "y", "width", "height")}
            name = element.get("href", "").partition("-")[2]
            left, top = x + scale * numbers["x"], y + scale * numbers["y"]
            yield Drawn(name, left, top, scale * numbers["width"], scale * numbers["height"])
        elif element.tag == f"{SVG}g":
            moved = re.match(
                r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", element.get("transform", "")
            )
            if moved:
                inner = (
                    x + scale * float(moved[1]),
                    y + scale * float(moved[2]),
                    scale * float(moved[3] or 1),
                )
                yield from _walk(element, *inner)
            else:
                yield from _walk(element, x, y, scale)


def by_cell(svg: str) -> list[tuple[str, int, int]]:
    """The art of a city's picture with its cell, east and north of the fountain."""
    drawn = art_in(svg)
    fountain = next(piece for piece in drawn if piece.name == "tile-fountain")
    return [
        (
            piece.name,
            round((piece.x - fountain.x) / fountain.width),
            round((fountain.y - piece.y) / fountain.width),
        )
        for piece in drawn
    ]


def texts_in(svg: str) -> list[str]:
    """All words written in a picture."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def ids_in(svg: str) -> list[str]:
    """All ids of a picture."""
    return [
        element.attrib["id"]
        for element in ElementTree.fromstring(svg).iter()
        if "id" in element.attrib
    ]
