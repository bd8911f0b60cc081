"""What tests of the HTTP API may ask for."""

from pathlib import Path

import pytest


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a built page. Ask for it before the server, which then serves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + " " * 5000)
    monkeypatch.setattr("alhambra.server.app.STATIC", folder)
    return folder
