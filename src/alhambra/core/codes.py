"""Actions as numbers, interpreted; ``codes.pxd`` is the compiled version.

``constants`` says what the bits mean.
"""

from __future__ import annotations

from alhambra.core.constants import CURRENCY_SHIFT, KIND_SHIFT, REST_MASK, TILE_MASK, TILE_SHIFT


def action(kind: int, tile: int, rest: int) -> int:
    """The number of an action."""
    return kind << KIND_SHIFT | tile << TILE_SHIFT | rest


def kind_of(action: int) -> int:
    """TAKE, BUY and so on."""
    return action >> KIND_SHIFT


def currency_of(action: int) -> int:
    """The currency of a purchase."""
    return action >> CURRENCY_SHIFT & 3


def tile_of(action: int) -> int:
    """The tile it is about."""
    return action >> TILE_SHIFT & TILE_MASK


def rest_of(action: int) -> int:
    """The cell or the payment."""
    return action & REST_MASK
