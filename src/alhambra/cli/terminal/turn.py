"""A person's turn at the terminal: asking, playing typed actions, taking back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alhambra.cli.complaints import Complaint, sentence
from alhambra.cli.terminal.choices import WORDS, Unclear, choice_lines, meant, overview
from alhambra.cli.terminal.help import COMMANDS, explained
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.text import boards
from alhambra.cli.text.messages import Messages
from alhambra.cli.text.narration import narrate
from alhambra.game import Game
from alhambra.happenings import Happening
from alhambra.reasons import AlhambraError
from alhambra.table import Phase

Say = Callable[[list[str]], None]
Ask = Callable[[str, str], str]
GO_ON = ("", "1", "go", "go on", "yes", "y", "ok")


class Quit(Exception):
    """The player leaves."""


class Turn:
    """One seat's turn, from the first question to the refill after it."""

    def __init__(
        self,
        game: Game,
        seat: int,
        *,
        words: Messages,
        ask: Ask,
        say: Say,
        save: Callable[[Path], None],
        confirm: bool,
    ) -> None:
        self._game = game
        self._seat = seat
        self._words = words
        self._ask = ask
        self._say = say
        self._save = save
        self._confirm = confirm

    def play(self) -> None:
        """Ask until the turn is over, and print everything that follows from it."""
        game = self._game
        self._say(self._start())
        while game.seat == self._seat and game.phase not in (Phase.OVER, Phase.RESHUFFLE):
            if game.phase is Phase.REFILL and not self._confirm:
                return self._reveal()
            line = self._ask(self._hint(), self._question()).strip()
            if game.phase is Phase.REFILL and line.lower() in GO_ON:
                return self._reveal()
            self._answer(line)
        return None

    def _start(self) -> list[str]:
        game = self._game
        lines = [boards.scores_line(game, self._words), *boards.market_lines(game, self._words)]
        return [*lines, *self._state()]

    def _state(self) -> list[str]:
        """What the player needs for the next step."""
        game, words = self._game, self._words
        if game.phase is Phase.REFILL:
            return [sentence(words.t("bar.turn_over"))]
        needed = boards.waiting_lines(game, words)
        if game.phase is Phase.ACT:
            reserve = boards.reserve_lines(game, self._seat, words)
            money = boards.money_lines(game.hands[self._seat], words)
            needed = [*money, *reserve, *needed]
        return [*needed, words.t("terminal.you_can"), *overview(game, words)]

    def _question(self) -> str:
        ends = self._game.phase is Phase.REFILL
        return self._words.t("terminal.go_on" if ends else "terminal.choose")

    def _hint(self) -> str:
        """A line of help for what can be typed in this phase."""
        known = {Phase.ACT: "act", Phase.REFILL: "refill"}
        return self._words.t(f"terminal.help.{known.get(self._game.phase, 'place')}")

    def _answer(self, line: str) -> None:
        """Carry out a typed line, or print why it is not possible."""
        try:
            self._say(self._lines_for(line))
        except Unclear as unclear:
            self._say(choice_lines(self._game, unclear.choices, self._words))
        except Complaint as complaint:
            self._say([sentence(complaint)])
        except AlhambraError as error:
            known = line.lower().split()[0] in WORDS
            hint = "" if known else f" {self._words.t('terminal.type_help')}"
            self._say([sentence(self._words.error(error)) + hint])

    def _lines_for(self, line: str) -> list[str]:
        first, _, rest = line.partition(" ")
        word = first.lower()
        if not word:
            return self._state()
        if word.startswith("?"):
            return explained(self._game, line[1:].strip(), self._words)
        if word == "help":
            return explained(self._game, rest.strip(), self._words)
        if word in LOOKS:
            return LOOKS[word].lines(self._game, self._seat, rest.strip(), self._words)
        if word in COMMANDS:
            return self._run_command(word, rest.strip())
        return self._act(line)

    def _run_command(self, word: str, rest: str) -> list[str]:
        if word == "quit":
            raise Quit
        if word == "undo":
            return self._undo()
        if not rest:
            raise Complaint(self._words.t("terminal.save_needs_name"))
        self._save(Path(rest).expanduser())
        return [sentence(self._words.t("terminal.saved", file=rest))]

    def _act(self, line: str) -> list[str]:
        """Play an action; if it ends the turn, nothing is drawn yet."""
        happenings = self._game.play(meant(self._game, line, self._words), reveal=False)
        lines = narrate(happenings, self._game.names, self._words)
        waits = self._game.phase is not Phase.REFILL or self._confirm
        mine = self._game.seat == self._seat and not self._game.is_over
        return [*lines, *self._state()] if mine and waits else lines

    def _undo(self) -> list[str]:
        steps = self._game.steps
        if not steps:
            raise Complaint(self._words.t("reason.nothing_to_take_back"))
        self._game.pop()
        undone = self._words.t("terminal.undone", action=steps[-1])
        return [sentence(undone), *self._state()]

    def _reveal(self) -> None:
        happenings: list[Happening] = self._game.reveal()
        self._say(narrate(happenings, self._game.names, self._words))
