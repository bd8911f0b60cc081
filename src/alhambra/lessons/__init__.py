"""Ten short lessons: positions in which a player learns a rule by playing one turn.

A lesson is a text file in ``positions/``: the record of a game up to the learner's turn, with the
header ``aim``, what the turn is about, in the words of ``alhambra.lessons.aims``. Which answers are
right follows from the engine: those after which the turn can still end with the most that any turn
in this position reaches. The header ``enough`` ends a lesson after this number of actions. Your
own lessons have their texts in headers, too: ``title``, ``rule``, ``task``, ``done``, ``worse``.
"""

from alhambra.lessons.aims import AIMS, AimName
from alhambra.lessons.lesson import Answer, Lesson, Try, lesson_named, lesson_names, lessons

__all__ = ["AIMS", "AimName", "Answer", "Lesson", "Try", "lesson_named", "lesson_names", "lessons"]
