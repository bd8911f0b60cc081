"""A table of the majorities: how many tiles of each kind every player has built."""

from collections.abc import Sequence
from typing import NamedTuple

from alhambra.drawing.canvas import Canvas, shorten
from alhambra.drawing.city import Box
from alhambra.drawing.palette import GOLD_FILL
from alhambra.drawing.pictures import KINDS, TablePicture
from alhambra.drawing.pieces import counter_of, draw_counter, draw_kind
from alhambra.drawing.words import kind_counts, wall_length

_ROW = 21.5
_LABELS = 42.0


class _Column(NamedTuple):
    name: str
    counter: str
    """Empty for Dirk, who has none."""
    counts: Sequence[int | None]
    """Six kinds, then the wall; Dirk has no wall."""


def draw_buildings(canvas: Canvas, table: TablePicture, box: Box) -> None:
    """Draw the comparison into a panel, below its heading."""
    columns = _columns(table)
    step = min(44, (box.width - _LABELS - 16) / len(columns))
    left, top = box.x + _LABELS + 4, box.y + 34
    _draw_labels(canvas, box.x + 14, top + 24)
    for number, column in enumerate(columns):
        middle = left + (number + 0.5) * step
        _draw_name(canvas, column, middle, top, step)
        for row, count in enumerate(column.counts):
            most = bool(count) and count == max(other.counts[row] or 0 for other in columns)
            _draw_count(canvas, count, middle, top + 39 + row * _ROW, most)


def _columns(table: TablePicture) -> list[_Column]:
    columns = []
    for number, seat in enumerate(table.seats):
        counts = kind_counts(placed.tile for placed in seat.city.tiles)
        counter = counter_of(seat, number)
        columns.append(_Column(seat.name, counter, [*counts.values(), wall_length(seat.city)]))
    if table.dirk:
        counts = kind_counts(table.dirk.tiles)
        columns.append(_Column(table.dirk.name, "", [*counts.values(), None]))
    return columns


def _draw_labels(canvas: Canvas, x: float, y: float) -> None:
    for row, kind in enumerate(KINDS):
        with canvas.group(kind.capitalize()):
            draw_kind(canvas, kind, x, y + row * _ROW, 19)
    with canvas.group("Longest wall"):
        canvas.glyph("wall", x, y + len(KINDS) * _ROW, 19, canvas.palette.ink_2)


def _draw_name(canvas: Canvas, column: _Column, middle: float, top: float, width: float) -> None:
    with canvas.group(column.name):
        if column.counter:
            draw_counter(canvas, column.counter, middle - 9, top, 18)
        else:
            name = shorten(column.name, 12, width)
            canvas.text(middle, top + 14, name, 12, canvas.palette.ink_2, "middle", bold=True)


def _draw_count(canvas: Canvas, count: int | None, middle: float, y: float, most: bool) -> None:
    words = "–" if count is None else count
    colour = canvas.palette.ink if count else canvas.palette.ink_2
    canvas.text(middle, y, words, 14, colour, "middle", bold=most)
    if most:
        canvas.rect(middle - 8, y + 2.5, 16, 2.5, GOLD_FILL)
