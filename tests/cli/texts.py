"""The texts of the game in all languages, as their files have them."""

import json
import re
from importlib.resources import files
from typing import Any

FOLDER = files("alhambra") / "messages"
PARTS = ("", "lessons", "practice", "review", "terminal")


def texts_in(part: str, language: str) -> dict[str, Any]:
    """The texts of a folder in a language; those of the page have none."""
    file = FOLDER / part / f"{language}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def holes(text: str) -> set[str]:
    """The names of the values that a text has room for."""
    return set(re.findall(r"\{(\w+)\}", text))
