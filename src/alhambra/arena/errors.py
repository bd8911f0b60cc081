"""The errors of the arena; each is a sentence for the user."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from alhambra.reasons import AlhambraError, why


class ArenaError(AlhambraError):
    """Something the arena cannot do; ``str`` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(why("arena", sentence=sentence))

    def __reduce__(self) -> tuple[type[ArenaError], tuple[str, ...]]:
        return type(self), (str(self),)


class BotFault(ArenaError):
    """A bot broke a rule or failed; ``record`` is the game so far."""

    def __init__(self, sentence: str, bot: str, record: str, record_name: str) -> None:
        super().__init__(sentence)
        self.bot = bot
        self.record = record
        self.record_name = record_name

    def kept_in(self, file: Path) -> BotFault:
        """The same fault, with the file that holds the game so far."""
        sentence = f"{self}; the game so far is in {file}"
        return BotFault(sentence, self.bot, self.record, self.record_name)

    def __reduce__(self) -> tuple[type[ArenaError], tuple[str, ...]]:
        return BotFault, (str(self), self.bot, self.record, self.record_name)


def cannot_be_sent(bots: Iterable[str], error: Exception) -> ArenaError:
    """What is said about bots that cannot be pickled for another process."""
    names = ", ".join(dict.fromkeys(bots))
    words = str(error).strip().partition("\n")[0]
    return ArenaError(
        f"one of the bots {names} cannot be sent to another process ({words}); "
        "enter it as file.py:Class, or play with one job"
    )
