"""What an engine does, written down line by line, so that two engines can be compared.

`tests/laws/test_both_engines.py` runs this in two processes; nothing here may depend on more
than the arguments.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from hashlib import sha256

from alhambra import Action, Game
from alhambra.core import building, dealing, listing, playouts
from alhambra.core import constants as c
from alhambra.core.position import Position, Workspace
from alhambra.neural import features
from alhambra.neural.encoder import Encoder

NAMES = ("Ana", "Bruno", "Carla", "Dora", "Emil", "Fatma")


def playout_trace(games: int) -> Iterator[str]:
    """Ends of games by the core's own policies, and how many decisions they took."""
    for players in range(2, 7):
        for policy in (c.UNIFORM, c.LIGHT):
            seed = 1000 * players + policy
            decisions = playouts.play_games(Workspace(), seed, games, players, policy)
            yield f"{players} players, policy {policy}: {decisions} decisions"
            start = Game.new(NAMES[:players], seed=seed).position
            for n in range(games):
                yield repr(playouts.finish(start, seed + n, policy).facts())


def game_trace(players: int, seed: int, plies: int) -> Iterator[str]:
    """A game by random players: all that can be seen at each ply, in order."""
    rng = random.Random(seed)
    game = Game.new(NAMES[:players], seed=seed)
    for _ in range(plies):
        if game.is_over:
            break
        actions: Sequence[Action] = game.legal_actions
        yield " | ".join(map(str, actions))
        happened = game.play(rng.choice(actions))
        yield "\n".join(map(repr, happened))
        yield repr(game.position.facts())
        yield f"{game.row} {game.market} {game.scores} {game.scoring_chance()}"
    yield repr(game.events)
    yield repr(game.view(0).shown())
    for sample in range(3):
        drawn = game.view(0).sample(random.Random(sample))
        yield f"{drawn.deal} {drawn.reshuffles[-1:]}"
    for city in game.cities:
        yield f"{city!r} {city.wall()} {[city.why_not_remove(tile) for tile in city]}"
        yield repr(
            [str(city.why_not(tile, cell)) for tile in game.tiles_left() for cell in city.around()]
        )


def core_trace(seed: int) -> Iterator[str]:
    """The core's questions one by one."""
    for players in range(2, 7):
        game = Game.new(NAMES[:players], seed=seed)
        position = game.position
        yield repr(sorted(listing.list_actions(position)))
        yield repr([dealing.scoring_window(position, pile) for pile in (1, 3)])
        yield repr([dealing.pile_bounds(position.draw_pile, pile) for pile in range(5)])
        dealing.sample(position, seed)
        yield repr(position.facts())
        dealing.hide(position)
        yield repr(position.facts())
    position = Position()
    for tile, cell in enumerate(range(c.CENTRE + 1, c.CENTRE + 30)):
        building.put(position, 0, tile, cell)  # on a line, whatever the walls
    yield f"{list(position.city_key)} {building.longest_wall(position, 0)}"
    yield repr(building.frontier(position, 0))


def row_trace(players: int, seed: int, plies: int) -> Iterator[str]:
    """What the champion sees after each action of a game by random players."""
    rng = random.Random(seed)
    game = Game.new(NAMES[:players], seed=seed)
    encoder, work = Encoder(players), Workspace()
    while not game.is_over and plies:
        codes, rows = features.afterstates(encoder, work, game.view(None).position)
        yield f"{codes} {sha256(rows).hexdigest()}"
        game.play(rng.choice(game.legal_actions))
        plies -= 1


def trace(games: int, plies: int) -> Iterator[str]:
    """Everything."""
    yield from playout_trace(games)
    for players in range(2, 7):
        yield from game_trace(players, players, plies)
        yield from row_trace(players, players, plies // 3)
    yield from core_trace(77)
