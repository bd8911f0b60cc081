"""A training in a folder: reports, checkpoints, the finished weights, a learning curve."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from alhambra.neural.network import Network
from alhambra.reasons import AlhambraError, why
from alhambra.training.matches import Tenth, calibrate, justified
from alhambra.training.settings import Settings
from alhambra.training.trainer import Report, Trainer

CHECKPOINT = "checkpoint.pt"
REPORTS = "reports.jsonl"


class TrainingError(AlhambraError):
    """A training cannot begin, or cannot continue."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long to train and how often to report. If counted in steps, a training on the CPU gives
    the same network for the same seed."""

    minutes: float | None = 5.0
    steps: int | None = None
    report_every: float = 60.0  # seconds of training
    beginning: float = 0.0  # progress of the decay of noise and learning rate, from 0 to 1


@dataclass(frozen=True, slots=True)
class ProgressUpdate:
    """What a display shows."""

    stage: str  # warming up, learning, measuring
    progress: float
    trainer: Trainer
    report: Report | None = None


class Session:
    """A training that begins in an empty folder, or resumes the one that is there."""

    def __init__(
        self,
        settings: Settings,
        device: str,
        folder: Path,
        schedule: Schedule,
        resume: bool = False,
        origin: Network | None = None,
    ) -> None:
        if device == "cuda" and not torch.cuda.is_available():
            raise TrainingError(why("no_such_device", device=device))
        self.settings, self.folder, self.schedule = settings, folder, schedule
        self.reports: list[dict[str, Any]] = []
        checkpoint = folder / CHECKPOINT
        if resume and not checkpoint.exists():
            raise TrainingError(why("nothing_to_resume", folder=str(folder)))
        if checkpoint.exists() and not resume:
            raise TrainingError(why("training_there", folder=str(folder)))
        folder.mkdir(parents=True, exist_ok=True)
        self.trainer = Trainer(settings, device)
        self.origin = origin.made_by if origin else None
        if resume:
            self._resume(checkpoint)
        elif origin:
            self.trainer.adopt(origin)

    def _resume(self, checkpoint: Path) -> None:
        try:
            state = torch.load(checkpoint, map_location=self.trainer.device, weights_only=True)
            theirs = _plain(state["settings"])
            self.origin, beginning = state["origin"], float(state["beginning"])
            lines = (self.folder / REPORTS).read_text(encoding="utf-8").splitlines()
            self.reports = [json.loads(line) for line in lines]
        except (
            OSError,
            ValueError,
            TypeError,
            LookupError,
            EOFError,
            RuntimeError,
            UnpicklingError,
        ):
            raise TrainingError(why("training_unreadable", folder=str(self.folder))) from None
        mine = _plain(asdict(self.settings))
        other = [f"{key} {theirs.get(key)}" for key in mine if mine[key] != theirs.get(key)]
        if other:
            difference = ", ".join(other)
            raise TrainingError(
                why("other_training", folder=str(self.folder), difference=difference)
            )
        self.schedule = replace(self.schedule, beginning=beginning)
        self.trainer.restore(state)

    def run(self) -> Iterator[ProgressUpdate]:
        """Train to the end of the schedule, then write a last report and the finished weights.
        Without any steps there is no report."""
        if self.schedule.steps == 0:
            return
        trainer = self.trainer
        if not self.reports and not self.origin:
            for part in trainer.warm_up():
                yield ProgressUpdate("warming up", part, trainer)
        if not self.reports:
            yield self._look()
        trainer.begin()
        due = trainer.counted.seconds + self.schedule.report_every / 4
        while (progress := self._progress()) < 1:
            trainer.step(progress)
            if trainer.counted.seconds >= due:
                due = trainer.counted.seconds + self.schedule.report_every
                yield self._look()
            else:
                yield ProgressUpdate("learning", progress, trainer)
        trainer.progress = 1.0
        yield self._look(final=True)

    def _progress(self) -> float:
        counted = self.trainer.counted
        if self.schedule.steps is not None:
            done = counted.steps / self.schedule.steps
        else:
            assert self.schedule.minutes is not None
            done = counted.seconds / (60 * self.schedule.minutes)
        return min(1.0, self.schedule.beginning + (1 - self.schedule.beginning) * done)

    def _look(self, final: bool = False) -> ProgressUpdate:
        """Measure, and write the reports, a checkpoint and the weights."""
        report = self.trainer.report(final)
        self.reports.append(_plain(asdict(report)))
        text = "".join(json.dumps(each) + "\n" for each in self.reports)
        (self.folder / REPORTS).write_text(text, encoding="utf-8")
        part = self.folder / (CHECKPOINT + ".part")
        begun = {"origin": self.origin, "beginning": self.schedule.beginning}
        torch.save({**self.trainer.state(), **begun}, part)
        part.replace(self.folder / CHECKPOINT)
        self.save_weights({})
        return ProgressUpdate("measuring", self._progress(), self.trainer, report)

    def settle(self, games: int) -> list[Tenth]:
        """Calibrate the network with games against itself, measure the calibration in as many
        other games, and save the weights with both."""
        net, threads = self.trainer.acting, self.trainer._threads
        net.inverse_temperature.fill_(1.0)
        net.inverse_temperature.copy_(justified(net, games, threads))
        tenths = calibrate(net, games, threads)
        calibration = [[each.cases, each.predicted, each.actual] for each in tenths]
        self.save_weights(
            {
                "sureness": net.inverse_temperature.tolist(),
                "calibration_games": games,
                "calibration": calibration,
            }
        )
        return tenths

    def close(self) -> None:
        """End the threads."""
        self.trainer.close()

    def save_weights(self, more: dict[str, Any]) -> Path:
        """Save the weights as they are shipped, with the settings and results of the training."""
        learned = self._told() if self.schedule.steps != 0 else self.origin or {}
        made_by = {**learned, **more}
        path = self.folder / f"{self.settings.players}.npz"
        self.trainer.acting.finished(made_by).save(path)
        text = json.dumps(made_by, indent=2) + "\n"
        path.with_suffix(".json").write_text(text, encoding="utf-8")
        return path

    def _told(self) -> dict[str, Any]:
        """The settings and results of the training."""
        counted, last = self.trainer.counted, self.reports[-1]
        return {
            "date": date.today().isoformat(),
            "commit": commit(),
            "settings": _plain(asdict(self.settings)),
            "plan": _plain(asdict(self.schedule)),
            "device": _device(self.trainer.device),
            "origin": self.origin,
            "games": counted.games,
            "seconds": round(counted.seconds, 1),
            "games_per_second": round(counted.games / max(counted.seconds, 1e-9), 1),
            "updates": counted.updates,
            "against_light": last["light"],
            "against_greedy": last["greedy"],
        }


def commit() -> str:
    """The version of the code: from ALHAMBRA_COMMIT, for a copy without history, or from git."""
    if given := os.environ.get("ALHAMBRA_COMMIT"):
        return given
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        found = subprocess.run(  # noqa: S603
            asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def _device(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return platform.machine()


def _plain(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(json.dumps(value))
