"""Whole games, everything visible at each ply, compared line by line with what is kept."""

import pytest

from playthroughs.write import SEEDS, file_of, playthrough


@pytest.mark.parametrize("players", SEEDS)
def test_a_game_looks_as_it_did(players: int) -> None:
    kept = file_of(players).read_bytes().decode().splitlines()
    played = playthrough(players).splitlines()
    for number, (expected, found) in enumerate(zip(kept, played, strict=False), start=1):
        assert found == expected, f"{file_of(players).name}, line {number}"
    assert len(played) == len(kept)
