"""Several server processes on one machine, which share a listening socket."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event as Flag
from tempfile import TemporaryDirectory
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from alhambra.server.runtime.metrics import FOLDER

SHORTEST_LIFE = 5.0  # seconds; a process that ends sooner is replaced only then
LOOK_SECONDS = 0.1

Serve = Callable[[socket.socket, Callable[[], object]], None]


def run_workers(
    number: int, listening: socket.socket, serve: Serve, ready: Callable[[], object]
) -> None:
    """Call ``serve`` in this number of processes until stopped. A process that dies is replaced.
    ``ready`` is called when the first one serves, which it says by calling its second argument."""
    with TemporaryDirectory(prefix="alhambra-metrics-") as folder:
        os.environ[FOLDER] = folder
        try:
            _run_workers(number, listening, serve, ready)
        finally:
            del os.environ[FOLDER]


def _run_workers(
    number: int, listening: socket.socket, serve: Serve, ready: Callable[[], object]
) -> None:
    fresh = multiprocessing.get_context("spawn")
    is_up, stop = fresh.Event(), threading.Event()

    def started() -> tuple[BaseProcess, float]:
        process = fresh.Process(target=_work, args=(listening, serve, is_up))
        process.start()
        return process, time.monotonic()

    def stopped(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {each: signal.signal(each, stopped) for each in (signal.SIGTERM, signal.SIGINT)}
    workers = [started() for _ in range(number)]
    was_up = False
    while not stop.wait(LOOK_SECONDS):
        if is_up.is_set() and not was_up:
            was_up = True
            ready()
        for index, (process, since) in enumerate(workers):
            if process.is_alive():
                continue
            mark_process_dead(process.pid, os.environ[FOLDER])  # type: ignore[no-untyped-call]
            if time.monotonic() - since > SHORTEST_LIFE:
                workers[index] = started()
    for process, _ in workers:
        process.terminate()
    for process, _ in workers:
        process.join()
    for each, handler in before.items():
        signal.signal(each, handler)


def _work(listening: socket.socket, serve: Serve, is_up: Flag) -> None:
    """Serve in this process, which does not outlive its parent."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_parent, daemon=True).start()
    serve(listening, is_up.set)
