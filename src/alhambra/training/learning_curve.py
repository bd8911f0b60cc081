"""A chart of the learning curve."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")
from matplotlib import pyplot as plt

NAMES = {"light": "against light", "greedy": "against greedy", "before": "against its last self"}


def draw(reports: list[dict[str, Any]], players: int, path: Path) -> None:
    """Draw the share of the wins against each opponent, over the games played."""
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for key, name in NAMES.items():
        points = [(each["counted"]["games"], each[key]) for each in reports if each[key]]
        if points:
            axes.errorbar(
                [games for games, _ in points],
                [share["mean"] for _, share in points],
                yerr=[share["error"] for _, share in points],
                marker="o",
                markersize=3,
                capsize=2,
                label=name,
            )
    axes.axhline(1 / players, color="grey", linewidth=0.8, linestyle=":", label="chance")
    axes.set(xlabel="games of self-play", ylabel="share of the wins", ylim=(0, 1.02))
    axes.set_title(f"One champion among {players}")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    figure.savefig(path, dpi=150)
    plt.close(figure)
