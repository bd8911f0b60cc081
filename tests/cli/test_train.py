"""`alhambra train` says in a sentence what it cannot do."""

import sys
from pathlib import Path

import pytest

from cli.running import complaint


def test_training_needs_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("alhambra.training.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "torch", None)
    told = complaint("train", "--out", tmp_path)
    assert told == "Training needs torch: `make training`, or install with the extra [train]."


def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    told = complaint("train", "--out", tmp_path, "--device", "abacus")
    assert told == "There is no device 'abacus' here."
