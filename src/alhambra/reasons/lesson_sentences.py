"""Sentences about lessons."""

from __future__ import annotations

from collections.abc import Mapping

LESSONS: Mapping[str, str] = {
    "no_such_aim": "there is no aim {aim!r}: there are {aims}",
    "no_such_lesson": "there is no lesson {name!r}: there are {names}",
    "not_a_lesson": "nobody has to choose an action where the record ends: no turn to play",
    "not_right_here": "{action} is not right in this lesson",
    "lesson_done": "the lesson is done",
}
