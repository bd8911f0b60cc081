"""Write explained.txt: sixty real mistakes and blunders with the reasons that are given for them.

    .venv/bin/python tests/analysis/write_explained.py

It is meant to be read: `docs/analysis.md` has the counts of a reader. A test compares the mistakes
of the first game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from alhambra import Game, analyse
from alhambra.analysis import Mark, Turn
from alhambra.bots import bot_named, never
from alhambra.cli.text.analysis import turns_lines

FILE = Path(__file__).parent / "explained.txt"
NAMES = ("Ana", "Bruno", "Carla", "Dora", "Emil", "Fatma")
APPRENTICE = "greedy:best=3"
LINE_UPS = (
    ("greedy", "champion"),
    (APPRENTICE, "champion"),
    ("greedy", "champion", "champion"),
    (APPRENTICE, "greedy", "champion"),
    ("champion", "greedy", APPRENTICE, "champion"),
)
GAMES = 20  # at most
ALL = 60
EACH = 6  # mistakes of a game


def played(number: int) -> tuple[Game, tuple[str, ...]]:
    """A game between bots, and the bots."""
    bots = LINE_UPS[number % len(LINE_UPS)]
    rng = random.Random(f"explained {number}")
    game = Game.new(NAMES[: len(bots)], shuffler=rng)
    players = [bot_named(bot) for bot in bots]
    while not game.is_over:
        action = players[game.seat].choose(game.view(game.seat), rng=rng, stop=never)
        game.play(action)
    return game, bots


def explained(number: int) -> Iterator[str]:
    """The first mistakes of a game, spread over its players."""
    game, bots = played(number)
    found = analyse(game)
    turns = [turn for turn in found.turns if turn.mark in (Mark.MISTAKE, Mark.BLUNDER)]
    for turn in turns[:: max(len(turns) // EACH, 1)][:EACH]:
        yield "\n".join([_table(game, turn, bots[turn.seat]), *turns_lines([turn], game)])


def _table(game: Game, turn: Turn, bot: str) -> str:
    """What the player saw."""
    before = game.at(turn.ply)
    market = " ".join(str(tile) if tile else "-" for tile in before.market)
    row = " ".join(map(str, before.row))
    hand = " ".join(map(str, before.hands[turn.seat]))
    assert turn.best
    better, played = (100 * line.shares[turn.seat] for line in (turn.best, turn.line))
    chances = f"{better:.0f} % after the better turn, {played:.0f} % after the turn played"
    head = f"{game.names[turn.seat]} ({bot}), {len(game.names)} players, ply {turn.ply}"
    return (
        f"{head}, {turn.bag} tiles in the bag, {turn.scored} scored\n"
        f"Chance to win: {chances}\n"
        f"market {market}; row {row}; hand {hand}"
    )


def main() -> None:
    """Write the file."""
    entries = (entry for number in range(GAMES) for entry in explained(number))
    numbered = (f"{number}. {entry}\n" for number, entry in enumerate(islice(entries, ALL), 1))
    FILE.write_text("\n".join(numbered), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
