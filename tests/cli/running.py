"""Running the command line in this process, and games to run it on."""

import random
from itertools import count
from pathlib import Path

from typer.testing import CliRunner, Result

from alhambra import Buy, Game, Record
from alhambra.cli import app

PERFT = Path(__file__).parents[1] / "perft"


def run(*words: object, typed: str = "") -> Result:
    """What a command line answers; an error that is not told in a sentence fails the test."""
    result = CliRunner(env={"LC_ALL": "C"}).invoke(app, [str(word) for word in words], input=typed)
    if not isinstance(result.exception, SystemExit | None):
        raise result.exception
    return result


def complaint(*words: object, typed: str = "", code: int = 1) -> str:
    """The one sentence with which a command line is refused."""
    result = run(*words, typed=typed)
    assert result.exit_code == code
    (line,) = result.stderr.splitlines()
    assert line.endswith(".")
    return line


def play(*words: object, typed: list[str], seed: int = 1) -> str:
    """What the terminal says to these lines, each at its prompt."""
    lines = "".join(f"{line}\n" for line in typed)
    result = run("play", "--terminal", "--seed", seed, *words, typed=lines)
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout


def exact_start(names: list[str]) -> tuple[int, Game, Buy]:
    """A seed with which the first seat starts and can buy exactly, the game, the purchase."""
    for seed in count():
        game = Game.new(names, seed=seed)
        exact = [a for a in game.legal_actions if isinstance(a, Buy) and a.exact]
        if game.seat == 0 and exact:
            return seed, game, exact[0]
    raise AssertionError("there is always one more seed")


def random_game(players: int, plies: int, seed: int = 1) -> Game:
    """A game after some random actions."""
    rng = random.Random(seed)
    game = Game.new(["Ana", "Bruno", "Carla", "Diego", "Elena", "Farid"][:players], seed=seed)
    for _ in range(plies):
        if game.is_over:
            break
        game.play(rng.choice(game.legal_actions))
    return game


def saved(game: Game, path: Path) -> Path:
    """The record of a game in a file."""
    Record.of(game).save(path)
    return path
