"""A city: all tiles, then its walls joined into one line, then prices."""

from typing import NamedTuple

from alhambra.drawing.art import ID_MARK
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
from alhambra.drawing.sheet import Sheet, shorten
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
    """A rectangle of the sheet."""

    x: float
    y: float
    width: float
    height: float


def draw_city(city: CityPicture, theme: Theme = "light") -> str:
    """A picture of one city as SVG.

    >>> draw_city(CityPicture(title="Ana")).startswith("<svg")
    True
    """
    sheet = Sheet(theme)
    extent = _extent(city)
    cell = min(
        _LARGEST_CELL,
        _LARGEST_WIDTH * CELL / extent.width,
        _LARGEST_HEIGHT * CELL / extent.height,
    )
    heading = _HEADING if city.title else 0
    width = max(_SMALLEST_WIDTH, extent.width * cell / CELL + 2 * _PADDING)
    height = heading + extent.height * cell / CELL + 2 * _PADDING
    sheet.rect(0, 0, width, height, sheet.palette.ground, radius=14)
    if city.title:
        title = shorten(city.title, 18, width - 32)
        sheet.text(16, 30, title, 18, bold=True, serif=True)
    inner = Box(_PADDING, _PADDING + heading, width - 2 * _PADDING, height - heading - 2 * _PADDING)
    fit_city(sheet, city, inner)
    return sheet.finish(width, height, city.title or "A city", city_words(city))


def fit_city(sheet: Sheet, city: CityPicture, box: Box) -> None:
    """Draw a city as large as its box allows, but no tile larger than it was drawn."""
    extent = _extent(city)
    scale = min(box.width / extent.width, box.height / extent.height, _LARGEST_CELL / CELL)
    x = box.x + (box.width - extent.width * scale) / 2 - extent.x * scale
    y = box.y + (box.height - extent.height * scale) / 2 - extent.y * scale
    shown = Box((box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale)
    with sheet.moved(x, y, scale):
        if scale * CELL >= _SMALLEST_CROSSED_CELL:
            _draw_crosses(sheet, shown)
        _draw_tiles(sheet, city)
        _draw_walls(sheet, city)
        _draw_prices(sheet, city, plaque_scale(scale * CELL))
        _draw_highlights(sheet, city)
        for run in runs(city.wall):
            _draw_run(sheet, run, numbered=scale * CELL >= _SMALLEST_NUMBERED_CELL)
        if city.ghost:
            _draw_ghost(sheet, city.ghost, plaque_scale(scale * CELL))


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


def _draw_crosses(sheet: Sheet, box: Box) -> None:
    sheet.define(
        "crosses",
        f'<pattern id="{ID_MARK}crosses" x="-50" y="-50" width="100" height="100" '
        'patternUnits="userSpaceOnUse"><path d="M45 50H55M50 45V55" '
        f'stroke="{sheet.palette.cross}" stroke-width="2"/></pattern>',
    )
    sheet.rect(*box, fill=f"url(#{ID_MARK}crosses)")


def _draw_tiles(sheet: Sheet, city: CityPicture) -> None:
    with sheet.group("Fountain"):
        sheet.art("tile-fountain", 0, 0, CELL)
    for placed in city.tiles:
        with sheet.group(tile_words(placed.tile)):
            sheet.art(f"tile-{placed.tile.kind}", *_corner_of((placed.x, placed.y)), CELL)


def _draw_walls(sheet: Sheet, city: CityPicture) -> None:
    walls: dict[Cell, str] = {(0, 0): ""}
    walls |= {(placed.x, placed.y): placed.tile.walls for placed in city.tiles}
    for side in inner_walls(walls):
        _draw_side(sheet, "wall-inner", side, hot=False)
    for side in outer_walls(walls):
        _draw_side(sheet, "wall", side, hot=side in city.wall)
    for corner in corners(walls):
        hot = city.wall.issuperset(corner.sides)
        _draw_side(sheet, "wall-corner", (*corner.cell, corner.corner), hot)


def _draw_side(sheet: Sheet, art: str, side: Side, hot: bool) -> None:
    sheet.art(f"{art}-{side[2]}", *_corner_of(side[:2]), CELL, hot=hot)


def _draw_prices(sheet: Sheet, city: CityPicture, scale: float) -> None:
    for placed in city.tiles:
        draw_plaque(sheet, placed.tile.price, *_corner_of((placed.x, placed.y)), scale)


def _draw_highlights(sheet: Sheet, city: CityPicture) -> None:
    for cell in sorted(city.highlighted):
        x, y = _corner_of(cell)
        sheet.rect(x - 1, y - 1, CELL + 2, CELL + 2, "none", sheet.palette.accent, 5, 4)


def _draw_run(sheet: Sheet, run: Run, numbered: bool) -> None:
    # The inset is half the line's width, so that its round end stops at the last side's end.
    path = run_path(run, RUN_DISTANCE, inset=4.5)
    for colour, width in ((INK_ON_LIGHT, 9), (GOLD_FILL, 5)):
        sheet.add(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if numbered:
        with sheet.moved(*run_badge(run, RUN_DISTANCE)):
            sheet.add(
                f'<path d="M-24 0L-14-15H14L24 0L14 15H-14Z" fill="{GOLD_FILL}" '
                f'stroke="{INK_ON_LIGHT}" stroke-width="2.5"/>'
            )
            sheet.text(0, 7, len(run), 19, INK_ON_LIGHT, "middle", bold=True)


def _draw_ghost(sheet: Sheet, ghost: PlacedTile, price_scale: float) -> None:
    x, y = _corner_of((ghost.x, ghost.y))
    with sheet.group(tile_words(ghost.tile)):
        with sheet.group(attributes='opacity=".88"'):
            sheet.art(f"tile-{ghost.tile.kind}", x, y, CELL)
            draw_own_walls(sheet, ghost.tile, x, y)
            draw_plaque(sheet, ghost.tile.price, x, y, price_scale)
        sheet.rect(x - 1, y - 1, CELL + 2, CELL + 2, "none", sheet.palette.accent, 5, 4)
