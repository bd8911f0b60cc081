"""Writes the golden playthrough of OpenSpiel's generator: everything that can be asked of a random
game."""

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import alhambra.envs.openspiel  # noqa: F401 - registers python_alhambra

FILE = Path(__file__).with_name("python_alhambra.txt")

if __name__ == "__main__":
    flags.FLAGS(["write_playthrough"])
    lines = generate_playthrough.playthrough_lines("python_alhambra(players=2)", seed=1)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
