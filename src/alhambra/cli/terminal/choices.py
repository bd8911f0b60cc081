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
from alhambra.cli.text.messages import ENGLISH, Messages
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


def meant(table: Table, line: str, words: Messages = ENGLISH) -> Action:
    """The action for a typed line: a number, an action, or an unambiguous beginning."""
    number = line.removesuffix(".")
    if number.isascii() and number.isdigit():
        return _numbered(choices(table), number, words)
    typed = line.lower().split()
    fitting = [choice for choice in choices(table) if _begins(choice.action, typed)]
    try:
        return read_kindly(line)
    except InvalidNotation:
        if len(typed) > 1 and len(fitting) == 1:
            return fitting[0].action
        if fitting:
            raise Unclear(fitting) from None
        if typed == [typed[0]] and typed[0] in WORDS:
            raise Complaint(words.t("terminal.nothing_to", word=typed[0])) from None
        raise


def _numbered(among: list[Choice], number: str, words: Messages) -> Action:
    for choice in among:
        if str(choice.number) == number.lstrip("0"):
            return choice.action
    if not among:
        raise Complaint(words.t("terminal.nothing_to_pick"))
    raise Complaint(words.t("terminal.no_number", number=number[:10], last=len(among)))


def _begins(action: Action, typed: list[str]) -> bool:
    return [word.lower() for word in _words(action)[: len(typed)]] == typed


def choice_lines(table: Table, among: list[Choice], words: Messages = ENGLISH) -> list[str]:
    """One line for each choice, with its effect."""
    return [
        f"{choice.number}. {choice.action}{_note(table, choice.action, words)}" for choice in among
    ]


def overview(table: Table, words: Messages = ENGLISH) -> list[str]:
    """All choices; if there are many of a kind, one line for each tile."""
    lines: list[str] = []
    for word, group in groupby(choices(table), key=lambda choice: choice.action.word):
        among = list(group)
        if len(among) <= AT_ONCE or word == Take.word:
            lines += choice_lines(table, among, words)
        else:
            lines += _by_tile(table, among, words)
    return lines


def _by_tile(table: Table, among: list[Choice], words: Messages) -> list[str]:
    lines: list[str] = []
    for start, group in groupby(among, key=lambda choice: " ".join(_words(choice.action)[:2])):
        same = list(group)
        if len(same) == 1:
            lines += choice_lines(table, same, words)
        else:
            numbers = f"{same[0].number}–{same[-1].number}"
            exact = sum(isinstance(c.action, Buy) and c.action.exact for c in same)
            ways = words.t("terminal.ways", ways=len(same), exact=exact, start=start)
            lines.append(f"{numbers}. {start}: {ways}")
    return lines


def _words(action: Action) -> list[str]:
    return str(action).split()


def _note(table: Table, action: Action, words: Messages) -> str:
    """The effect of the action, computed by the engine."""
    city = table.cities[table.seat]
    match action:
        case Take(cards=cards) if len(cards) > 1:
            note = words.t("terminal.worth", n=worth(cards))
        case Buy(exact=True):
            note = words.t("terminal.exact")
        case Buy(tile=tile, cards=cards):
            note = words.t("terminal.too_much", n=worth(cards) - tile.price)
        case Build(tile=tile, cell=cell) | Place(tile=tile, cell=cell):
            wall = city.with_tile(tile, cell).longest_wall()
            note = f"{words.t('wall.longest')} {wall}"
        case Swap(cell=cell):
            note = words.t("terminal.replaces", tile=city.tile_at(cell))
        case Remove(tile=tile):
            note = words.t("terminal.from", cell=city.cell_of(tile))
        case _:
            return ""
    return f", {note}"
