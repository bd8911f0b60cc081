"""The picture of a training."""

from pathlib import Path
from typing import Any

import matplotlib as mpl

from alhambra.training.learning_curve import draw


def report(games: int, light: float, before: float | None) -> dict[str, Any]:
    share = {"mean": light, "error": 0.1, "games": 100}
    later = {**share, "mean": before} if before is not None else None
    return {"counted": {"games": games}, "light": share, "greedy": share, "before": later}


def test_the_picture_names_everybody_it_was_measured_against(tmp_path: Path) -> None:
    first, then = report(0, 0.2, None), report(500, 0.9, 0.6)
    with mpl.rc_context({"svg.fonttype": "none"}):
        draw([first], 3, tmp_path / "first.svg")
        draw([first, then], 3, tmp_path / "then.svg")
    early, late = ((tmp_path / name).read_text() for name in ("first.svg", "then.svg"))
    for words in ("One champion among 3", "against light", "against greedy", "chance"):
        assert words in early and words in late
    assert "against its last self" in late and "against its last self" not in early
