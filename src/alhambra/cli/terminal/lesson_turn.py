"""A lesson at the terminal: the position, the question, and what is said of each answer."""

from __future__ import annotations

from alhambra.cli.complaints import Complaint, sentence
from alhambra.cli.terminal.choices import WORDS, Unclear, choice_lines, meant, overview
from alhambra.cli.terminal.help import explained
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.terminal.screen import Screen
from alhambra.cli.terminal.turn import Quit
from alhambra.cli.text import boards
from alhambra.cli.text.messages import Messages
from alhambra.cli.text.narration import narrate
from alhambra.lessons import Answer, Lesson, lessons
from alhambra.reasons import AlhambraError
from alhambra.table import Phase

SHOW = "show"


class LessonTurn:
    """One lesson, from its text to the answer that ends it."""

    def __init__(self, lesson: Lesson, *, words: Messages, screen: Screen) -> None:
        self._lesson = lesson
        self._try = lesson.begin()
        self._game = self._try.game
        self._words = words
        self._screen = screen

    def play(self) -> None:
        """Ask until the lesson is done."""
        self._screen.say(self._start())
        while not self._try.is_done:
            line = self._screen.ask(self._hint(), self._words.t("terminal.choose")).strip()
            self._answer(line)

    def text(self, part: str) -> str:
        """A text of this lesson: ``title``, ``rule``, ``task``, ``done`` or ``worse``. A lesson
        from a file may lack some: they are empty, and its title is the name of the file."""
        if not self._lesson.number:
            usual = {"title": self._lesson.name, "task": self._words.t("learn.task")}
            return self._lesson.texts.get(part, usual.get(part, ""))
        return self._words.t(f"lesson.{self._lesson.name}.{part}", dirk=self._words.t("dirk"))

    def _start(self) -> list[str]:
        words, number, title = self._words, self._lesson.number, self.text("title")
        where = words.t("learn.lesson", n=number, all=len(lessons()))
        lines = ["", f"{where}: {title}" if number else title, self.text("rule"), ""]
        return [*lines, *self._position(), "", self.text("task"), *self._choices()]

    def _position(self) -> list[str]:
        """What is needed for this lesson: for a purchase market and money, always the city."""
        game, words, seat = self._game, self._words, self._try.seat
        lines = boards.waiting_lines(game, words)
        if game.phase is Phase.ACT:
            money = boards.money_lines(game.hands[seat], words)
            lines = [*boards.market_lines(game, words), *money]
        if game.dirk is not None:
            lines.append(boards.dirk_line(game, words))
        lines += boards.reserve_lines(game, seat, words)
        return [*lines, *boards.map_lines(game.cities[seat])]

    def _choices(self) -> list[str]:
        return [self._words.t("terminal.you_can"), *overview(self._game, self._words)]

    def _hint(self) -> str:
        return self._words.t("learn.terminal_help")

    def _answer(self, line: str) -> None:
        """Judge a typed line, or print why it is not possible."""
        words = self._words
        try:
            self._screen.say(self._lines_for(line))
        except Unclear as unclear:
            self._screen.say(choice_lines(self._game, unclear.choices, words))
        except Complaint as complaint:
            self._screen.say([sentence(complaint)])
        except AlhambraError as error:
            known = line.lower().split()[0] in WORDS
            hint = "" if known else f" {words.t('learn.terminal_help')}"
            self._screen.say([sentence(words.error(error)) + hint])

    def _lines_for(self, line: str) -> list[str]:
        first, _, rest = line.partition(" ")
        word = first.lower()
        if not word:
            return [self.text("task"), *self._choices()]
        if word == "quit":
            raise Quit
        if word == SHOW:
            return self._show()
        if word.startswith("?") or word == "help":
            return explained(
                self._game, line.removeprefix("?").removeprefix("help").strip(), self._words
            )
        if word in LOOKS and word != "hint":
            return LOOKS[word].lines(self._game, self._try.seat, rest.strip(), self._words)
        return self._judge(line)

    def _judge(self, line: str) -> list[str]:
        answer, happenings = self._try.answer(meant(self._game, line, self._words))
        if answer is Answer.WORSE:
            return [f"{self._words.t('learn.no')}. {self.text('worse')}".rstrip()]
        lines = narrate(happenings, self._game.names, self._words)
        if answer is Answer.RIGHT:
            return [*lines, *self._choices()]
        return [*lines, f"{self._words.t('learn.yes')}. {self.text('done')}".rstrip()]

    def _show(self) -> list[str]:
        """Play a right action for the learner, until the lesson is done."""
        lines = []
        while not self._try.is_done:
            action = next(self._try.right_actions())
            lines.append(f"{self._words.t('learn.shown')}: {action}")
            self._try.answer(action)
        return [*lines, self.text("done")]
