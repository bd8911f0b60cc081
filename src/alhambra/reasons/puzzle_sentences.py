"""Sentences about puzzles."""

from __future__ import annotations

from collections.abc import Mapping

PUZZLES: Mapping[str, str] = {
    "not_a_puzzle": "a puzzle needs the headers theme, best, error and worse",
    "not_puzzles": "this is no file of puzzles",
    "no_such_puzzle": "there is no puzzle {name!r}",
}
