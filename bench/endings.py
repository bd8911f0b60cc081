"""Measure how the search plays the end of games: ``python bench/endings.py --jobs 2``.

Plays games of the champion against itself. At its decisions with few tiles in the bag it prints how
many there are, in how many the turn can certainly end the game (and those are played exactly),
and what two choices lose:

- certain: of the decisions where every action has a certain result, how often the network's choice
  and that of following differ from the best in more than points, and the win shares they lose.
- late: the choice of a search that follows ``DEPTH`` decisions, and of one that follows to the
  end, with the same rows; both are judged by other orders followed to the end.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial

from alhambra import Game
from alhambra.bots import bot_named, never
from alhambra.core.position import Position
from alhambra.neural.endgame import LATE, decisions_to_follow, endings
from alhambra.neural.inference import evaluate_actions, promising
from alhambra.neural.race import RaceRules, race
from alhambra.neural.rollouts import TO_THE_END, rollouts
from alhambra.neural.search import BATCH, DEPTH, GAIN, MOST

JUDGING = 400  # orders
JUDGED = 4  # one in four late decisions is judged


@dataclass
class Found:
    """What was found in some games."""

    games: int = 0
    decisions: int = 0
    late: int = 0
    certain: int = 0  # decisions in which the turn can certainly end the game
    solved: int = 0  # in which every action has a certain result
    slowest: float = 0.0  # seconds to find that out
    network: list[float] = field(default_factory=list)  # share of the win lost where solved
    followed: list[float] = field(default_factory=list)
    to_the_end: list[float] = field(default_factory=list)  # gained by following to the end

    def add(self, other: Found) -> None:
        """Add what was found in other games."""
        for each in fields(self):
            one, more = getattr(self, each.name), getattr(other, each.name)
            setattr(self, each.name, max(one, more) if each.name == "slowest" else one + more)


def choice(position: Position, codes: Sequence[int], depth: int, rows: int, seed: int) -> int:
    """The best action by a race."""
    rules = RaceRules(depth=depth, batch=BATCH, most=MOST, gain=GAIN)
    found = race(rollouts(position.players).follow, position, codes, seed, rules, rows)
    assert found
    return found.actions[0].code


def look(found: Found, position: Position, rows: int, rng: random.Random) -> None:
    """Count a late decision."""
    found.late += 1
    begin = time.perf_counter()
    certain = endings(position)
    found.slowest = max(found.slowest, time.perf_counter() - begin)
    found.certain += bool(certain)
    rated = evaluate_actions(position)
    seat = position.seat
    codes = [rated.codes[i] for i in promising(rated, seat)]
    seed = rng.getrandbits(60)
    if len(certain) == len(rated.codes):
        found.solved += 1
        best = max(certain.values(), key=lambda ending: ending.worth(seat)).shares[seat]
        following = choice(position, codes, TO_THE_END, rows, seed)
        found.network.append(float(best - certain[codes[0]].shares[seat]))
        found.followed.append(float(best - certain[following].shares[seat]))
    elif len(codes) > 1 and rng.randrange(JUDGED) == 0:
        near = choice(position, codes, DEPTH, rows, seed)
        far = choice(position, codes, decisions_to_follow(position, DEPTH), rows, seed)
        gain = 0.0
        if near != far:
            judge = rollouts(position.players)
            worth = judge.follow(position, [near, far], JUDGING, TO_THE_END, seed + 1).worth(seat)
            gain = float((worth[:, 1] - worth[:, 0]).mean())
        found.to_the_end.append(gain)


def play(players: int, rows: int, seed: int) -> Found:
    """Play a game, and look at its late decisions."""
    bot, rng = bot_named("champion"), random.Random(seed)
    game, found = Game.new([str(n) for n in range(players)], seed=seed), Found(games=1)
    while not game.is_over:
        view = game.view(game.seat)
        found.decisions += 1
        if view.position.bag_size <= LATE and len(game.legal_actions) > 1:
            look(found, view.position, rows, rng)
        game.play(bot.choose(view, rng=rng, stop=never))
    return found


def mean(losses: list[float]) -> str:
    """The mean, and how many are not 0."""
    if not losses:
        return "–"
    return f"{sum(losses) / len(losses):.4f} ({sum(abs(loss) > 1e-6 for loss in losses)})"


def main() -> None:
    """Read the command line, play, and print a row for each number of players."""
    parser = argparse.ArgumentParser(description="Measure how the search plays the end of games.")
    parser.add_argument("--games", type=int, default=20, help="for each number of players")
    parser.add_argument("--players", type=int, choices=range(2, 7), help="only this number")
    parser.add_argument("--rows", type=int, default=30_000, help="for each decision")
    parser.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    options = parser.parse_args()
    print(
        f"| players | games | decisions | bag at most {LATE} | certain end | solved | slowest "
        "| network loses | following loses | gained by following to the end, of |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(options.jobs) as pool:
        for players in [options.players] if options.players else range(2, 7):
            total = Found()
            for found in pool.map(partial(play, players, options.rows), range(options.games)):
                total.add(found)
            cells = (
                *(players, total.games, total.decisions, total.late, total.certain, total.solved),
                f"{1000 * total.slowest:.0f} ms",
                mean(total.network),
                mean(total.followed),
                f"{mean(total.to_the_end)}, {len(total.to_the_end)}",
            )
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
