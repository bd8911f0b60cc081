"""What can go wrong in an arena, each as a sentence for whoever started it."""

from __future__ import annotations


class ArenaError(ValueError):
    """Something the arena cannot do; ``str`` says why."""


class BotFault(ArenaError):
    """A bot played what the rules do not allow, or failed; ``record`` is the game so far."""

    def __init__(self, sentence: str, bot: str, record: str, record_name: str) -> None:
        super().__init__(sentence)
        self.bot = bot
        self.record = record
        self.record_name = record_name

    def __reduce__(self) -> tuple[type[BotFault], tuple[str, str, str, str]]:
        return BotFault, (str(self), self.bot, self.record, self.record_name)
