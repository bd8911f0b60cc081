"""Many games, or other tasks, on a Ray cluster."""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from alhambra.arena.errors import ArenaError

if TYPE_CHECKING:
    from alhambra.arena.workers import Task

T = TypeVar("T")
CONNECTING = 10.0  # seconds
AHEAD = 2  # tasks handed out for each processor of the cluster, so that none waits for the next


def play_on_ray(tasks: Iterable[Task[T]], address: str) -> Generator[T]:
    """Play the tasks on the cluster at an address, and yield each result as soon as it is there.
    "local" is a cluster of this machine alone, for as long as the tasks take.

    A task whose machine fails is played again on another one, with the same result: tasks have
    their own seeds. On every machine of the cluster the same version of alhambra must be installed,
    and a bot's own file must be at the same path."""
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError:
        raise ArenaError("ray is not installed: pip install 'alhambra[ray]'") from None
    with _connected(ray, address):
        play = ray.remote(max_retries=-1)(_answer)
        left = iter(tasks)
        at_once = max(1, int(AHEAD * ray.cluster_resources().get("CPU", 1)))
        running = [play.remote(task) for task in itertools.islice(left, at_once)]
        while running:
            done, running = ray.wait(running)
            running += [play.remote(task) for task in itertools.islice(left, len(done))]
            for answer in ray.get(done):
                if isinstance(answer, ArenaError):
                    raise answer
                yield answer


def _answer(task: Task[Any]) -> Any:
    """Play a task. An error is an answer: Ray would try again, and wrap it."""
    try:
        return task.play()
    except ArenaError as error:
        return error


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    """Connect to a cluster, or start one here; then disconnect."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    _check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ArenaError(f"there is no Ray cluster at {address}: {error}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise ArenaError if nobody listens there: Ray would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit() or "/" in host:
        return  # "auto", "local", or an address that Ray looks up
    try:
        socket.create_connection((host, int(port)), CONNECTING).close()
    except OSError as error:
        raise ArenaError(f"there is no Ray cluster at {address}: {error.strerror}") from None
