"""Puzzles at the terminal: a position, one action, and why it is the best."""

from __future__ import annotations

import random

from alhambra.cli.complaints import Complaint, sentence
from alhambra.cli.terminal.choices import Unclear, choice_lines, meant, overview
from alhambra.cli.terminal.kept_names import KeptNames
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.terminal.screen import Screen
from alhambra.cli.terminal.start import allow_editing, messages_for
from alhambra.cli.terminal.turn import Quit
from alhambra.cli.text import boards
from alhambra.cli.text.hints import action_words, reason_words
from alhambra.cli.text.messages import Messages
from alhambra.puzzles import Puzzle, Theme, Verdict, puzzles
from alhambra.reasons import AlhambraError
from alhambra.server.settings import data_folder
from alhambra.table import Phase

GO_ON = ("", "y", "yes")
SHOW, QUIT = "show", "quit"


def solve_puzzles(theme: str | None, language: str | None) -> None:
    """Show puzzles that are not solved yet, as long as the player wants to."""
    if theme and theme not in tuple(Theme):
        raise Complaint(f"there is no theme {theme!r}: there are {', '.join(Theme)}")
    allow_editing()
    words, screen = messages_for(language), Screen()
    solved = KeptNames(data_folder() / "puzzles.json", puzzles())
    names = [n for n in puzzles() if theme in (None, puzzles().theme(n)) and n not in solved.names]
    # Those that most people find come first.
    names.sort(key=lambda name: (not puzzles().is_easy(name), random.random()))
    try:
        for name in names:
            turn = PuzzleTurn(puzzles()[name], words=words, screen=screen)
            if turn.play():
                solved.add(name)
            if screen.ask("", f"{words.t('puzzles.next')}?").strip().lower() not in GO_ON:
                return
        screen.say([words.t("puzzles.all_solved")])
    except Quit:
        screen.say([words.t("terminal.goodbye")])
    except (EOFError, KeyboardInterrupt):
        screen.say(["", words.t("terminal.goodbye")])


class PuzzleTurn:
    """One puzzle, until it is solved or its solution is shown."""

    def __init__(self, puzzle: Puzzle, *, words: Messages, screen: Screen) -> None:
        self.puzzle = puzzle
        self._game = puzzle.begin()
        self._words = words
        self._screen = screen

    def play(self) -> bool:
        """Ask until it is over; whether the player found the best action."""
        words = self._words
        self._screen.say(self._start())
        while True:
            asked = words.t("terminal.choose")
            line = self._screen.ask(words.t("learn.terminal_help"), asked).strip()
            if line == SHOW:
                self._screen.say(self._why())
                return False
            try:
                if self._is_best(line):
                    self._screen.say([f"{words.t('learn.yes')}.", *self._why()])
                    return True
            except Unclear as unclear:
                self._screen.say(choice_lines(self._game, unclear.choices, words))
            except Complaint as complaint:
                self._screen.say([sentence(complaint)])
            except AlhambraError as error:
                self._screen.say([sentence(words.error(error))])

    def _is_best(self, line: str) -> bool:
        """Judge a typed line, or answer a question."""
        first, _, rest = line.partition(" ")
        if first.lower() == QUIT:
            raise Quit
        if not line:
            self._screen.say(self._choices())
            return False
        if first.lower() in LOOKS and first.lower() != "hint":
            look = LOOKS[first.lower()].lines
            self._screen.say(look(self._game, self._game.seat, rest.strip(), self._words))
            return False
        action = meant(self._game, line, self._words)
        if self.puzzle.verdict(action) is Verdict.BEST:
            return True
        cost = self.puzzle.worse.get(action)
        costs = "" if cost is None else " " + self._words.t("puzzles.costs", percent=f"{cost:.0%}")
        self._screen.say([self._words.t("puzzles.worse") + costs])
        return False

    def _start(self) -> list[str]:
        words, game = self._words, self._game
        theme = words.t(f"puzzles.theme.{self.puzzle.theme.value}")
        lines = ["", f"{words.t('puzzles.puzzle', name=self.puzzle.id)}: {theme}."]
        for seat, name in enumerate(game.names):
            lines += ["", *boards.city_lines(name, game.cities[seat], words)[:1]]
            lines += boards.reserve_lines(game, seat, words)
            lines += boards.money_lines(game.hands[seat], words)
            if seat == game.seat:
                lines += boards.map_lines(game.cities[seat])
        lines += ["", boards.scores_line(game, words), *boards.left_lines(game, words)]
        if game.dirk is not None:
            lines.append(boards.dirk_line(game, words))
        if game.phase is Phase.ACT:
            lines += boards.market_lines(game, words)
        lines += boards.waiting_lines(game, words)
        to_play = words.t("terminal.to_play", name=game.names[game.seat])
        return [*lines, "", f"{to_play}. {words.t('puzzles.task')}", *self._choices()]

    def _choices(self) -> list[str]:
        return [self._words.t("terminal.you_can"), *overview(self._game, self._words)]

    def _why(self) -> list[str]:
        """The best action, and what makes it better than the second."""
        puzzle, game, words = self.puzzle, self._game, self._words
        second = next(iter(puzzle.worse))
        best = words.t("puzzles.best", action=action_words(game, puzzle.best, words))
        beside = words.t(
            "puzzles.second",
            action=action_words(game, second, words),
            percent=f"{puzzle.ahead:.0%}",
        )
        reasons = [reason_words(each, game.names, words, "why") for each in puzzle.reasons]
        return [best, beside, *(f"  {sentence(each)}" for each in reasons)]
