"""Draws single pieces: a tile with its price and walls, a card, a counter, the icon of a kind."""

from alhambra.drawing.canvas import Canvas, num
from alhambra.drawing.outline import corners, outer_walls
from alhambra.drawing.palette import COIN_INK, INK_ON_LIGHT, PLAQUE
from alhambra.drawing.pictures import COUNTERS, CardPicture, SeatPicture, TilePicture
from alhambra.drawing.words import card_words, tile_words


def draw_tile(
    canvas: Canvas, tile: TilePicture, x: float, y: float, size: float, currency: str = ""
) -> None:
    """Draw a single tile, with its price on a coin if a currency is given, else on a plaque."""
    with canvas.group(tile_words(tile)), canvas.moved(x, y, size / 100):
        canvas.art(f"tile-{tile.kind}", 0, 0, 100)
        draw_own_walls(canvas, tile, 0, 0)
        if currency:
            draw_price_coin(canvas, currency, tile.price)
        else:
            draw_plaque(canvas, tile.price, 0, 0, plaque_scale(size))


def draw_own_walls(canvas: Canvas, tile: TilePicture, x: float, y: float) -> None:
    """The walls of a tile without neighbours, at full size."""
    alone = {(0, 0): tile.walls}
    for _, _, side in outer_walls(alone):
        canvas.art(f"wall-{side}", x, y, 100)
    for corner in corners(alone):
        canvas.art(f"wall-corner-{corner.corner}", x, y, 100)


def draw_price_coin(canvas: Canvas, currency: str, price: int) -> None:
    """The price on a coin, in the upper left of a full-size tile."""
    canvas.art(f"coin-{currency}-blank", 6, 6, 38)
    size = _price_size(price)
    canvas.text(25, 25 + size * 0.36, price, size, COIN_INK[currency], "middle", bold=True)


def plaque_scale(size: float) -> float:
    """The scale of the price on a tile of this size in pixels; 0 if the price is left out."""
    if size < 40:
        return 0
    return 1 if size >= 64 else 1.45


def draw_plaque(canvas: Canvas, price: int, x: float, y: float, scale: float) -> None:
    """The price on a plain plaque, in the upper left of a full-size tile at x, y."""
    if not scale:
        return
    # Growing from the corner 14, 14 keeps the plaque clear of the walls.
    with canvas.moved(x + 14, y + 14, scale):
        canvas.add(
            f'<path d="M0 0H23V16L19 20H0Z" fill="{PLAQUE}" stroke="{INK_ON_LIGHT}" '
            'stroke-width="1.2"/>'
        )
        size = _price_size(price)
        canvas.text(11.5, 10 + size * 0.36, price, size, INK_ON_LIGHT, "middle", bold=True)


def draw_card(canvas: Canvas, card: CardPicture, x: float, y: float, width: float) -> None:
    """A money card; its height is 1.4 widths."""
    with canvas.group(card_words(card)), canvas.moved(x, y, width / 100):
        canvas.art(f"card-{card.currency}", 0, 0, 100, 140)
        canvas.art(f"coin-{card.currency}", 10, 34, 21)
        canvas.text(20.5, 30, card.value, 27, INK_ON_LIGHT, "middle", bold=True)
        canvas.text(56, 98, card.value, 46, INK_ON_LIGHT, "middle", bold=True)


def draw_counter(canvas: Canvas, counter: str, x: float, y: float, size: float) -> None:
    """A player's counter."""
    canvas.art(f"counter-{counter}", x, y, size)


def counter_of(seat: SeatPicture, number: int) -> str:
    """The counter of a seat: its own, or the shape that belongs to its number from 0."""
    return seat.counter or COUNTERS[number]


def draw_kind(canvas: Canvas, kind: str, x: float, y: float, size: float) -> None:
    """Draw the icon of a kind: the middle of the tile, without the rim."""
    canvas.add(
        f'<svg x="{num(x)}" y="{num(y)}" width="{num(size)}" height="{num(size)}" '
        'viewBox="9 4 82 82">'
    )
    canvas.art(f"tile-{kind}", 0, 0, 100)
    canvas.add("</svg>")


def _price_size(price: int) -> float:
    """The height of a price's digits, so that two fit where one does."""
    return 17 if price < 10 else 15
