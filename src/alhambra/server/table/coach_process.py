"""Processes that find the answers of the coach, so that a search takes no time from play.

``hint_fields`` and ``missed_fields`` are those of ``render.coach``, but another process does the
work while the calling thread waits. It is started for the first question, and ended when there was
none for a while. There are as many as there are threads that ask at the same time.
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import subprocess
import sys
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator

from alhambra.analysis import AnalysisStopped
from alhambra.game import Game
from alhambra.server.render import coach
from alhambra.server.runtime.worker_process import (
    END,
    FAILED,
    ONE_THREAD,
    JobFailed,
    Message,
    WorkerDied,
    do_jobs,
)

NICE = 5
"""Play goes first, but unlike a review a hint is waited for."""
IDLE_SECONDS = 60
ANSWER_SECONDS = 60
"""A process that has not answered by then is ended, because the thread that waits is one of few."""
FINDERS = {"hint": coach.hint_fields, "missed": coach.missed_fields}

Stop = Callable[[], bool]


def hint_fields(game: Game, open_hands: bool, stop: Stop) -> str:
    """See ``render.coach``."""
    return _PROCESSES.find("hint", game, open_hands, stop)


def missed_fields(game: Game, open_hands: bool, stop: Stop) -> str:
    """See ``render.coach``."""
    return _PROCESSES.find("missed", game, open_hands, stop)


class _Process:
    """A process that answers one question after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-m", __name__, str(NICE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, **ONE_THREAD},
        )
        self.timer: threading.Timer | None = None  # while it is idle

    def answer(self, question: Message) -> str:
        """The answer. Raises JobFailed or WorkerDied."""
        late = threading.Timer(ANSWER_SECONDS, self._process.kill)
        late.daemon = True
        late.start()
        try:
            return self._answer(question)
        except OSError as error:  # it has died since its last answer
            raise WorkerDied(str(error)) from None
        finally:
            late.cancel()

    def _answer(self, question: Message) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        found = ""
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if not line.endswith("\n"):
                break  # it has died in the middle of a line
            message = json.loads(line)
            if FAILED in message:
                raise JobFailed(message[FAILED])
            if END in message:
                return found
            found = message["fields"]
        raise WorkerDied(f"ended with {self._process.wait()}")

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


class _Processes:
    """The processes that wait for questions."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Process] = []

    def find(self, kind: str, game: Game, open_hands: bool, stop: Stop) -> str:
        """The answer to a question of this kind. An answer takes less than a second, so it is
        waited for even if nobody wants it any more; then AnalysisStopped is raised."""
        # Not as a record: that would not say whether the last turn's draws are revealed.
        pickled = b64encode(pickle.dumps(game)).decode()
        question = {"kind": kind, "game": pickled, "open_hands": open_hands}
        process = self._taken()
        try:
            found = process.answer(question)
        except JobFailed:
            self._give_back(process)
            raise
        except BaseException:
            process.end()
            raise
        self._give_back(process)
        if stop():
            raise AnalysisStopped
        return found

    def _taken(self) -> _Process:
        with self._lock:
            process = self._idle.pop() if self._idle else None
        if process is None:
            return _Process()
        if process.timer:
            process.timer.cancel()
        return process

    def _give_back(self, process: _Process) -> None:
        process.timer = threading.Timer(IDLE_SECONDS, self._end, [process])
        process.timer.daemon = True
        with self._lock:
            self._idle.append(process)
        process.timer.start()

    def _end(self, process: _Process) -> None:
        with self._lock:
            if process not in self._idle:
                return  # it has got a question meanwhile
            self._idle.remove(process)
        process.end()

    def end_all(self) -> None:
        """End those that are idle."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.end()


_PROCESSES = _Processes()
atexit.register(_PROCESSES.end_all)


# In the process


def answers(question: Message) -> Iterator[Message]:
    """The answer to a question about a game of the server."""
    game = pickle.loads(b64decode(question["game"]))  # noqa: S301 - the server sent it
    find = FINDERS[question["kind"]]
    yield {"fields": find(game, question["open_hands"], bool)}


if __name__ == "__main__":
    do_jobs(answers)
