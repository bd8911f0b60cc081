"""What the strongest bot does with a daily deal: ``python -m`` this module, see ``worker_process``.

It plays the seat of the persons, with a fixed effort, so that its points depend on nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from alhambra.bots import Bot, bot_named
from alhambra.bots.bot import never
from alhambra.fairness import FairDealer
from alhambra.game import Game
from alhambra.record import Record
from alhambra.server.runtime.worker_process import Message, do_jobs
from alhambra.server.store.practice import OWN_SEAT
from alhambra.table import Phase

BOT, OTHERS = "champion:search:4000rows", "mason"
NAMES = ("Vizier", "Aisha", "Boabdil", "Catalina")


def played(seed: bytes, own: str = BOT) -> Game:
    """The game of a daily deal in which a bot plays the seat of the persons."""
    dealer = FairDealer(seed)
    game = Game(NAMES, dealer.deal(len(NAMES)))
    bots = [bot_named(own if seat == OWN_SEAT else OTHERS) for seat in range(len(NAMES))]
    while not game.is_over:
        if game.phase is Phase.RESHUFFLE:
            game.reshuffle(dealer.reshuffle(game.discard, len(game.reshuffles) + 1))
        elif game.phase is Phase.REFILL:
            game.reveal()
        else:
            _play_turn(game, bots[game.seat], random.Random(dealer.chance(game.ply)))
    return game


def _play_turn(game: Game, bot: Bot, rng: random.Random) -> None:
    seat = game.seat
    while game.phase.is_decision and game.seat == seat:
        game.play(bot.choose(game.view(seat), rng=rng, stop=never), reveal=False)


def play(job: Message) -> Iterator[Message]:
    """The points of the bot in the deal of a seed, and the record."""
    game = played(bytes.fromhex(job["seed"]))
    yield {"points": game.scores[OWN_SEAT], "record": str(Record.of(game))}


if __name__ == "__main__":
    do_jobs(play)
