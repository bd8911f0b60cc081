"""The coach's answers are found in another process, and are the same."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from alhambra import Game
from alhambra.analysis import AnalysisStopped
from alhambra.server.render import coach
from alhambra.server.runtime.worker_process import JobFailed, WorkerDied
from alhambra.server.table import coach_process
from alhambra.server.table.coach_process import _PROCESSES, hint_fields, missed_fields
from laws.positions import trail

pytestmark = pytest.mark.compiled_only


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    _PROCESSES.end_all()


def games() -> Iterator[Game]:
    """Positions in which a seat has acted and acts again, as a table holds them."""
    for game in trail(3, 3).walk():
        if game.steps and game.phase.is_decision and game.ply > 20:
            yield game.copy()


def test_the_answers_are_those_of_this_process() -> None:
    game = next(games())
    for open_hands in (True, False):
        asked = game.copy(), open_hands, bool
        assert hint_fields(*asked) == coach.hint_fields(*asked)
        assert missed_fields(*asked) == coach.missed_fields(*asked)
    game.play(game.legal_actions[0], reveal=False)  # as a table does until it is confirmed
    assert missed_fields(game, True, bool) == coach.missed_fields(game, True, bool)
    (process,) = _PROCESSES._idle  # one answers after another
    assert process._process.poll() is None


def test_an_answer_that_nobody_wants_any_more_is_dropped() -> None:
    with pytest.raises(AnalysisStopped):
        hint_fields(next(games()), True, lambda: True)


def test_a_question_that_fails_leaves_the_process_to_the_next() -> None:
    game = Game.new(["Ana", "Bruno"], seed=1)
    with pytest.raises(JobFailed, match="IndexError"):
        missed_fields(game, True, bool)  # nothing was played
    (process,) = _PROCESSES._idle
    assert hint_fields(game, True, bool)
    assert _PROCESSES._idle == [process]


def test_a_process_that_was_killed_fails_once() -> None:
    game = next(games())
    hint_fields(game, True, bool)
    (process,) = _PROCESSES._idle
    process._process.kill()
    process._process.wait()
    with pytest.raises(WorkerDied):
        hint_fields(game, True, bool)
    assert _PROCESSES._idle == []
    assert hint_fields(game, True, bool)


def test_a_process_that_does_not_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(games())
    hint_fields(game, True, bool)
    (process,) = _PROCESSES._idle
    os.kill(process._process.pid, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(coach_process, "ANSWER_SECONDS", 0.05)
        with pytest.raises(WorkerDied):
            hint_fields(game, True, bool)
    assert process._process.poll() is not None
    assert _PROCESSES._idle == []
    assert hint_fields(game, True, bool)


def test_a_process_that_dies_in_the_middle_of_an_answer_fails_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dying = tmp_path / "dying"
    dying.write_text('#!/bin/sh\nread question\nprintf \'{"fields": "\'\n')
    dying.chmod(0o755)
    game = next(games())
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", str(dying))
        with pytest.raises(WorkerDied, match="ended with 0"):
            hint_fields(game, True, bool)
    assert hint_fields(game, True, bool)


def test_without_questions_it_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_process, "IDLE_SECONDS", 0.05)
    hint_fields(next(games()), True, bool)
    while _PROCESSES._idle:
        time.sleep(0.01)
