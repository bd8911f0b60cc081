"""Reasons: every code belongs to one layer and is used there."""

from collections import Counter
from pathlib import Path

import alhambra
from alhambra.reasons import SENTENCES
from alhambra.reasons.bot_sentences import BOTS
from alhambra.reasons.game_sentences import GAME
from alhambra.reasons.lesson_sentences import LESSONS
from alhambra.reasons.puzzle_sentences import PUZZLES
from alhambra.reasons.record_sentences import RECORDS
from alhambra.reasons.server_sentences import SERVER

PACKAGE = Path(alhambra.__file__).parent


def test_no_code_stands_in_two_layers() -> None:
    layers = (GAME, RECORDS, LESSONS, PUZZLES, SERVER, BOTS)
    often = Counter(code for layer in layers for code in layer)
    assert [code for code, times in often.items() if times > 1] == []
    assert set(often) == set(SENTENCES)


def test_every_reason_is_given_somewhere() -> None:
    modules = (f for f in PACKAGE.rglob("*.py") if not f.is_relative_to(PACKAGE / "reasons"))
    sources = "\n".join(file.read_text(encoding="utf-8") for file in modules)
    assert [code for code in SENTENCES if f'"{code}"' not in sources] == []
