"""Names of people: in any script, normalized, without invisible characters.

This is stricter than the engine's rule, which also has to accept older records and games.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from alhambra.game import check_names
from alhambra.server.runtime.refusals import refuse

MOST_MARKS = 4
"""Combining marks in a row. Indic, Thai, Hebrew and Vietnamese names have fewer."""

_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Invisible characters that Unicode does not classify as format characters."""


def clean_name(typed: str) -> str:
    """The name without invisible characters, in Unicode's composed form, or a refusal.

    Joiners and variation selectors are removed like all other invisible characters: names in
    scripts that use them stay readable, and no two names can differ by them alone.
    """
    name = unicodedata.normalize("NFC", "".join(_visible(letter) for letter in typed))
    while "  " in name:
        name = name.replace("  ", " ")
    check_name(name)
    return name


def _visible(letter: str) -> str:
    if letter in _BLANK or unicodedata.category(letter) == "Cf":
        return ""
    return " " if unicodedata.category(letter) == "Zs" else letter


def check_name(name: str) -> None:
    """Refuse a name that is not valid."""
    check_names([name, "-" if name != "-" else "--"])
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        if category in ("Co", "Cn"):
            raise refuse("bad_name", name=name)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise refuse("bad_name", name=name)
    if unicodedata.category(name[0]) in ("Mn", "Me"):
        raise refuse("bad_name", name=name)


def clean_names(names: Sequence[str]) -> list[str]:
    """The names of a record, cleaned and distinct; invalid ones are replaced by "Player 1" and so
    on."""
    found: list[str] = []
    for number, name in enumerate(names, start=1):
        try:
            shown = clean_name(name)
        except ValueError:
            shown = f"Player {number}"
        found.append(distinct(shown, found))
    return found


def distinct(name: str, others: Sequence[str]) -> str:
    """The name, with a number if it is taken."""
    number, found = 1, name
    while found in others:
        number += 1
        found = f"{name[:36].rstrip()} {number}"
    return found
