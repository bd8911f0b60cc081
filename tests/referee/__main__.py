"""`python -m tests.referee perft FILE DEPTH`: the lines of play of 1, 2, … DEPTH actions."""

import sys
from pathlib import Path

from .perft import perft
from .record import read

USAGE = "usage: python -m tests.referee perft FILE DEPTH"


def main(arguments: list[str]) -> None:
    """Count the lines of play from the position a record ends in."""
    if len(arguments) != 3 or arguments[0] != "perft":
        sys.exit(USAGE)
    game = read(Path(arguments[1]).read_bytes().decode("utf-8"))
    print(*(perft(game, depth) for depth in range(1, int(arguments[2]) + 1)))


if __name__ == "__main__":
    main(sys.argv[1:])
