"""Draws a hand of money: fans by currency, equal cards stacked, or only the backs."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from alhambra.drawing.canvas import Canvas
from alhambra.drawing.palette import INK_ON_LIGHT, PLAQUE
from alhambra.drawing.pictures import CURRENCIES, CardPicture
from alhambra.drawing.pieces import draw_card
from alhambra.drawing.words import counted

_CARD = 42.0
_CARD_HEIGHT = _CARD * 1.4
_STEP = 24.0
_NARROW_STEP = 15.0
_GAP = 14.0
_LINE = _CARD_HEIGHT + 24
_MOST_BACKS = 8


class _Fan(NamedTuple):
    currency: str
    copies: dict[int, int]
    """How many cards of each value."""

    @property
    def total(self) -> int:
        return sum(value * copies for value, copies in self.copies.items())


def hand_height(hand: Sequence[CardPicture] | int, width: float) -> float:
    """The height a hand needs when it has this width."""
    return _LINE * (1 if isinstance(hand, int) else max(1, len(_lines(hand, width))))


def draw_hand(
    canvas: Canvas, hand: Sequence[CardPicture] | int, x: float, y: float, width: float
) -> None:
    """Draw a hand from its upper left."""
    if not hand:
        canvas.text(x, y + 16, "No cards", 13, canvas.palette.ink_2)
    elif isinstance(hand, int):
        _draw_backs(canvas, hand, x, y)
    else:
        for number, fans in enumerate(_lines(hand, width)):
            _draw_fans(canvas, fans, x, y + number * _LINE, _step(fans, width))


def _lines(hand: Sequence[CardPicture], width: float) -> list[list[_Fan]]:
    """The fans in one line, or in two where one would hide the cards' numbers."""
    fans = _fans(hand)
    if len(fans) < 2 or _step(fans, width) >= _NARROW_STEP:
        return [fans]
    half = (len(fans) + 1) // 2
    return [fans[:half], fans[half:]]


def _fans(hand: Sequence[CardPicture]) -> list[_Fan]:
    found = []
    for currency in CURRENCIES:
        copies = Counter(card.value for card in hand if card.currency == currency)
        if copies:
            found.append(_Fan(currency, dict(sorted(copies.items()))))
    return found


def _step(fans: list[_Fan], width: float) -> float:
    """How far apart the cards of a line lie."""
    covered = sum(len(fan.copies) - 1 for fan in fans)
    free = width - len(fans) * _CARD - (len(fans) - 1) * _GAP
    return min(_STEP, free / covered) if covered else _STEP


def _draw_fans(canvas: Canvas, fans: list[_Fan], x: float, y: float, step: float) -> None:
    for fan in fans:
        start = x
        for value, copies in fan.copies.items():
            draw_card(canvas, CardPicture(fan.currency, value), x, y, _CARD)
            if copies > 1:
                _draw_copies(canvas, copies, x, y)
            x += step
        x += _CARD - step
        _draw_total(canvas, fan, start, y + _CARD_HEIGHT + 4)
        x += _GAP


def _draw_copies(canvas: Canvas, copies: int, x: float, y: float) -> None:
    """Write the number of equal cards, on the left so that no neighbour covers it."""
    canvas.rect(x + 1, y + 44, 15, 13, PLAQUE, INK_ON_LIGHT, 0.8, radius=3)
    canvas.text(x + 8.5, y + 54.2, f"×{copies}", 10.5, INK_ON_LIGHT, "middle", bold=True)


def _draw_total(canvas: Canvas, fan: _Fan, x: float, y: float) -> None:
    canvas.art(f"coin-{fan.currency}", x, y, 15)
    canvas.text(x + 19, y + 12.5, fan.total, 14, bold=True)


def _draw_backs(canvas: Canvas, cards: int, x: float, y: float) -> None:
    shown = min(cards, _MOST_BACKS)
    for number in range(shown):
        canvas.art("card-back", x + number * 12, y, _CARD, _CARD_HEIGHT)
    canvas.text(x, y + _CARD_HEIGHT + 17, counted(cards, "card"), 14, bold=True)
