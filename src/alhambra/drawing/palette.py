"""Every colour and typeface of the drawings, for both themes."""

from dataclasses import dataclass
from typing import Any, Final, Literal

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that differ between the light and the dark theme; those of tiles, coins and cards
    do not."""

    page: str
    ground: str
    cross: str
    panel: str
    panel_2: str
    line: str
    line_strong: str
    ink: str
    ink_2: str
    accent: str
    on_accent: str
    gold: str
    curves: tuple[str, ...]  # the seats as thin lines on a panel
    inaccuracy: str
    mistake: str
    blunder: str


_COLOURS: Final[dict[str, tuple[Any, Any]]] = {  # in the light and in the dark theme
    "page": ("#F0E4CC", "#10161B"),
    "ground": ("#E3D2AE", "#2B2821"),
    "cross": ("#B79F6C", "#554C3A"),
    "panel": ("#FDF8EC", "#1C262E"),
    "panel_2": ("#F5EAD3", "#26323C"),
    "line": ("#D8C49B", "#36444F"),
    "line_strong": ("#8F7546", "#7C8C99"),
    "ink": ("#2B2118", "#F7EEDC"),
    "ink_2": ("#5E4C37", "#C6BDAC"),
    "accent": ("#1F4F96", "#8FBDF5"),
    "on_accent": ("#FFFFFF", "#0D1B2E"),
    "gold": ("#7E5600", "#F0C565"),
    "curves": (
        ("#C63E1F", "#1E7DB8", "#127F5D", "#8F6C00", "#A0468A", "#5B5145"),
        ("#F27E62", "#72C2F2", "#46C99E", "#F2CB3D", "#E09BCB", "#FBF5E6"),
    ),
    "inaccuracy": ("#6A4A8C", "#CDB2F0"),
    "mistake": ("#96410C", "#FFB27D"),
    "blunder": ("#A12529", "#FF9C91"),
}

LIGHT: Final = Palette(**{name: light for name, (light, _) in _COLOURS.items()})
DARK: Final = Palette(**{name: dark for name, (_, dark) in _COLOURS.items()})

INK_ON_LIGHT: Final = "#2B2118"
INK_ON_DARK: Final = "#FBF3E0"
PLAQUE: Final = "#FCF5E5"
GOLD_FILL: Final = "#F2BE4A"

WALL: Final = {"--wall-merlon": "#F9ECCB", "--wall-walk": "#C79A62"}
HOT_WALL: Final = {"--wall-merlon": "#FFD877", "--wall-walk": "#D98F1F"}

COIN_INK: Final = {
    "denar": INK_ON_DARK,
    "dirham": INK_ON_DARK,
    "ducat": INK_ON_LIGHT,
    "florin": INK_ON_LIGHT,
}

SANS: Final = "Avenir Next, Segoe UI, Roboto, Helvetica Neue, Noto Sans, DejaVu Sans, sans-serif"
SERIF: Final = "Iowan Old Style, Palatino Linotype, Palatino, Georgia, DejaVu Serif, serif"


def palette(theme: Theme) -> Palette:
    """The palette of a theme.

    >>> palette("dark").page
    '#10161B'
    """
    if theme == "light":
        return LIGHT
    if theme == "dark":
        return DARK
    raise ValueError(f"there is no theme {theme!r}: use 'light' or 'dark'")
