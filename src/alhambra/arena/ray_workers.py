"""Many games, or other tasks, on a Ray cluster."""

from __future__ import annotations

import itertools
import os
import socket
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import alhambra
from alhambra.arena.code import code_fingerprint
from alhambra.arena.errors import ArenaError, cannot_be_sent

if TYPE_CHECKING:
    from alhambra.arena.workers import Task

T = TypeVar("T")
CONNECTING = 10.0  # seconds
# How HTTP/2 begins: the client greets with this and with its settings, and the server answers with
# its own. A frame has a head of nine bytes, of which the fourth says its type.
FRAME, SETTINGS = 9, b"\x04"
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0" + SETTINGS + bytes(5)
AHEAD = 2  # tasks handed out for each processor of the cluster, so that none waits for the next
RETRIES = 5  # of a task whose machine or process has failed


def play_on_ray(tasks: Iterable[Task[T]], address: str) -> Generator[T]:
    """Play the tasks on the cluster at an address, and yield each result as soon as it is there.
    "local" is a cluster of this machine alone, for as long as the tasks take. If this process is
    already connected to a cluster, that one is used.

    A task whose machine fails is played again on another one, with the same result: tasks have
    their own seeds. On every machine of the cluster the same version of alhambra must be installed,
    and a bot's own file must be at the same path. Machines may join and leave."""
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError:
        raise ArenaError("ray is not installed: pip install 'alhambra[ray]'") from None
    with _connected(ray, address):
        play = ray.remote(max_retries=RETRIES)(_answer)
        left = iter(tasks)
        running: list[Any] = []
        while True:
            at_once = max(1, int(AHEAD * ray.cluster_resources().get("CPU", 1)))
            more = itertools.islice(left, max(0, at_once - len(running)))
            running += [_send(play, task) for task in more]
            if not running:
                return
            done, running = ray.wait(running)
            yield from _received(ray, done)


def _version() -> str:
    """What has to be the same everywhere for the results to be the same."""
    return f"{alhambra.__version__} ({code_fingerprint()})"


def _answer(task: Task[Any], version: str) -> Any:
    """Play a task. An error is an answer: Ray would try again, and wrap it."""
    if version != _version():
        return ArenaError(
            f"{socket.gethostname()} has another version of alhambra: {_version()}, not {version}"
        )
    try:
        return task.play()
    except ArenaError as error:
        return error


def _send(play: Any, task: Task[Any]) -> Any:
    try:
        return play.remote(task, _version())
    except TypeError as error:
        raise cannot_be_sent(task.bots, error) from None


def _received(ray: Any, done: list[Any]) -> Iterator[Any]:
    """The results of tasks that are done."""
    try:
        answers = ray.get(done)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        words = str(cause).strip().partition("\n")[0]
        raise ArenaError(
            f"a task failed on the Ray cluster: {type(cause).__name__}: {words}"
        ) from error
    for answer in answers:
        if isinstance(answer, ArenaError):
            raise answer
        yield answer


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    """Connect to a cluster, or start one here; then disconnect."""
    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    _check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ArenaError(f"there is no Ray cluster at {address}: {error}") from None
    # Ray would print what happens to its nodes on standard output, between our results.
    printing: Any = sys.modules.get("ray._private.worker", SimpleNamespace())
    printing._worker_logs_enabled = False
    try:
        yield
    finally:
        ray.shutdown()
        printing._worker_logs_enabled = True


def _check_reachable(address: str) -> None:
    """Raise ArenaError if nobody listens there, or somebody else than Ray, which speaks HTTP/2: Ray
    itself would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit() or "/" in host:
        return  # "auto", "local", or an address that Ray looks up
    try:
        with socket.create_connection((host, int(port)), CONNECTING) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "0":
                return
            connection.sendall(GREETING)
            answer = connection.recv(FRAME)
    except (OSError, UnicodeError) as error:  # the second: it cannot be the name of a host
        why = getattr(error, "strerror", None) or error
        raise ArenaError(f"there is no Ray cluster at {address}: {why}") from None
    if answer[3:4] != SETTINGS:
        raise ArenaError(f"there is no Ray cluster at {address}: something else answers there")
