"""What the environments show: the table as text, or as an image."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np

from alhambra.core.position import Position
from alhambra.drawing.words import table_sentences
from alhambra.table import Table

RENDER_MODES = ("human", "ansi", "rgb_array")
SIDE = 1000  # of an image, in pixels


class PositionTable(Table):
    """A position as a table that can be drawn."""

    __slots__ = ()

    def __init__(self, position: Position, names: tuple[str, ...]) -> None:
        self._names = names
        self._position = position


def check_render_mode(mode: str | None) -> None:
    """Raise ValueError for a mode that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        modes = ", ".join(RENDER_MODES)
        raise ValueError(f"there is no render mode {mode!r}; there are {modes}")


def render(table: Table, mode: str | None) -> str | Any | None:
    """Show a table in one of the modes; ``human`` prints the text."""
    if mode is None:
        warnings.warn("nothing is shown without a render_mode", stacklevel=3)
    if mode == "rgb_array":
        return table_image(table)
    if mode == "ansi":
        return table_text(table)
    if mode == "human":
        print(table_text(table))
    return None


def table_text(table: Table) -> str:
    """A table as lines of text."""
    lines = table_sentences(table.picture())
    for name, city in zip(table.names, table.cities, strict=True):
        placed = "; ".join(f"{tile} at {cell}" for cell, tile in sorted(city.tiles.items()))
        lines.append(f"{name}'s city: {placed}")
    return "\n".join(lines)


def table_image(table: Table) -> Any:
    """A table as an array of pixels, each red, green and blue. All images have the same size, as
    the frames of a video must."""
    # Imported lazily: the rest of `alhambra.envs` works without them.
    from PIL import Image, ImageOps
    from resvg_py import svg_to_bytes

    from alhambra.drawing.table import draw_table

    picture = svg_to_bytes(svg_string=draw_table(table.picture()), width=SIDE)
    with Image.open(io.BytesIO(picture)) as opened:
        image = opened.convert("RGB")
    ground: Any = image.getpixel((0, image.height - 1))
    return np.array(ImageOps.pad(image, (SIDE, SIDE), color=ground, centering=(0.5, 0.0)))
