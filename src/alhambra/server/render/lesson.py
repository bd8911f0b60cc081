"""Lessons as a page shows them: a table at which only the learner acts."""

from __future__ import annotations

from collections.abc import Sequence

from alhambra.actions import Action
from alhambra.happenings import Happening
from alhambra.lessons import Answer, Lesson, Try, lessons
from alhambra.pieces import Tile
from alhambra.reasons import IllegalAction, Reason, why
from alhambra.server.log.seats import Counter
from alhambra.server.protocol.lessons import Lessons
from alhambra.server.protocol.table import SeatShown, TableShown
from alhambra.server.render.happenings import happenings_shown, reason_given
from alhambra.server.render.look_ahead import prospects
from alhambra.server.render.state import Unseen, board, own_parts, placed
from alhambra.server.runtime.json_text import Remembered, text

LOOK = "look"
"""The id of the only question that a request can ask."""


def lessons_listed() -> Lessons:
    """All lessons, each with the learner's city."""
    begun = [(lesson, lesson.begin()) for lesson in lessons()]
    return {
        "lessons": [
            {"name": lesson.name, "city": placed(attempt.game.cities[attempt.seat])}
            for lesson, attempt in begun
        ]
    }


def lesson_shown(
    lesson: Lesson,
    played: Sequence[str],
    action: str | None,
    look: str | None,
    counters: Sequence[Counter],
) -> str:
    """The lesson after the actions played so far and the one that is tried: a ``LessonShown``."""
    attempt = lesson.begin()
    for each in played:
        answered, _ = attempt.answer(Action.parse(each))
        if answered is Answer.WORSE:
            raise IllegalAction(why("not_right_here", action=each))
    answer, refused, happened = _tried(attempt, action)
    solution = None if attempt.is_done else str(next(attempt.right_actions()))
    version = 1 + attempt.game.ply
    looked = None
    if look is not None:
        tile = Tile(look)
        looked = prospects(attempt.game, attempt.seat, tile, version=version, id_=LOOK)
    table = text(_table(lesson, attempt, counters))
    head = text(
        {"aim": lesson.aim, "answer": answer, "refused": refused and reason_given(refused)}
    )[:-1]
    return (
        f'{head},"solution":{text(solution)},"table":{table},'
        f'"state":{_state(attempt, version, happened)},"prospects":{text(looked)}}}'
    )


def _tried(
    attempt: Try, action: str | None
) -> tuple[Answer | None, Reason | None, list[Happening]]:
    """The answer to the action, or why it is not allowed, and what happened."""
    if action is None:
        return None, None, []
    try:
        answer, happened = attempt.answer(Action.parse(action))
    except IllegalAction as error:
        return None, error.reason, []
    return answer, None, happened


def _state(attempt: Try, version: int, happened: list[Happening]) -> str:
    view = attempt.game.view(attempt.seat)
    steps = [str(step) for step in attempt.game.steps]
    seen = board(view, Remembered(), ply=attempt.game.ply, steps=steps, sheets=(), open_hands=False)
    unseen = Unseen(view, open_hands=False)
    acts = not attempt.is_done
    seat = attempt.seat
    mine = own_parts(view, unseen, seat, acts=acts, take_back=False, confirm=False, ask_undo=False)
    since = version - 1 if happened else version
    rest = {"happenings": happenings_shown(happened), "undo": None, "deadline": None}
    head = f'"type":"state","version":{version},"since":{since}'
    return f'{{{head},"board":{seen.whole()},"own":{mine.whole()},{text(rest)[1:]}'


def _table(lesson: Lesson, attempt: Try, counters: Sequence[Counter]) -> TableShown:
    return {
        "id": lesson.name,
        "status": "playing",
        "yours": True,
        "seats": [
            _seat(name, counters[number], yours=number == attempt.seat)
            for number, name in enumerate(attempt.game.names)
        ],
        "options": {
            "public": False,
            "clock": {"kind": "none", "seconds": None},
            "open_hands": False,
            "undo": False,
            "random_order": False,
            "youngest": None,
            "coach": "never",
        },
        "fairness": None,
        "invite": None,
        "counts": False,
        "coach": False,
        "paused": False,
        "spectators": 0,
        "origin": None,
        "next": None,
    }


def _seat(name: str, counter: Counter, *, yours: bool) -> SeatShown:
    return {
        "kind": "person" if yours else "bot",
        "name": name,
        "counter": counter,
        "level": None,
        "replaced": False,
        "present": True,
        "yours": yours,
        "muted": False,
        "coached": False,
    }
