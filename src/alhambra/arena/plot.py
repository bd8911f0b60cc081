"""A chart of a run: the ratings of the bots, and where their points come from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alhambra.arena.errors import ArenaError
from alhambra.arena.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# They differ in lightness too, and walls are striped: the chart is readable without colour.
COLOURS = {"A": "#e8b54d", "B": "#c2603a", "C": "#5b2a4e"}
INK = "#2b2330"


def plot(report: Report, file: Path) -> None:
    """Draw a report as a PNG: on the left the ratings with their 95 % intervals, on the right
    the mean points, scoring by scoring, majorities and walls."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ArenaError(
            "a chart needs matplotlib, which is not installed: pip install 'alhambra[plot]'"
        ) from None
    figure = Figure(figsize=(11, 2 + 0.5 * len(report.bots)), dpi=120, layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(2, 3))
    _draw_ratings(left, report)
    _draw_points(right, report)
    figure.suptitle(_title(report), color=INK)
    figure.legend(loc="outside lower center", ncols=6, frameon=False, fontsize=9)
    try:
        # Without the version of matplotlib in its metadata, the same report gives the same file.
        figure.savefig(file, format="png", metadata={"Software": None})
    except OSError as error:
        raise ArenaError(f"{file} cannot be written: {error.strerror}") from None


def _title(report: Report) -> str:
    players, seed = report.settings["players"], report.settings["seed"]
    return f"{report.games} games of {players} players, seed {seed}"


def _draw_ratings(axes: Axes, report: Report) -> None:
    rows = range(len(report.bots))
    reaches = [bot.rating.interval.half_width or 0.0 for bot in report.bots]
    mus = [bot.rating.mu for bot in report.bots]
    axes.errorbar(mus, rows, xerr=reaches, fmt="o", color=INK, capsize=4)
    axes.set_yticks(rows, [bot.name for bot in report.bots])
    axes.invert_yaxis()  # the best on top
    axes.margins(y=0.6 / max(len(report.bots), 1))
    axes.set_xlabel("rating, 95 % interval")
    _tidy(axes)


def _draw_points(axes: Axes, report: Report) -> None:
    rows = list(range(len(report.bots)))
    ends = [0.0] * len(rows)
    for scoring, colour in COLOURS.items():
        for part, hatch in (("majorities", None), ("walls", "////")):
            lengths = [getattr(bot.scorings[scoring], part) for bot in report.bots]
            axes.barh(
                rows,
                lengths,
                left=ends,
                height=0.6,
                color=colour,
                edgecolor="white",
                hatch=hatch,
                label=f"{scoring} {part}",
            )
            ends = [end + length for end, length in zip(ends, lengths, strict=True)]
    for row, end in zip(rows, ends, strict=True):
        axes.annotate(f"{end:.0f}", (end, row), (4, 0), textcoords="offset points", va="center")
    axes.set_xlabel("mean points")
    axes.margins(x=0.08)
    axes.tick_params(left=False)
    _tidy(axes)


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.25)
    axes.set_axisbelow(True)
