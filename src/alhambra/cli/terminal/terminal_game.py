"""A game at the terminal: persons at one keyboard, bots in the other seats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from alhambra.arena.entries import entry_of
from alhambra.bots import never
from alhambra.cli.complaints import Complaint
from alhambra.cli.files import write
from alhambra.cli.terminal.screen import Screen
from alhambra.cli.terminal.turn import Quit, Turn
from alhambra.cli.text.messages import ENGLISH, Messages
from alhambra.cli.text.narration import narrate, since_last_turn
from alhambra.game import Game
from alhambra.happenings import Happening
from alhambra.record import Record
from alhambra.table import Phase

PERSON = "person"  # in the list of seats; all other words are names of bots
SEATS = "seats"  # the header key for this list in a saved game


class Terminal:
    """Runs the game: asks persons and bots for their actions, and prints what happens."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        rng: random.Random,
        *,
        confirm: bool = True,
        file: Path | None = None,
        words: Messages = ENGLISH,
    ) -> None:
        """``seats`` has ``person`` or a bot's name for each seat. The game is saved to ``file``
        after every turn."""
        self._game = game
        self._seats = tuple(seats)
        self._bots = [None if who == PERSON else entry_of(who, len(seats)).make() for who in seats]
        self._rng = rng
        self._confirm = confirm
        self._file = file
        self._words = words
        self._screen = Screen()
        self._own_files = {file} if file else set()
        self._hot_seat = self._bots.count(None) > 1
        self._last_person: int | None = None

    def run(self) -> None:
        """Play until the game is over or a person leaves."""
        words = self._words
        try:
            self._say(self._welcome())
            self._play()
        except Quit:
            self._say([words.t("terminal.goodbye")])
        except (EOFError, KeyboardInterrupt):
            self._say(["", words.t("terminal.goodbye")])
        self._keep()

    def _play(self) -> None:
        game = self._game
        while not game.is_over:
            if game.phase is Phase.RESHUFFLE:
                self._reshuffle()
            elif game.phase is Phase.REFILL:
                self._tell(game.reveal())
            elif self._bots[game.seat] is None:
                self._person(game.seat)
                self._keep()
            else:
                self._bot(game.seat)

    def _welcome(self) -> list[str]:
        pairs = zip(self._game.names, self._seats, strict=True)
        players = [f"{name} ({who})" if who != PERSON else name for name, who in pairs]
        words = self._words
        start = words.t("terminal.welcome", players=words.listed(players))
        first = words.t("terminal.to_play", name=self._game.names[self._game.seat])
        return [f"{start} {words.t('terminal.type_help')}", f"{first}."]

    # Persons

    def _person(self, seat: int) -> None:
        if self._hot_seat and self._last_person != seat:
            self._pass_keyboard(self._game.names[seat])
            self._say(since_last_turn(self._game, seat, self._words))
        self._last_person = seat
        self._screen.show_cities(self._game, seat, self._words)
        Turn(
            self._game,
            seat,
            words=self._words,
            ask=self._screen.ask,
            say=self._say,
            save=self._save_new,
            confirm=self._confirm,
        ).play()

    def _pass_keyboard(self, name: str) -> None:
        """Scroll the last player's hand out of sight, and wait for the next player."""
        if self._last_person is not None:
            self._screen.clear()
        self._say([self._words.t("terminal.pass_keyboard", name=name)])
        self._screen.ask("", self._words.t("terminal.ready", name=name))

    # Everybody else

    def _bot(self, seat: int) -> None:
        bot = self._bots[seat]
        assert bot is not None
        action = bot.choose(self._game.view(seat), rng=self._rng, stop=never)
        happenings = self._game.play(action)
        # At a shared keyboard, each person reads what happened when their turn begins.
        if not self._hot_seat:
            self._tell(happenings)
        elif self._game.is_over:
            self._say(since_last_turn(self._game, self._last_person or 0, self._words))

    def _reshuffle(self) -> None:
        order = list(self._game.discard)
        self._rng.shuffle(order)
        self._tell(self._game.reshuffle(order))

    # Saying and saving

    def _tell(self, happenings: list[Happening]) -> None:
        self._say(narrate(happenings, self._game.names, self._words))

    def _say(self, lines: list[str]) -> None:
        self._screen.say(lines)

    def _save_new(self, path: Path) -> None:
        """Save to the file a player names, but never overwrite an existing one."""
        if path not in self._own_files and path.exists():
            raise Complaint(self._words.t("terminal.file_exists", file=path))
        self._save(path)
        self._own_files.add(path)

    def _keep(self) -> None:
        if self._file:
            self._save(self._file)

    def _save(self, path: Path) -> None:
        write(path, str(Record.of(self._game, {SEATS: " | ".join(self._seats)})))
