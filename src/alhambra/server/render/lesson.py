"""Lessons as a page shows them: a table at which only the learner acts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from alhambra.actions import Action
from alhambra.happenings import Happening
from alhambra.lessons import Answer, Try, lesson_named, lessons
from alhambra.reasons import IllegalAction, Reason, why
from alhambra.server.log.seats import Counter
from alhambra.server.protocol.lessons import Lessons
from alhambra.server.render.exercise import exercise_state, exercise_table, looked_at
from alhambra.server.render.happenings import reason_given
from alhambra.server.render.state import placed
from alhambra.server.runtime.json_text import text


@cache
def lessons_listed() -> Lessons:
    """All lessons, each with the learner's city."""
    games = {lesson.name: lesson.record.replay() for lesson in lessons()}
    return {
        "lessons": [
            {"name": name, "city": placed(game.cities[game.seat])} for name, game in games.items()
        ]
    }


def lesson_shown(
    name: str,
    played: Sequence[str],
    action: str | None,
    look: str | None,
    counters: Sequence[Counter],
) -> str:
    """The lesson after the actions played so far and the one that is tried: a ``LessonShown``."""
    lesson = lesson_named(name)
    attempt = lesson.begin()
    for each in played:
        answered, _ = attempt.answer(Action.parse(each))
        if answered is Answer.WORSE:
            raise IllegalAction(why("not_right_here", action=each))
    answer, refused, happened = _tried(attempt, action)
    solution = None if attempt.is_done else str(next(attempt.right_actions()))
    looked = looked_at(attempt.game, attempt.seat, look)
    game, seat, acts = attempt.game, attempt.seat, not attempt.is_done
    table = text(exercise_table(lesson.name, game, seat, counters))
    state = exercise_state(game, seat, acts=acts, happened=happened)
    head = text(
        {"aim": lesson.aim, "answer": answer, "refused": refused and reason_given(refused)}
    )[:-1]
    return (
        f'{head},"solution":{text(solution)},"table":{table},'
        f'"state":{state},"prospects":{text(looked)}}}'
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
