"""Arrays of compiled code, for Python to read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np


def read_only(**arrays: Any) -> SimpleNamespace:
    """The arrays by name. NumPy refuses to write into them, because compiled code does not check
    what it finds there again."""
    views = {name: np.asarray(memoryview(array).toreadonly()) for name, array in arrays.items()}
    return SimpleNamespace(**views)
