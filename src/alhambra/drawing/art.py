"""The drawings of the package: SVG files in `art/`, read once."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from alhambra.drawing.palette import HOT_WALL, WALL

ID_MARK: Final = "\0"
"""Marks every id until the canvas knows its prefix; a character that XML text cannot contain."""

_SVG = re.compile(r'<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)</svg>', re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BETWEEN_TAGS = re.compile(r">\s+<")
_ID_OR_REFERENCE = re.compile(r'(\bid="|url\(#|href="#)')
_VARIABLE = re.compile(r"var\((--[\w-]+)[^)]*\)")
_GLYPH = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Art:
    """One drawing: its view box and what is inside."""

    view_box: str
    body: str


def art_names() -> list[str]:
    """The names of all drawings, as `tile-tower` or `coin-denar`."""
    folder = files(__package__).joinpath("art")
    return sorted(
        entry.name.removesuffix(".svg") for entry in folder.iterdir() if entry.name.endswith(".svg")
    )


def art_text(name: str) -> str:
    """The unchanged SVG file of a drawing."""
    return files(__package__).joinpath("art", f"{name}.svg").read_text(encoding="utf-8")


@cache
def art(name: str, hot: bool = False) -> Art:
    """A drawing ready to be put into a canvas; `hot` draws its walls in gold.

    CSS variables are replaced by their colours, since few programs other than browsers support
    them.
    """
    found = _SVG.search(_COMMENT.sub("", art_text(name)))
    if found is None:
        raise ValueError(f"the drawing {name!r} is not an SVG with a view box")
    body = _BETWEEN_TAGS.sub("><", found[2].strip())
    colours = HOT_WALL if hot else WALL
    body = _VARIABLE.sub(lambda variable: colours[variable[1]], body)
    return Art(found[1], _ID_OR_REFERENCE.sub(rf"\1{ID_MARK}", body))


@cache
def glyphs() -> dict[str, str]:
    """The small line drawings of `ui.svg` by name: paths on a grid of 25."""
    return dict(_GLYPH.findall(art_text("ui")))
