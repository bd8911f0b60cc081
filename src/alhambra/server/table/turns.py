"""Decisions in a turn: playing, taking back, restarting, confirming, and undo by consent."""

from __future__ import annotations

from alhambra.server.log.events import (
    Replaced,
    Restarted,
    Revealed,
    Step,
    TakenBack,
    UndoAnswered,
    UndoAsked,
)
from alhambra.server.log.fold import Fold
from alhambra.server.log.undo import undo_ply
from alhambra.server.protocol.from_page import (
    Act,
    AnswerUndo,
    AskUndo,
    Confirm,
    Restart,
    TakeBack,
    Turn,
)
from alhambra.server.runtime.refusals import refuse
from alhambra.server.table.decisions import Decision, check_plays, check_started
from alhambra.table import Phase


def decide_turn(fold: Fold, person: str, command: Turn) -> Decision:
    """The events of a command in a turn."""
    check_started(fold)
    check_plays(fold, person, command.seat)
    if not fold.may_follow(command.base):
        raise refuse("table_moved_on")
    match command:
        case AskUndo():
            return ask_undo(fold, person, command.seat)
        case AnswerUndo():
            return answer_undo(fold, person, command)
    game = fold.playing
    if game.seat != command.seat:
        raise refuse("not_your_turn", seat=command.seat + 1)
    match command:
        case Act():
            return Decision([Step(command.action, command.confirm)])  # parsed when it is applied
        case Confirm():
            if game.phase is not Phase.REFILL:
                raise refuse("no_refill_due")
            return Decision([Revealed()])
        case TakeBack() | Restart():
            if not fold.steps:
                raise refuse("nothing_to_take_back")
            return Decision([TakenBack() if isinstance(command, TakeBack) else Restarted()])
    raise TypeError(f"not a command of a turn: {command!r}")


def ask_undo(fold: Fold, person: str, seat: int) -> Decision:
    """Ask all other persons. If there are none, the game goes back at once."""
    if not fold.options.undo:
        raise refuse("undo_off")
    if fold.undo:
        raise refuse("undo_asked")
    ply = undo_ply(fold, seat)
    if ply is None:
        raise refuse("nothing_to_undo", seat=seat + 1)
    waiting = tuple(
        n
        for n, other in enumerate(fold.seats)
        if other.person and other.person != person and not other.bot
    )
    return Decision([UndoAsked(seat, ply, waiting)])


def answer_undo(fold: Fold, person: str, command: AnswerUndo) -> Decision:
    """Agree for all the person's seats, refuse, or withdraw the person's own request."""
    if not fold.undo:
        raise refuse("undo_not_asked")
    seats = fold.seats_of(person)
    if command.agree and not set(seats) & fold.undo.waiting:
        raise refuse("undo_not_asked")
    return Decision([UndoAnswered(command.seat, command.agree, tuple(seats))])


def ply_to_undo(fold: Fold, decision: Decision) -> int | None:
    """The ply to which this decision may take the game back."""
    for event in decision.events:
        if isinstance(event, UndoAsked):
            return event.ply
        if isinstance(event, UndoAnswered | Replaced) and fold.undo:
            return fold.undo.ply
    return None
