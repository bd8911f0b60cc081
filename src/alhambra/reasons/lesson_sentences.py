"""Sentences about lessons."""

from __future__ import annotations

from collections.abc import Mapping

LESSONS: Mapping[str, str] = {
    "no_such_aim": "there is no aim {aim!r}: there are {aims}",
    "no_such_lesson": "there is no lesson {name!r}: there are {names}",
    "bad_enough": "{value!r} is not a number of actions from 1 to 9",
    "long_lesson": "this turn can go on in too many ways for a lesson",
    "not_a_lesson": "nobody has to choose an action where the record ends: no turn to play",
    "not_right_here": "{action} is not right in this lesson",
    "lesson_done": "the lesson is done",
}
