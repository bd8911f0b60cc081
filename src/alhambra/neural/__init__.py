"""The champion: networks that have learned the game by playing themselves, and what they think
of a position. See docs/champion.md."""
