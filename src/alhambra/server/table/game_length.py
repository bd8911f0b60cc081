"""The limit on the length of a game. The rules set none: redesigning draws nothing, so two players
could redesign for ever, and their log would grow for ever.

Games of bots take about 180 actions and games of random actions up to 500. A game that has
reached ``MOST_PLIES`` continues, but players may redesign only if nothing else is possible: then
money and tiles run out, and it ends. A log that has reached ``MOST_EVENTS`` accepts only commands
that lead to the end.
"""

from __future__ import annotations

from alhambra.actions import Build, Remove, Swap
from alhambra.record import Record
from alhambra.server.log.fold import Fold
from alhambra.server.protocol.from_page import (
    Act,
    Command,
    CommitSalt,
    Confirm,
    RevealSalt,
    Start,
    StartWithout,
)
from alhambra.server.runtime.refusals import refuse

MOST_PLIES = 2_000
MOST_EVENTS = 20_000
_OTHER_LINES = 1_000  # header, reshuffles, scorings and comments
_REDESIGNS = (Build, Remove, Swap)
_WORDS = {kind.word for kind in _REDESIGNS}
_LEADS_ON = (Act, Confirm, Start, StartWithout, CommitSalt, RevealSalt)


def is_log_full(fold: Fold) -> bool:
    """Whether the log accepts only commands that lead to the end."""
    return fold.version >= MOST_EVENTS


def check_command(fold: Fold, command: Command) -> None:
    """Refuse a command that would prolong a game that is already too long."""
    if is_log_full(fold) and not isinstance(command, _LEADS_ON):
        raise refuse("too_long", limit=MOST_EVENTS)
    if not isinstance(command, Act) or fold.game is None or fold.ply < MOST_PLIES:
        return
    if command.action.partition(" ")[0] not in _WORDS:
        return
    if not all(isinstance(action, _REDESIGNS) for action in fold.game.legal_actions):
        raise refuse("too_long", limit=MOST_PLIES)


def parse_record(text: str) -> Record:
    """The record; refused if it is too long, which is checked before replaying it."""
    if text.count("\n") > MOST_PLIES + _OTHER_LINES:
        raise refuse("too_long", limit=MOST_PLIES)
    record = Record.parse(text)
    if record.plies > MOST_PLIES:
        raise refuse("too_long", limit=MOST_PLIES)
    return record


def check_ply(ply: int) -> None:
    """Refuse to continue a game from a ply beyond the limit."""
    if ply >= MOST_PLIES:
        raise refuse("too_long", limit=MOST_PLIES)
