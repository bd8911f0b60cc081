"""Draws a whole game: header, market, money, a table of the majorities, every seat."""

import math

from alhambra.drawing.buildings import draw_buildings
from alhambra.drawing.canvas import Canvas, shorten, width_of
from alhambra.drawing.city import Box
from alhambra.drawing.palette import GOLD_FILL, Theme
from alhambra.drawing.pictures import (
    CURRENCIES,
    CardPicture,
    DirkPicture,
    TablePicture,
    TilePicture,
)
from alhambra.drawing.pieces import counter_of, draw_card, draw_counter, draw_tile
from alhambra.drawing.seat import draw_seat, seat_height
from alhambra.drawing.words import counted, kind_counts, table_words

_WIDTH = 1200.0
_GAP = 12.0
_HEADER = 52.0
_TOP_HEIGHT = 214.0
_MARKET_WIDTH = 606.0
_MONEY_WIDTH = 338.0
_BUILDINGS_WIDTH = _WIDTH - _MARKET_WIDTH - _MONEY_WIDTH - 4 * _GAP
_DIRK_TILE = 44.0

_ROWS_OF_SEATS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3)}
_CITY_HEIGHTS = {1: 420.0, 2: 400.0, 3: 310.0, 4: 300.0, 5: 260.0, 6: 260.0}


def draw_table(table: TablePicture, theme: Theme = "light") -> str:
    """A picture of a whole game as SVG, 1200 wide."""
    canvas = Canvas(theme)
    places, height = _places(table)
    dirk_top = height
    if table.dirk:
        height += _dirk_height(table.dirk) + _GAP
    canvas.rect(0, 0, _WIDTH, height, canvas.palette.page)
    _draw_header(canvas, table)
    _draw_top(canvas, table, _HEADER + _GAP)
    for number, (seat, box) in enumerate(zip(table.seats, places, strict=True)):
        city_height = _CITY_HEIGHTS[len(table.seats)]
        draw_seat(canvas, seat, number, box, city_height, number == table.turn)
    if table.dirk:
        box = Box(_GAP, dirk_top, _WIDTH - 2 * _GAP, _dirk_height(table.dirk))
        _draw_dirk(canvas, table.dirk, box)
    return canvas.finish(_WIDTH, height, table.title, table_words(table))


def _places(table: TablePicture) -> tuple[list[Box], float]:
    """A box for each seat, and where the next thing may begin below them."""
    places: list[Box] = []
    y = _HEADER + _TOP_HEIGHT + 2 * _GAP
    for columns in _ROWS_OF_SEATS[len(table.seats)]:
        width = (_WIDTH - (columns + 1) * _GAP) / columns
        seats = table.seats[len(places) : len(places) + columns]
        height = max(seat_height(seat, width, _CITY_HEIGHTS[len(table.seats)]) for seat in seats)
        lefts = (_GAP + column * (width + _GAP) for column in range(columns))
        places += [Box(left, y, width, height) for left in lefts]
        y += height + _GAP
    return places, y


def _draw_header(canvas: Canvas, table: TablePicture) -> None:
    colours = canvas.palette
    canvas.rect(0, 0, _WIDTH, _HEADER, colours.panel)
    canvas.rect(0, _HEADER - 1, _WIDTH, 1, colours.line)
    _draw_mark(canvas, 12, 8)
    title = shorten(table.title, 21, 380)
    canvas.text(54, 34, title, 21, bold=True, serif=True)
    right = _draw_left_over(canvas, table)
    x = 54 + width_of(title, 21) + 26
    _draw_turn(canvas, table, x, right - x - 16)


def _draw_mark(canvas: Canvas, x: float, y: float) -> None:
    colours = canvas.palette
    with canvas.moved(x, y, 0.9):
        for colour, size in ((colours.accent, 26), (GOLD_FILL, 14)):
            corner = 20 - size / 2
            for turn in ("", ' transform="rotate(45 20 20)"'):
                with canvas.group(attributes=turn.strip()):
                    canvas.rect(corner, corner, size, size, colour)
        canvas.add(f'<path d="M20 14.5L25.5 20L20 25.5L14.5 20Z" fill="{colours.accent}"/>')


def _draw_turn(canvas: Canvas, table: TablePicture, x: float, width: float) -> None:
    colours = canvas.palette
    end = x + width
    if table.turn is not None:
        seat = table.seats[table.turn]
        draw_counter(canvas, counter_of(seat, table.turn), x, 14, 23)
        words = f"{shorten(seat.name, 16, width / 2)} to play"
        canvas.text(x + 31, 32, words, 16, bold=True)
        x += 31 + width_of(words, 16) + 14
    canvas.text(x, 32, shorten(table.phase, 15, end - x), 15, colours.ink_2)


def _draw_left_over(canvas: Canvas, table: TablePicture) -> float:
    """Draw what is left in deck and bag, on the right; returns where it begins."""
    right = _WIDTH - _GAP
    for words, sign in ((counted(table.bag, "tile"), "bag"), (counted(table.deck, "card"), "deck")):
        width = width_of(words, 14) + 44
        x = right - width
        canvas.rect(x, 11, width, 30, canvas.palette.panel_2, canvas.palette.line, radius=15)
        with canvas.group("Left in the bag" if sign == "bag" else "Left in the deck"):
            if sign == "bag":
                canvas.glyph("bag", x + 9, 15.5, 20, canvas.palette.ink_2)
            else:
                canvas.art("card-back", x + 11, 15, 16, 22)
            canvas.text(x + 33, 31, words, 14, bold=True)
        right = x - 10
    return right


def _draw_top(canvas: Canvas, table: TablePicture, y: float) -> None:
    market = Box(_GAP, y, _MARKET_WIDTH, _TOP_HEIGHT)
    money = Box(market.x + market.width + _GAP, y, _MONEY_WIDTH, _TOP_HEIGHT)
    buildings = Box(money.x + money.width + _GAP, y, _BUILDINGS_WIDTH, _TOP_HEIGHT)
    for box, heading in ((market, "Market"), (money, "Money"), (buildings, "Buildings")):
        _draw_panel(canvas, box, heading)
    _draw_market(canvas, table, market)
    _draw_money(canvas, table, money)
    draw_buildings(canvas, table, buildings)


def _draw_panel(canvas: Canvas, box: Box, heading: str) -> None:
    canvas.rect(*box, fill=canvas.palette.panel, stroke=canvas.palette.line, radius=14)
    canvas.text(box.x + 14, box.y + 25, heading, 16, bold=True, serif=True)


def _draw_market(canvas: Canvas, table: TablePicture, box: Box) -> None:
    width = (box.width - 24 - 3 * 10) / 4
    for number, (currency, tile) in enumerate(zip(CURRENCIES, table.market, strict=True)):
        place = Box(box.x + 12 + number * (width + 10), box.y + 36, width, box.height - 48)
        _draw_square(canvas, number + 1, currency, tile, place)


def _draw_square(
    canvas: Canvas, number: int, currency: str, tile: TilePicture | None, box: Box
) -> None:
    colours = canvas.palette
    canvas.rect(*box, fill=colours.panel_2, stroke=colours.line, radius=8)
    canvas.rect(box.x + 9, box.y + 8, 18, 18, colours.ink, radius=3)
    canvas.text(box.x + 18, box.y + 21.5, number, 13, colours.panel, "middle", bold=True)
    canvas.art(f"coin-{currency}", box.x + 33, box.y + 8, 18)
    canvas.text(box.x + 57, box.y + 21.5, currency.capitalize(), 13, colours.ink_2)
    size = min(box.width - 16, box.height - 42)
    x, y = box.x + (box.width - size) / 2, box.y + 33
    if tile:
        draw_tile(canvas, tile, x, y, size, currency)
    else:
        _draw_empty(canvas, x, y, size, size)


def _draw_empty(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    colours = canvas.palette
    canvas.rect(x, y, width, height, "none", colours.line_strong, 1.5, radius=4, dash="5 4")
    canvas.text(x + width / 2, y + height / 2 + 4, "empty", 13, colours.ink_2, "middle")


def _draw_money(canvas: Canvas, table: TablePicture, box: Box) -> None:
    places = max(4, len(table.row))
    width = (box.width - 28 - (places - 1) * 8) / places
    y = box.y + 36 + (box.height - 48 - width * 1.4) / 2
    for number, card in enumerate([*table.row, *[None] * (places - len(table.row))]):
        _draw_money_place(canvas, card, box.x + 14 + number * (width + 8), y, width)


def _draw_money_place(
    canvas: Canvas, card: CardPicture | None, x: float, y: float, width: float
) -> None:
    if card:
        draw_card(canvas, card, x, y, width)
    else:
        _draw_empty(canvas, x, y, width, width * 1.4)


def _dirk_columns() -> int:
    return int((_WIDTH - 2 * _GAP - 190) // (_DIRK_TILE + 6))


def _dirk_height(dirk: DirkPicture) -> float:
    return 24 + max(1, math.ceil(len(dirk.tiles) / _dirk_columns())) * (_DIRK_TILE + 6)


def _draw_dirk(canvas: Canvas, dirk: DirkPicture, box: Box) -> None:
    canvas.rect(*box, fill=canvas.palette.panel, stroke=canvas.palette.line, radius=14)
    canvas.text(box.x + 16, box.y + 32, shorten(dirk.name, 18, 150), 18, bold=True, serif=True)
    words = f"{counted(dirk.points, 'point')}, {counted(len(dirk.tiles), 'tile')}"
    canvas.text(box.x + 16, box.y + 54, words, 14, canvas.palette.ink_2)
    order = list(kind_counts([]))
    tiles = sorted(dirk.tiles, key=lambda tile: (order.index(tile.kind), tile.price))
    for number, tile in enumerate(tiles):
        row, column = divmod(number, _dirk_columns())
        step = _DIRK_TILE + 6
        draw_tile(canvas, tile, box.x + 180 + column * step, box.y + 15 + row * step, _DIRK_TILE)
