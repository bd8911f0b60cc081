"""A person's turn at the terminal: asking, playing typed actions, taking back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alhambra.cli.complaints import Complaint, sentence
from alhambra.cli.terminal.choices import WORDS, Unclear, choice_lines, meant, overview
from alhambra.cli.terminal.help import COMMANDS, explained
from alhambra.cli.terminal.lookups import LOOKS
from alhambra.cli.text import boards
from alhambra.cli.text.narration import narrate
from alhambra.game import Game
from alhambra.happenings import Happening
from alhambra.reasons import AlhambraError
from alhambra.table import Phase

Say = Callable[[list[str]], None]
GO_ON = ("", "1", "go", "go on", "yes", "y", "ok")


class Quit(Exception):
    """The player leaves."""


class Turn:
    """One seat's turn, from the first question to the refill after it."""

    def __init__(
        self, game: Game, seat: int, *, say: Say, save: Callable[[Path], None], confirm: bool
    ) -> None:
        self._game = game
        self._seat = seat
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
            line = input(self._question()).strip()
            if game.phase is Phase.REFILL and line.lower() in GO_ON:
                return self._reveal()
            self._answer(line)
        return None

    def _start(self) -> list[str]:
        game = self._game
        lines = [boards.scores_line(game), *boards.market_lines(game)]
        return [*lines, *self._state()]

    def _state(self) -> list[str]:
        """What the player needs for the next step."""
        game = self._game
        if game.phase is Phase.REFILL:
            return ["Your turn is over. Press Enter to go on, or type undo."]
        needed = boards.waiting_lines(game)
        if game.phase is Phase.ACT:
            reserve = boards.reserve_lines(game, self._seat)
            needed = [*boards.money_lines(game.hands[self._seat]), *reserve, *needed]
        return [*needed, "You can:", *overview(game)]

    def _question(self) -> str:
        return "Go on? " if self._game.phase is Phase.REFILL else "Your choice? "

    def _answer(self, line: str) -> None:
        """Carry out a typed line, or print why it is not possible."""
        try:
            self._say(self._lines_for(line))
        except Unclear as unclear:
            self._say(choice_lines(self._game, unclear.choices))
        except Complaint as complaint:
            self._say([sentence(complaint)])
        except AlhambraError as error:
            hint = "" if line.lower().split()[0] in WORDS else " Type ? for help."
            self._say([sentence(error) + hint])

    def _lines_for(self, line: str) -> list[str]:
        first, _, rest = line.partition(" ")
        word = first.lower()
        if not word:
            return self._state()
        if word.startswith("?"):
            return explained(self._game, line[1:].strip())
        if word == "help":
            return explained(self._game, rest.strip())
        if word in LOOKS:
            return LOOKS[word].lines(self._game, self._seat, rest.strip())
        if word in COMMANDS:
            return self._deed(word, rest.strip())
        return self._act(line)

    def _deed(self, word: str, rest: str) -> list[str]:
        if word == "quit":
            raise Quit
        if word == "undo":
            return self._undo()
        if not rest:
            raise Complaint("save needs the name of a file: save FILE")
        self._save(Path(rest).expanduser())
        return [f"Saved to {rest}."]

    def _act(self, line: str) -> list[str]:
        """Play an action; if it ends the turn, nothing is drawn yet."""
        happenings = self._game.play(meant(self._game, line), reveal=False)
        lines = narrate(happenings, self._game.names)
        waits = self._game.phase is not Phase.REFILL or self._confirm
        mine = self._game.seat == self._seat and not self._game.is_over
        return [*lines, *self._state()] if mine and waits else lines

    def _undo(self) -> list[str]:
        steps = self._game.steps
        if not steps:
            raise Complaint("there is nothing to take back in this turn")
        self._game.pop()
        return [f"Taken back: {steps[-1]}.", *self._state()]

    def _reveal(self) -> None:
        happenings: list[Happening] = self._game.reveal()
        self._say(narrate(happenings, self._game.names))
