"""Draws a game as a curve: every player's chance of winning after each turn, the marks of the
turns, the scorings, and the luck of the draws below."""

from dataclasses import dataclass
from typing import Final

from alhambra.drawing.canvas import Canvas, num, shorten
from alhambra.drawing.palette import Theme

MARKS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
WIDTH: Final = 960.0
LEFT: Final = 52.0
RIGHT: Final = 196.0
TOP: Final = 56.0
CURVE: Final = 300.0
GAP: Final = 46.0
LUCK: Final = 90.0
BOTTOM: Final = 44.0
MOST_LUCK: Final = 0.2  # a longer bar would leave no room for the others
STEPS: Final = (5, 10, 20, 50, 100, 200)  # between the numbers of turns


@dataclass(frozen=True, slots=True)
class TurnChances:
    """A turn: who played it, every seat's share of the win after it, and what the draw brought."""

    seat: int
    shares: tuple[float, ...]
    luck: tuple[float, ...]
    mark: str = ""  # of MARKS
    scoring: str = ""  # the scoring that took place after it


@dataclass(frozen=True, slots=True)
class ChancesPicture:
    """A whole game. The curve ends with the result."""

    names: tuple[str, ...]
    turns: tuple[TurnChances, ...]
    result: tuple[float, ...]
    title: str = "Chances of winning"


def draw_chances(picture: ChancesPicture, theme: Theme = "light") -> str:
    """The picture as SVG."""
    return _Drawing(picture, theme).svg()


class _Drawing:
    def __init__(self, picture: ChancesPicture, theme: Theme) -> None:
        self.picture, self.canvas = picture, Canvas(theme)
        self.colours = self.canvas.palette
        self.right = WIDTH - RIGHT
        self.height = TOP + CURVE + GAP + LUCK + BOTTOM

    def svg(self) -> str:
        canvas, colours = self.canvas, self.colours
        canvas.rect(0, 0, WIDTH, self.height, fill=colours.panel)
        canvas.text(LEFT, 32, self.picture.title, 18, bold=True, serif=True)
        self._grid()
        self._scorings()
        for seat in range(len(self.picture.names)):
            self._curve(seat)
        self._names()
        self._marks()
        self._luck()
        return canvas.finish(WIDTH, self.height, self.picture.title, self._description())

    def _description(self) -> str:
        """The curve in words, for those who do not see it."""
        ends = [f"{name} {100 * share:.0f} %" for name, share in zip(*self._ends(), strict=True)]
        marks = [
            f"turn {number}, {self.picture.names[turn.seat]}: {turn.mark}"
            for number, turn in enumerate(self.picture.turns, 1)
            if turn.mark
        ]
        return f"After {len(self.picture.turns)} turns: {', '.join(ends)}. " + "; ".join(marks)

    def _ends(self) -> tuple[tuple[str, ...], tuple[float, ...]]:
        return self.picture.names, self.picture.result

    def x(self, turns: float) -> float:
        """The horizontal position of the table after this number of turns."""
        return LEFT + (self.right - LEFT) * turns / max(len(self.picture.turns), 1)

    def y(self, share: float) -> float:
        """The height of a share."""
        return TOP + CURVE * (1 - min(max(share, 0.0), 1.0))

    def _grid(self) -> None:
        canvas, colours = self.canvas, self.colours
        for percent in (0, 25, 50, 75, 100):
            y = self.y(percent / 100)
            self._line([(LEFT, y), (self.right, y)], colours.line, 1)
            canvas.text(LEFT - 8, y + 4, f"{percent} %", 12, colours.ink_2, "end")
        turns = len(self.picture.turns)
        step = next((step for step in STEPS if turns / step <= 12), STEPS[-1])
        for number in range(step, turns + 1, step):
            canvas.text(self.x(number), self.height - 16, number, 12, colours.ink_2, "middle")
        canvas.text(LEFT - 8, self.height - 16, "turn", 12, colours.ink_2, "end")

    def _scorings(self) -> None:
        for number, turn in enumerate(self.picture.turns, 1):
            if turn.scoring:
                x, bottom = self.x(number), TOP + CURVE + GAP + LUCK
                self._line([(x, TOP - 8), (x, bottom)], self.colours.line_strong, 1, "4 4")
                self.canvas.text(x, TOP - 12, turn.scoring, 13, self.colours.ink_2, "middle", True)

    def _curve(self, seat: int) -> None:
        points = [
            (self.x(number), self.y(turn.shares[seat]))
            for number, turn in enumerate(self.picture.turns, 1)
        ]
        points.append((self.right + 6, self.y(self.picture.result[seat])))
        self._line(points, self.colours.curves[seat], 2.4)

    def _names(self) -> None:
        """The names where the lines end, moved apart where they would lie upon one another."""
        ends = sorted(range(len(self.picture.names)), key=lambda seat: -self.picture.result[seat])
        free = TOP
        for left, seat in zip(range(len(ends), 0, -1), ends, strict=True):
            lowest = TOP + CURVE - 18 * (left - 1)
            y = min(max(self.y(self.picture.result[seat]), free), lowest)
            words = shorten(self.picture.names[seat], 14, RIGHT - 80)
            share = f"{100 * self.picture.result[seat]:.0f} %"
            colour = self.colours.curves[seat]
            self.canvas.text(self.right + 14, y + 5, f"{words} {share}", 14, colour, bold=True)
            free = y + 18

    def _marks(self) -> None:
        for number, turn in enumerate(self.picture.turns, 1):
            if turn.mark:
                x, y = self.x(number), self.y(turn.shares[turn.seat])
                tip = f"Turn {number}, {self.picture.names[turn.seat]}: {turn.mark}"
                with self.canvas.group(tooltip=tip):
                    self._mark(turn.mark, x, y)

    def _mark(self, mark: str, x: float, y: float) -> None:
        """A shape of its own for each mark: a square, an arch, a hexagon."""
        colours = self.colours
        fill = {
            "inaccuracy": colours.inaccuracy,
            "mistake": colours.mistake,
            "blunder": colours.blunder,
        }
        outline = {
            "inaccuracy": "M-8 -8H8V8H-8Z",
            "mistake": "M-8 9V-1A8 8 0 0 1 8 -1V9Z",
            "blunder": "M-10 0L-5 -9H5L10 0L5 9H-5Z",
        }
        self.canvas.add(
            f'<path transform="translate({num(x)} {num(y)})" d="{outline[mark]}" '
            f'fill="{fill[mark]}" stroke="{colours.panel}" stroke-width="1.5"/>'
        )
        self.canvas.text(x, y + 4, MARKS[mark], 11, colours.panel, "middle", True)

    def _luck(self) -> None:
        """For each draw a bar for the seat it brought the most, and one for the seat it cost the
        most."""
        canvas, colours = self.canvas, self.colours
        middle = TOP + CURVE + GAP + LUCK / 2
        canvas.text(LEFT, middle - LUCK / 2 - 10, "luck of the draws", 12, colours.ink_2)
        self._line([(LEFT, middle), (self.right, middle)], colours.line_strong, 1)
        width = min(7.0, (self.right - LEFT) / max(len(self.picture.turns), 1) * 0.7)
        for number, turn in enumerate(self.picture.turns, 1):
            for luck in (max(turn.luck), min(turn.luck)):
                height = min(abs(luck), MOST_LUCK) / MOST_LUCK * LUCK / 2
                if height >= 0.5:
                    colour = colours.curves[turn.luck.index(luck)]
                    top = middle - height if luck > 0 else middle
                    canvas.rect(self.x(number) - width / 2, top, width, height, fill=colour)

    def _line(
        self, points: list[tuple[float, float]], colour: str, width: float, dash: str = ""
    ) -> None:
        where = " ".join(f"{num(x)},{num(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.canvas.add(
            f'<polyline points="{where}" fill="none" stroke="{colour}" '
            f'stroke-width="{num(width)}" stroke-linejoin="round"{dashes}/>'
        )
