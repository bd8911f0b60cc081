"""Golden playthroughs: everything visible at each ply of a game, as text.

They are compared line by line, and show what a game looks like. After a change that is meant
to be seen in them, write them anew and look at the difference:

    python tests/playthroughs/write.py
"""

import random
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from alhambra import Buy, Game, Kind, Phase, Place, Sheet
from alhambra.happenings import Ended, Happening, Scored
from tables import NAMES, drawn, words

HERE = Path(__file__).parent
SEEDS = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6}  # players: seed
BEGINNING, ENDING = 40, 25  # plies shown in full; between them only the actions


def file_of(players: int) -> Path:
    """The file of the playthrough with this number of players."""
    return HERE / f"{players}-players.txt"


def playthrough(players: int) -> str:
    """The whole text."""
    return "".join(f"{line}\n" for line in lines(players, SEEDS[players]))


def lines(players: int, seed: int) -> Iterator[str]:
    """A game to its end, its beginning and its ending in full."""
    played = play_out(players, seed)
    yield f"{players} players, seed {seed}, {played.ply} plies. See tests/playthroughs/write.py."
    yield ""
    game = played.at(0)
    yield from table(game)
    for action in played.actions:
        yield f"> {game.seat + 1} {action}"
        happened = game.play(action)
        while game.phase is Phase.RESHUFFLE:
            happened += game.reshuffle(played.reshuffles[len(game.reshuffles)])
        yield from (f"  * {line}" for line in map(happening, happened))
        if game.ply <= BEGINNING or game.ply > played.ply - ENDING:
            yield ""
            yield from table(game)
    assert game == played


def play_out(players: int, seed: int) -> Game:
    """A seeded game of players who like to buy and to build."""
    game = Game.new(NAMES[:players], seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        actions = sorted(game.legal_actions, key=str)
        wished = [action for action in actions if isinstance(action, Buy | Place)]
        game.play(rng.choice(wished if wished and rng.random() < 0.8 else actions))
    return game


def table(game: Game) -> Iterator[str]:
    """Everything on the table."""
    yield f"== ply {game.ply}: {game.phase}, seat {game.seat + 1} ({game.names[game.seat]})"
    yield f"row: {words(game.row)}    market: {words(game.market)}"
    yield f"deck: {game.deck_left}    discard: {words(game.discard)}    bag: {game.bag_left}"
    if game.dirk is not None:
        yield f"dirk: {words(game.dirk)}"
    if game.waiting:
        yield f"waiting: {words(game.waiting)}"
    if game.awards:
        yield f"awards: {words(f'{tile} to seat {seat + 1}' for tile, seat in game.awards.items())}"
    for seat, name in enumerate(game.names):
        city = game.cities[seat]
        yield f"seat {seat + 1}, {name}: {game.scores[seat]} points, wall {city.longest_wall()}"
        yield f"  hand: {words(game.hands[seat])}"
        if game.reserves[seat]:
            yield f"  reserve: {words(game.reserves[seat])}"
        yield from (f"    {line}" for line in drawn(city).splitlines())
    yield f"scores: {words(game.scores)}    scored: {words(game.scored) or 'nothing'}"
    yield f"a scoring card with the next card: {game.scoring_chance(1)}"
    yield from sheet(game.sheet(), "was" if game.is_over else "would be now")
    yield f"legal actions: {len(game.legal_actions)}"
    actions = sorted(str(action) for action in game.legal_actions)
    for word, group in groupby(actions, key=lambda action: action.partition(" ")[0]):
        yield f"  {word}: {' | '.join(action.partition(' ')[2] for action in group)}"
    if game.is_over:
        yield f"winners: {words(game.names[seat] for seat in game.outcome().winners)}"
    yield ""


def sheet(scoring: Sheet, when: str) -> Iterator[str]:
    """A scoring in one line a kind: counts, places and points."""
    yield f"scoring {scoring.scoring} {when}: {words(scoring.points)}"
    for kind in Kind:
        column = scoring.kinds[kind]
        if any(column.counts):
            parts = (words(column.counts), words(column.places), words(column.points))
            yield f"  {kind:<9} {' | '.join(parts)}"
    yield f"  walls     {words(scoring.walls)}"


def happening(happened: Happening) -> str:
    """What happened, in one line."""
    if isinstance(happened, Scored):
        return f"Scored {happened.sheet.scoring}: {words(happened.sheet.points)}"
    if isinstance(happened, Ended):
        points, winners = happened.outcome.points, happened.outcome.winners
        return f"Ended: points {words(points)}, winning seats {words(n + 1 for n in winners)}"
    return f"{type(happened).__name__}: " + ", ".join(
        f"{name} {value(getattr(happened, name))}" for name in happened.__dataclass_fields__
    )


def value(item: object) -> str:
    """A field of a happening. Seats and squares are counted from 0, as in the code."""
    if isinstance(item, tuple) and not hasattr(item, "_fields"):
        return words(item)
    if isinstance(item, dict):
        return words(f"{place}:{piece}" for place, piece in item.items())
    return str(item)


def main() -> None:
    """Write all playthroughs anew."""
    for players in SEEDS:
        file_of(players).write_bytes(playthrough(players).encode())


if __name__ == "__main__":
    main()
