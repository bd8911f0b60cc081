"""Keeps NumPy's matrix products on one thread: matrices as small as the network's are slower on
several, and others need the cores."""

from __future__ import annotations

import threading
from typing import Any

from threadpoolctl import ThreadpoolController


class OneThread:
    """A context in which BLAS uses one thread. The setting belongs to the whole process, so it is
    restored by the last of the threads that are inside."""

    def __init__(self) -> None:
        self._blas = ThreadpoolController()
        self._lock = threading.Lock()
        self._inside = 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limit = self._blas.limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()
