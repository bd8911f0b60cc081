"""Fixtures for tests of the command line."""

from pathlib import Path

import pytest


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player has done is kept in a folder of this test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
