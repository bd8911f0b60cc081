"""Draws a player's part of the table: name and points, city, hand, reserve, tiles to be placed."""

import math
from collections.abc import Sequence

from alhambra.drawing.canvas import Canvas, shorten, width_of
from alhambra.drawing.city import Box, fit_city
from alhambra.drawing.hand import draw_hand, hand_height
from alhambra.drawing.pictures import SeatPicture, TilePicture
from alhambra.drawing.pieces import counter_of, draw_counter, draw_tile
from alhambra.drawing.words import counted, wall_length

_PADDING = 12.0
_HEADER = 46.0
_GAP = 10.0
_WIDE = 500.0
_HAND_SHARE = 0.62
_TILE = 46.0
_TILE_STEP = 52.0
_TRAY_LABEL = 22.0


def seat_height(seat: SeatPicture, width: float, city_height: float) -> float:
    """The height a seat needs when it has this width."""
    hand_width, tray_width = _widths(width)
    hand = hand_height(seat.hand, hand_width)
    trays = _trays_height(seat, tray_width)
    below = max(hand, trays) if width >= _WIDE else hand + _GAP + trays
    return _HEADER + city_height + _GAP + below + _PADDING


def draw_seat(
    canvas: Canvas, seat: SeatPicture, number: int, box: Box, city_height: float, playing: bool
) -> None:
    """Draw the seat with this number (from 0) into its box."""
    colours = canvas.palette
    edge, edge_width = (colours.accent, 2.5) if playing else (colours.line, 1)
    canvas.rect(*box, fill=colours.panel, stroke=edge, stroke_width=edge_width, radius=14)
    _draw_header(canvas, seat, counter_of(seat, number), box, playing)
    city = Box(box.x + _PADDING, box.y + _HEADER, box.width - 2 * _PADDING, city_height)
    canvas.rect(*city, fill=colours.ground, radius=8)
    fit_city(canvas, seat.city, Box(city.x + 4, city.y + 4, city.width - 8, city.height - 8))
    hand_width, tray_width = _widths(box.width)
    x, y = city.x, city.y + city.height + _GAP
    draw_hand(canvas, seat.hand, x, y, hand_width)
    if box.width >= _WIDE:
        _draw_trays(canvas, seat, Box(x + hand_width + _GAP, y, tray_width, 0))
    else:
        y += hand_height(seat.hand, hand_width) + _GAP
        _draw_trays(canvas, seat, Box(x, y, tray_width, 0))


def _widths(width: float) -> tuple[float, float]:
    """The widths of hand and trays: beside each other in a wide seat, else below."""
    inside = width - 2 * _PADDING
    if width < _WIDE:
        return inside, inside
    hand = inside * _HAND_SHARE
    return hand, inside - hand - _GAP


def _draw_header(canvas: Canvas, seat: SeatPicture, counter: str, box: Box, playing: bool) -> None:
    colours = canvas.palette
    right = _draw_scores(canvas, seat, box.x + box.width - _PADDING - 2, box.y)
    if playing:
        right -= 76
        canvas.rect(right, box.y + 12, 64, 22, colours.accent, radius=11)
        canvas.text(right + 32, box.y + 27, "to play", 13, colours.on_accent, "middle", bold=True)
    left = box.x + _PADDING + 34
    with canvas.group(seat.name):
        draw_counter(canvas, counter, box.x + _PADDING, box.y + 11, 25)
        name = shorten(seat.name, 18, right - left - 8)
        canvas.text(left, box.y + 30, name, 18, bold=True, serif=True)


def _draw_scores(canvas: Canvas, seat: SeatPicture, right: float, top: float) -> float:
    """Draw points and wall, ending at `right`; returns where they begin."""
    colours = canvas.palette
    points = str(seat.points)
    with canvas.group(counted(seat.points, "point")):
        canvas.text(right, top + 31, points, 23, colours.gold, "end", bold=True)
    right -= width_of(points, 23) + 16
    wall = str(wall_length(seat.city))
    with canvas.group(f"Longest wall: {wall}"):
        canvas.text(right, top + 29.5, wall, 15, colours.ink, "end", bold=True)
        right -= width_of(wall, 15) + 24
        canvas.glyph("wall", right, top + 12, 21, colours.ink_2)
    return right


def _trays_height(seat: SeatPicture, width: float) -> float:
    if not seat.reserve and not seat.waiting:
        return _TRAY_LABEL
    waiting, reserve = _tray_columns(seat, width)
    rows = max(
        math.ceil(len(seat.waiting) / waiting) if waiting else 0,
        math.ceil(len(seat.reserve) / reserve) if reserve else 0,
    )
    return _tray_height(rows)


def _tray_height(rows: int) -> float:
    return _TRAY_LABEL + rows * _TILE_STEP + 4


def _tray_columns(seat: SeatPicture, width: float) -> tuple[int, int]:
    """How many tiles beside each other are to be placed, and in the reserve."""
    both = bool(seat.waiting and seat.reserve)
    room = max(2, int((width - (_GAP + 24 if both else 12)) // _TILE_STEP))
    waiting = min(len(seat.waiting), room - both)
    return waiting, min(len(seat.reserve), room - waiting)


def _draw_trays(canvas: Canvas, seat: SeatPicture, box: Box) -> None:
    colours = canvas.palette
    waiting, reserve = _tray_columns(seat, box.width)
    x = box.x
    if waiting:
        x += _draw_tray(canvas, "To place", seat.waiting, x, box.y, waiting, colours.accent) + _GAP
    if reserve:
        _draw_tray(canvas, "Reserve", seat.reserve, x, box.y, reserve, "")
    elif not waiting:
        canvas.text(x, box.y + 16, "Reserve empty", 13, colours.ink_2)


def _draw_tray(
    canvas: Canvas,
    label: str,
    tiles: Sequence[TilePicture],
    x: float,
    y: float,
    columns: int,
    edge: str,
) -> float:
    """Draw tiles in a frame, dashed unless it has its own edge; returns its width."""
    colours = canvas.palette
    width = max(columns * _TILE_STEP + 6, width_of(label, 12) + 14)
    height = _tray_height(math.ceil(len(tiles) / columns))
    if edge:
        canvas.rect(x, y, width, height, colours.panel_2, edge, 2, radius=6)
    else:
        canvas.rect(x, y, width, height, "none", colours.line_strong, 1.5, radius=6, dash="5 4")
    canvas.text(x + 7, y + 15.5, label, 12, colours.ink_2)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        tile_x = x + 6 + column * _TILE_STEP
        draw_tile(canvas, tile, tile_x, y + _TRAY_LABEL + row * _TILE_STEP, _TILE)
    return width
