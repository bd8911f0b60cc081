"""The legal actions of a player, numbered, and the one that a typed line selects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from alhambra.actions import (
    Action,
    Build,
    Buy,
    Place,
    Remove,
    Swap,
    Take,
    read_kindly,
)
from alhambra.cli.complaints import Complaint
from alhambra.pieces import CURRENCIES, worth
from alhambra.reasons import InvalidNotation
from alhambra.table import Table

WORDS = ("take", "buy", "build", "swap", "remove", "pass", "place", "reserve", "give")
AT_ONCE = 9  # if there are more of a kind, they are listed only on request


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with the number that picks it."""

    number: int
    action: Action


class Unclear(Exception):
    """A typed line that is the beginning of several actions."""

    def __init__(self, choices: list[Choice]) -> None:
        super().__init__(choices)
        self.choices = choices


def in_order(actions: Iterable[Action]) -> list[Action]:
    """Actions by kind, then by square or tile, exact purchases first."""
    return sorted(actions, key=_rank)


def _rank(action: Action) -> tuple[int, int, bool, int]:
    kind = WORDS.index(action.word)
    if isinstance(action, Buy):
        return kind, CURRENCIES.index(action.cards[0].currency), not action.exact, action.code
    tile = getattr(action, "tile", None)
    return kind, tile.index if tile else 0, False, action.code


def choices(table: Table) -> list[Choice]:
    """The legal actions of the seat to act, numbered from 1."""
    return [Choice(n, action) for n, action in enumerate(in_order(table.legal_actions), 1)]


def meant(table: Table, line: str) -> Action:
    """The action for a typed line: a number, an action, or an unambiguous beginning."""
    number = line.removesuffix(".")
    if number.isascii() and number.isdigit():
        return _numbered(choices(table), number)
    words = line.lower().split()
    fitting = [choice for choice in choices(table) if _begins(choice.action, words)]
    try:
        return read_kindly(line)
    except InvalidNotation:
        if len(words) > 1 and len(fitting) == 1:
            return fitting[0].action
        if fitting:
            raise Unclear(fitting) from None
        if words == [words[0]] and words[0] in WORDS:
            raise Complaint(f"there is nothing to {words[0]} now") from None
        raise


def _numbered(among: list[Choice], number: str) -> Action:
    for choice in among:
        if str(choice.number) == number.lstrip("0"):
            return choice.action
    have = f"the numbers go from 1 to {len(among)}" if among else "there is nothing to pick"
    raise Complaint(f"there is no number {number[:10]}: {have}")


def _begins(action: Action, words: list[str]) -> bool:
    return [word.lower() for word in _words(action)[: len(words)]] == words


def choice_lines(table: Table, among: list[Choice]) -> list[str]:
    """One line for each choice, with its effect."""
    return [f"{choice.number}. {choice.action}{_note(table, choice.action)}" for choice in among]


def overview(table: Table) -> list[str]:
    """All choices; if there are many of a kind, one line for each tile."""
    lines: list[str] = []
    for word, group in groupby(choices(table), key=lambda choice: choice.action.word):
        among = list(group)
        if len(among) <= AT_ONCE or word == Take.word:
            lines += choice_lines(table, among)
        else:
            lines += _by_tile(table, among)
    return lines


def _by_tile(table: Table, among: list[Choice]) -> list[str]:
    lines: list[str] = []
    for start, group in groupby(among, key=lambda choice: " ".join(_words(choice.action)[:2])):
        same = list(group)
        if len(same) == 1:
            lines += choice_lines(table, same)
        else:
            numbers = f"{same[0].number} to {same[-1].number}"
            exact = sum(isinstance(c.action, Buy) and c.action.exact for c in same)
            ways = f"{len(same)} ways" + (f", {exact} exact" if exact else "")
            lines.append(f"{numbers}. {start}, {ways}: type {start} to hear them")
    return lines


def _words(action: Action) -> list[str]:
    return str(action).split()


def _note(table: Table, action: Action) -> str:
    """The effect of the action, computed by the engine."""
    city = table.cities[table.seat]
    match action:
        case Take(cards=cards) if len(cards) > 1:
            return f", worth {worth(cards)}"
        case Buy(tile=tile, cards=cards):
            return ", exact" if action.exact else f", {worth(cards) - tile.price} too much"
        case Build(tile=tile, cell=cell) | Place(tile=tile, cell=cell):
            return f", wall {city.with_tile(tile, cell).longest_wall()}"
        case Swap(cell=cell):
            return f", for {city.tile_at(cell)}"
        case Remove(tile=tile):
            return f", from {city.cell_of(tile)}"
    return ""
