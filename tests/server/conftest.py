"""What every test of the server may ask for."""

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the server keeps its database."""
    return tmp_path / "games.sqlite"
