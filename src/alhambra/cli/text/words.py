"""Numbers and lists in English, for the commands that are not translated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(items: Iterable[object], last: str = "and") -> str:
    """Items as an English list.

    >>> listed(["b3", "g2", "o1"])
    'b3, g2 and o1'
    """
    words = [str(item) for item in items]
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def count(number: int, noun: str) -> str:
    """A number of things.

    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def named(items: Sequence[object]) -> str:
    """Names separated by spaces, or "none"."""
    return " ".join(map(str, items)) if items else "none"
