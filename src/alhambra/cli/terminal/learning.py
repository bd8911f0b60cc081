"""Lessons at the terminal: which one is next, and the file that keeps which are done."""

from __future__ import annotations

from pathlib import Path

from alhambra.cli.files import reading
from alhambra.cli.terminal.kept_names import KeptNames
from alhambra.cli.terminal.lesson_turn import LessonTurn
from alhambra.cli.terminal.screen import Screen
from alhambra.cli.terminal.start import allow_editing, messages_for
from alhambra.cli.terminal.turn import Quit
from alhambra.cli.text.messages import Messages
from alhambra.lessons import Lesson, lesson_named, lessons
from alhambra.server.settings import data_folder

GO_ON = ("", "y", "yes")


class Progress:
    """Which lessons are done, kept in a file."""

    def __init__(self, file: Path) -> None:
        self._kept = KeptNames(file, {lesson.name for lesson in lessons()})

    @property
    def done(self) -> set[str]:
        """The names of the lessons that are done."""
        return self._kept.names

    def add(self, lesson: Lesson) -> None:
        """Keep that a lesson is done."""
        self._kept.add(lesson.name)

    def next(self) -> Lesson:
        """The first lesson that is not done; the first of all once all are."""
        left = [lesson for lesson in lessons() if lesson.name not in self.done]
        return (left or lessons())[0]


def list_lessons(language: str | None) -> None:
    """Print the lessons, those that are done with a mark."""
    words = messages_for(language)
    Screen().say(lesson_lines(_progress(), words))


def start_learning(name: str | None, language: str | None) -> None:
    """Play the lesson in this file; or begin with the lesson of this name, or the first that is not
    done, and go on as long as the learner wants to."""
    allow_editing()
    words, screen, progress = messages_for(language), Screen(), _progress()
    lesson = _lesson(name) if name else progress.next()
    try:
        LessonTurn(lesson, words=words, screen=screen).play()
        while lesson in lessons():
            progress.add(lesson)
            if lesson.number == len(lessons()):
                screen.say([words.t("learn.finished")])
                return
            lesson = lessons()[lesson.number]
            if screen.ask("", f"{words.t('learn.next')}?").strip().lower() not in GO_ON:
                return
            LessonTurn(lesson, words=words, screen=screen).play()
    except Quit:
        screen.say([words.t("terminal.goodbye")])
    except (EOFError, KeyboardInterrupt):
        screen.say(["", words.t("terminal.goodbye")])


def lesson_lines(progress: Progress, words: Messages) -> list[str]:
    """A line for each lesson."""
    done = words.t("learn.done", done=len(progress.done), all=len(lessons()))
    return [
        f"{words.t('learn.title')}: {done}.",
        *(_line(each, progress, words) for each in lessons()),
    ]


def _line(lesson: Lesson, progress: Progress, words: Messages) -> str:
    dirk = words.t("dirk")
    title = words.t(f"lesson.{lesson.name}.title", dirk=dirk)
    done = f" ({words.t('learn.lesson_done')})" if lesson.name in progress.done else ""
    return f"{lesson.number}. {title}{done}: {words.t(f'lesson.{lesson.name}.short', dirk=dirk)}"


def _lesson(name: str) -> Lesson:
    known = {key: each for each in lessons() for key in (each.name, str(each.number))}
    if name in known or not _is_file(name):
        return known.get(name) or lesson_named(name)
    with reading(Path(name)):
        return Lesson.load(Path(name))


def _is_file(name: str) -> bool:
    """Whether this is a file, or looks like the name of one."""
    return Path(name).is_file() or bool(set(name) & set("./\\"))


def _progress() -> Progress:
    return Progress(data_folder() / "lessons.json")
