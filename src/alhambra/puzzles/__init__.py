"""Puzzles: positions with one clearly best action.

A puzzle is a text: the record of a game up to the decision, with headers for its theme, the best
action and what was measured. What is not drawn yet is in a neutral order, so nothing hidden is in
it. The package has several hundred in one compressed file; ``alhambra puzzles make`` finds more.
"""

from alhambra.puzzles.collection import Collection, puzzles, read_puzzles, write_puzzles
from alhambra.puzzles.puzzle import Puzzle, Theme, Verdict

__all__ = [
    "Collection",
    "Puzzle",
    "Theme",
    "Verdict",
    "puzzles",
    "read_puzzles",
    "write_puzzles",
]
