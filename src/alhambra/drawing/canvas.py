"""An SVG canvas: collects shapes and texts, and returns one self-contained picture."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape as escape_html
from typing import Final, Literal

from alhambra.drawing.art import ID_MARK, art, glyphs
from alhambra.drawing.palette import SANS, SERIF, Theme, palette

Anchor = Literal["start", "middle", "end"]

_NOT_XML: Final = re.compile(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
)


class Canvas:
    """Collects what is drawn, and of the art only what is used."""

    def __init__(self, theme: Theme = "light") -> None:
        self.palette = palette(theme)
        self._body: list[str] = []
        self._defs: dict[str, str] = {}

    def add(self, markup: str) -> None:
        """Put ready markup on top."""
        self._body.append(markup)

    def define(self, name: str, markup: str) -> None:
        """Add a definition once; its id and references begin with `ID_MARK`."""
        self._defs.setdefault(name, markup)

    def art(
        self, name: str, x: float, y: float, width: float, height: float = 0, hot: bool = False
    ) -> None:
        """Draw a file of the art folder into a box (a square if no height is given)."""
        drawing = art(name, hot)
        key = f"{name}-hot" if hot else name
        self.define(
            key, f'<symbol id="{ID_MARK}{key}" viewBox="{drawing.view_box}">{drawing.body}</symbol>'
        )
        self.add(
            f'<use href="#{ID_MARK}{key}" x="{num(x)}" y="{num(y)}" '
            f'width="{num(width)}" height="{num(height or width)}"/>'
        )

    def glyph(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        """Draw a line glyph in one colour."""
        self.add(
            f'<g transform="translate({num(x)} {num(y)}) scale({num(size / 25)})" fill="none" '
            f'stroke="{colour}" stroke-width="2.2" stroke-linecap="round" '
            f'stroke-linejoin="round">{glyphs()[name]}</g>'
        )

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str = "",
        stroke_width: float = 1,
        radius: float = 0,
        dash: str = "",
    ) -> None:
        """Draw a rectangle."""
        line = f' stroke="{stroke}" stroke-width="{num(stroke_width)}"' if stroke else ""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        round_ = f' rx="{num(radius)}"' if radius else ""
        self.add(
            f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
            f'{round_} fill="{fill}"{line}{dashes}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: object,
        size: float,
        colour: str = "",
        anchor: Anchor = "start",
        bold: bool = False,
        serif: bool = False,
    ) -> None:
        """Write words; `y` is their base line."""
        face = f' font-family="{SERIF}"' if serif else ""
        weight = ' font-weight="700"' if bold else ""
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.add(
            f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{face}{weight}{where} '
            f'fill="{colour or self.palette.ink}">{escape(words)}</text>'
        )

    @contextmanager
    def group(self, tooltip: str = "", attributes: str = "") -> Iterator[None]:
        """Group what is drawn inside, with a tooltip or attributes such as `opacity`."""
        self.add(f"<g {attributes}>" if attributes else "<g>")
        if tooltip:
            self.add(f"<title>{escape(tooltip)}</title>")
        yield
        self.add("</g>")

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1) -> Iterator[None]:
        """Draw what is inside at another place and size."""
        size = f" scale({num(scale, 4)})" if scale != 1 else ""
        with self.group(attributes=f'transform="translate({num(x)} {num(y)}){size}"'):
            yield

    def finish(self, width: float, height: float, title: str, description: str) -> str:
        """The whole picture.

        Ids begin with a digest of the content, so that pictures in one page do not mix up
        their patterns and the same picture always gives the same text.
        """
        top = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}" '
            f'viewBox="0 0 {num(width)} {num(height)}" role="img" font-family="{SANS}" '
            f'aria-labelledby="{ID_MARK}title {ID_MARK}desc" style="max-width:100%;height:auto">'
            f'<title id="{ID_MARK}title">{escape(title)}</title>'
            f'<desc id="{ID_MARK}desc">{escape(description)}</desc>'
        )
        definitions = "".join(self._defs.values())
        picture = f"{top}<defs>{definitions}</defs>{''.join(self._body)}</svg>\n"
        digest = hashlib.sha256(picture.encode()).hexdigest()[:10]
        return picture.replace(ID_MARK, f"a{digest}-")


def escape(words: object) -> str:
    """Text safe inside XML, as content or in quotes; characters XML cannot hold are dropped."""
    return escape_html(_NOT_XML.sub("", str(words)), quote=True)


def num(value: float, digits: int = 2) -> str:
    """A number in its shortest form.

    >>> num(12.50), num(3.0), num(-0.001)
    ('12.5', '3', '0')
    """
    short = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else str(round(value))
    return "0" if short == "-0" else short


def width_of(words: str, size: float) -> float:
    """The approximate width of a text. No font is measured, so it errs on the wide side."""
    return size * sum(_advance(letter) for letter in words)


def shorten(words: str, size: float, width: float) -> str:
    """The words, or their beginning and an ellipsis where they would not fit.

    >>> shorten("Ana", 16, 100), shorten("Wolfeschlegelstein", 16, 100)
    ('Ana', 'Wolfesch…')
    """
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…" if words else ""


def _advance(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    if letter in "iIjl.,:;|'! ":
        return 0.42
    if letter in "mwMW":
        return 1.1
    return 0.8 if letter.isupper() else 0.67
