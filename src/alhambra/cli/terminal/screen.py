"""What the terminal shows and asks: colours, wrapped lines, and small cities.

Without colours (output to a file or a pipe, ``NO_COLOR``, ``TERM=dumb``) everything is plain text
and no city is drawn, because a screen reader would spell it out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.text import Text
from rich.theme import Theme

from alhambra.city import City
from alhambra.cli.text.messages import Messages
from alhambra.game import Game
from alhambra.pieces import FOUNTAIN_CELL, KINDS, Cell, Kind, Side, Tile

COLOURS = {
    Kind.PAVILION: "blue",
    Kind.SERAGLIO: "red",
    Kind.ARCADES: "yellow",
    Kind.CHAMBERS: "white",
    Kind.GARDEN: "green",
    Kind.TOWER: "magenta",
}
CURRENCY_COLOURS = {"b": "bright_blue", "g": "green", "o": "dark_orange", "y": "bright_yellow"}
THEME = Theme(
    {
        **{f"piece.{letter}": f"bold {colour}" for letter, colour in CURRENCY_COLOURS.items()},
        **{f"piece.{kind.letter}": f"bold {colour}" for kind, colour in COLOURS.items()},
        "piece.number": "bold cyan",
        "piece.title": "bold",
    }
)
SEPARATION = 3  # columns between two cities


class _Pieces(RegexHighlighter):
    """Colours the names of cards and tiles, the number of a choice, and what a line begins with."""

    base_style = "piece."
    highlights = [  # noqa: RUF012
        r"^(?P<title>[^:\d()]{1,30}:)(?= |$)",
        r"^(?P<number>\d+(–\d+)?\.)",
        *(rf"\b(?P<{letter}>{letter}[1-9])\b" for letter in CURRENCY_COLOURS),
        *(rf"\b(?P<{kind.letter}>{kind.letter}\d+[nesw]*)\b" for kind in KINDS),
    ]


class Screen:
    """Prints for a person, and asks."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False, theme=THEME, soft_wrap=False)
        self._pieces = _Pieces()

    @property
    def is_coloured(self) -> bool:
        """Whether the output is a terminal that shows colours and a person wants them."""
        console = self._console
        return console.is_terminal and not console.no_color and console.color_system is not None

    def say(self, lines: Sequence[str]) -> None:
        """Print lines, wrapped between words where the output is a terminal."""
        for line in lines:
            if self.is_coloured:
                self._console.print(self._pieces(Text(line)))
            else:
                self._console.print(Text(line), soft_wrap=not self._console.is_terminal)

    def ask(self, hint: str, question: str) -> str:
        """The line that a person types. The hint is only for terminals."""
        if hint and self._console.is_terminal:
            self._console.print(Text(hint, style="dim" if self.is_coloured else ""))
        return input(f"{question} ")

    def clear(self) -> None:
        """Scroll what is on the screen out of sight."""
        if self._console.is_terminal:
            self._console.print("\n" * self._console.height)

    def show_cities(self, game: Game, seat: int, words: Messages) -> None:
        """The cities side by side as far as there is room, the seat's own first."""
        if not self.is_coloured:
            return
        order = [(seat + n) % len(game.names) for n in range(len(game.names))]
        blocks = [city_block(game.names[n], game.cities[n], words) for n in order]
        for line in side_by_side(blocks, self._console.width):
            self._console.print(line, no_wrap=True, overflow="crop")


def city_block(name: str, city: City, words: Messages) -> list[Text]:
    """A small city: each tile in the colour of its kind with its price, walls as lines.

    The top line has the name and the longest wall. A wall at the south of a cell underlines it; a
    wall at its north underlines the cell above, where a neighbour has the same wall.
    """
    tiles: dict[Cell, Tile | None] = {FOUNTAIN_CELL: None, **city.tiles}
    xs = range(min(c.x for c in tiles), max(c.x for c in tiles) + 1)
    ys = range(max(c.y for c in tiles) + 1, min(c.y for c in tiles) - 1, -1)
    title = f"{name}: {words.t('wall')} {city.longest_wall()}"
    return [Text(title, style="bold"), *(_row(tiles, xs, y) for y in ys)]


def _row(tiles: dict[Cell, Tile | None], xs: range, y: int) -> Text:
    row = Text(_upright(tiles, Cell(xs.start, y), Side.WEST))
    for x in xs:
        cell = Cell(x, y)
        tile = tiles.get(cell)
        under = _has(tiles, cell, Side.SOUTH) or _has(tiles, Cell(x, y - 1), Side.NORTH)
        empty = "___" if under else "   "
        label = " ◎ " if cell == FOUNTAIN_CELL else str(tile.price).center(3) if tile else empty
        style = f"bold black on {COLOURS[tile.kind]}" if tile else ""
        row.append(label, style=f"{style} underline" if under and label.strip("_") else style)
        row.append(_upright(tiles, cell, Side.EAST))
    return row


def _upright(tiles: dict[Cell, Tile | None], cell: Cell, side: Side) -> str:
    step = 1 if side is Side.EAST else -1
    opposite = Side.WEST if side is Side.EAST else Side.EAST
    wall = _has(tiles, cell, side) or _has(tiles, Cell(cell.x + step, cell.y), opposite)
    return "┃" if wall else " "


def _has(tiles: dict[Cell, Tile | None], cell: Cell, side: Side) -> bool:
    tile = tiles.get(cell)
    return tile is not None and side in tile.walls


def side_by_side(blocks: Sequence[list[Text]], width: int) -> list[Text]:
    """Blocks in rows that are no wider than this."""
    lines: list[Text] = []
    row: list[list[Text]] = []
    for block in blocks:
        if row and _width(*row, block) > width:
            lines += _joined(row)
            row = []
        row.append(block)
    return [*lines, *_joined(row)]


def _width(*blocks: list[Text]) -> int:
    widest = sum(max(line.cell_len for line in block) for block in blocks)
    return widest + SEPARATION * (len(blocks) - 1)


def _joined(row: Sequence[list[Text]]) -> list[Text]:
    widths = [_width(block) for block in row]
    lines = []
    for n in range(max(map(len, row))):
        line = Text()
        for block, width in zip(row, widths, strict=True):
            part = block[n].copy() if n < len(block) else Text()
            part.pad_right(width + SEPARATION - part.cell_len)
            line.append_text(part)
        line.rstrip()
        lines.append(line)
    return lines
