"""Draws a city: all tiles, then its walls joined into one line, then prices."""

from typing import NamedTuple

from alhambra.drawing.art import ID_MARK
from alhambra.drawing.canvas import Canvas, shorten
from alhambra.drawing.outline import (
    CELL,
    Run,
    corners,
    inner_walls,
    outer_walls,
    run_badge,
    run_path,
    runs,
)
from alhambra.drawing.palette import GOLD_FILL, INK_ON_LIGHT, Theme
from alhambra.drawing.pictures import Cell, CityPicture, PlacedTile, Side
from alhambra.drawing.pieces import draw_own_walls, draw_plaque, plaque_scale
from alhambra.drawing.words import city_words, tile_words

RUN_DISTANCE = 9
"""How far outside the outline the longest run is traced, in hundredths of a tile."""

MARGIN = 30
"""Room around the tiles for the traced run and its number."""

_LARGEST_CELL = 100.0
_LARGEST_WIDTH = 1160.0
_LARGEST_HEIGHT = 900.0
_SMALLEST_WIDTH = 220.0
_SMALLEST_CROSSED_CELL = 24.0
_SMALLEST_NUMBERED_CELL = 40.0
_PADDING = 10.0
_HEADING = 38.0


class Box(NamedTuple):
    """A rectangle of the canvas."""

    x: float
    y: float
    width: float
    height: float


def draw_city(city: CityPicture, theme: Theme = "light") -> str:
    """A picture of one city as SVG.

    >>> draw_city(CityPicture(title="Ana")).startswith("<svg")
    True
    """
    canvas = Canvas(theme)
    extent = _extent(city)
    cell = min(
        _LARGEST_CELL,
        _LARGEST_WIDTH * CELL / extent.width,
        _LARGEST_HEIGHT * CELL / extent.height,
    )
    heading = _HEADING if city.title else 0
    width = max(_SMALLEST_WIDTH, extent.width * cell / CELL + 2 * _PADDING)
    height = heading + extent.height * cell / CELL + 2 * _PADDING
    canvas.rect(0, 0, width, height, canvas.palette.ground, radius=14)
    if city.title:
        title = shorten(city.title, 18, width - 32)
        canvas.text(16, 30, title, 18, bold=True, serif=True)
    inner = Box(_PADDING, _PADDING + heading, width - 2 * _PADDING, height - heading - 2 * _PADDING)
    fit_city(canvas, city, inner)
    return canvas.finish(width, height, city.title or "A city", city_words(city))


def fit_city(canvas: Canvas, city: CityPicture, box: Box) -> None:
    """Draw a city as large as its box allows, but no tile larger than its original size."""
    extent = _extent(city)
    scale = min(box.width / extent.width, box.height / extent.height, _LARGEST_CELL / CELL)
    x = box.x + (box.width - extent.width * scale) / 2 - extent.x * scale
    y = box.y + (box.height - extent.height * scale) / 2 - extent.y * scale
    shown = Box((box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale)
    with canvas.moved(x, y, scale):
        if scale * CELL >= _SMALLEST_CROSSED_CELL:
            _draw_crosses(canvas, shown)
        _draw_tiles(canvas, city)
        _draw_walls(canvas, city)
        _draw_prices(canvas, city, plaque_scale(scale * CELL))
        _draw_highlights(canvas, city)
        for run in runs(city.wall):
            _draw_run(canvas, run, numbered=scale * CELL >= _SMALLEST_NUMBERED_CELL)
        if city.ghost:
            _draw_ghost(canvas, city.ghost, plaque_scale(scale * CELL))


def _extent(city: CityPicture) -> Box:
    """The rectangle a city takes up, in units of its tiles, y downwards."""
    placed = [*city.tiles, *([city.ghost] if city.ghost else [])]
    cells = [(0, 0), *((tile.x, tile.y) for tile in placed), *city.highlighted]
    left, right = min(x for x, _ in cells), max(x for x, _ in cells) + 1
    top, bottom = -max(y for _, y in cells), 1 - min(y for _, y in cells)
    return Box(
        left * CELL - MARGIN,
        top * CELL - MARGIN,
        (right - left) * CELL + 2 * MARGIN,
        (bottom - top) * CELL + 2 * MARGIN,
    )


def _corner_of(cell: Cell) -> tuple[int, int]:
    """A cell's upper left, y downwards."""
    return cell[0] * CELL, -cell[1] * CELL


def _draw_crosses(canvas: Canvas, box: Box) -> None:
    canvas.define(
        "crosses",
        f'<pattern id="{ID_MARK}crosses" x="-50" y="-50" width="100" height="100" '
        'patternUnits="userSpaceOnUse"><path d="M45 50H55M50 45V55" '
        f'stroke="{canvas.palette.cross}" stroke-width="2"/></pattern>',
    )
    canvas.rect(*box, fill=f"url(#{ID_MARK}crosses)")


def _draw_tiles(canvas: Canvas, city: CityPicture) -> None:
    with canvas.group("Fountain"):
        canvas.art("tile-fountain", 0, 0, CELL)
    for placed in city.tiles:
        with canvas.group(tile_words(placed.tile)):
            canvas.art(f"tile-{placed.tile.kind}", *_corner_of((placed.x, placed.y)), CELL)


def _draw_walls(canvas: Canvas, city: CityPicture) -> None:
    walls: dict[Cell, str] = {(0, 0): ""}
    walls |= {(placed.x, placed.y): placed.tile.walls for placed in city.tiles}
    for side in inner_walls(walls):
        _draw_side(canvas, "wall-inner", side, hot=False)
    for side in outer_walls(walls):
        _draw_side(canvas, "wall", side, hot=side in city.wall)
    for corner in corners(walls):
        hot = city.wall.issuperset(corner.sides)
        _draw_side(canvas, "wall-corner", (*corner.cell, corner.corner), hot)


def _draw_side(canvas: Canvas, art: str, side: Side, hot: bool) -> None:
    canvas.art(f"{art}-{side[2]}", *_corner_of(side[:2]), CELL, hot=hot)


def _draw_prices(canvas: Canvas, city: CityPicture, scale: float) -> None:
    for placed in city.tiles:
        draw_plaque(canvas, placed.tile.price, *_corner_of((placed.x, placed.y)), scale)


def _draw_highlights(canvas: Canvas, city: CityPicture) -> None:
    for cell in sorted(city.highlighted):
        x, y = _corner_of(cell)
        canvas.rect(x - 1, y - 1, CELL + 2, CELL + 2, "none", canvas.palette.accent, 5, 4)


def _draw_run(canvas: Canvas, run: Run, numbered: bool) -> None:
    # The inset is half the line's width, so that its round end stops at the last side's end.
    path = run_path(run, RUN_DISTANCE, inset=4.5)
    for colour, width in ((INK_ON_LIGHT, 9), (GOLD_FILL, 5)):
        canvas.add(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if numbered:
        with canvas.moved(*run_badge(run, RUN_DISTANCE)):
            canvas.add(
                f'<path d="M-24 0L-14-15H14L24 0L14 15H-14Z" fill="{GOLD_FILL}" '
                f'stroke="{INK_ON_LIGHT}" stroke-width="2.5"/>'
            )
            canvas.text(0, 7, len(run), 19, INK_ON_LIGHT, "middle", bold=True)


def _draw_ghost(canvas: Canvas, ghost: PlacedTile, price_scale: float) -> None:
    x, y = _corner_of((ghost.x, ghost.y))
    with canvas.group(tile_words(ghost.tile)):
        with canvas.group(attributes='opacity=".88"'):
            canvas.art(f"tile-{ghost.tile.kind}", x, y, CELL)
            draw_own_walls(canvas, ghost.tile, x, y)
            draw_plaque(canvas, ghost.tile.price, x, y, price_scale)
        canvas.rect(x - 1, y - 1, CELL + 2, CELL + 2, "none", canvas.palette.accent, 5, 4)
