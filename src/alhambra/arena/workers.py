"""Many games, played one after the other or by several processes at once.

The processes only play; the one that started them writes the files. So they can be killed at any
time without leaving incomplete files.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from alhambra.arena.errors import ArenaError, cannot_be_sent
from alhambra.arena.ray_workers import play_on_ray

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Task(Protocol[T_co]):
    """A game to be played. It has to be pickled for another process."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play."""

    def play(self) -> T_co:
        """Play it."""


def play_all(tasks: Iterable[Task[T]], jobs: int, ray: str | None = None) -> Generator[T]:
    """Play the games, ``jobs`` at a time or on the Ray cluster at an address, and yield each result
    as soon as it is there."""
    if ray is not None:
        yield from play_on_ray(tasks, ray)
    elif jobs == 1:
        for task in tasks:
            yield task.play()
    else:
        yield from _play_side_by_side(iter(tasks), jobs)


def _play_side_by_side(tasks: Iterator[Task[T]], jobs: int) -> Generator[T]:
    workers: dict[Connection, BaseProcess] = {}
    try:
        for task in tasks:
            connection, process = _start_worker()
            workers[connection] = process
            _send(connection, task)
            if len(workers) == jobs:
                break
        waiting = set(workers)
        while waiting:
            for connection in _ready(waiting):
                played = _receive(connection, workers[connection])
                following = next(tasks, None)
                if following is None:
                    waiting.remove(connection)
                else:
                    _send(connection, following)
                yield played
    finally:
        for process in workers.values():
            process.terminate()
        for connection, process in workers.items():
            process.join()
            connection.close()


def _ready(connections: Iterable[Connection]) -> list[Connection]:
    """Wait until there is something to receive."""
    return [found for found in wait(connections) if isinstance(found, Connection)]


def _start_worker() -> tuple[Connection, BaseProcess]:
    # Spawned, not forked: this process has threads (of the progress bar, perhaps of a bot), and a
    # fork would copy their locks but not the threads.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    with _ignoring_interrupts():
        process.start()
    theirs.close()
    return ours, process


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal, but only the first one should handle it.
    Processes started within this context ignore it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(connection: Connection) -> None:
    """The loop of a process: play what is sent, until the connection is closed."""
    while True:
        try:
            task = pickle.loads(connection.recv_bytes())  # noqa: S301 - from our own process
        except EOFError:
            return
        try:
            connection.send(task.play())
        except ArenaError as error:
            connection.send(error)


def _send(connection: Connection, task: Task[object]) -> None:
    try:
        message = pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise cannot_be_sent(task.bots, error) from None
    connection.send_bytes(message)


def _receive(connection: Connection, process: BaseProcess) -> Any:
    try:
        answer = connection.recv()
    except EOFError:
        process.join()
        raise ArenaError(
            f"a worker process ended unexpectedly (exit code {process.exitcode})"
        ) from None
    if isinstance(answer, ArenaError):
        raise answer
    return answer
