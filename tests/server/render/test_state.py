"""Cached parts of a table are equal to freshly rendered ones."""

import json
import random

import pytest

from alhambra import Game, Phase
from alhambra.happenings import Scored
from alhambra.scoring import Sheet
from alhambra.server.render.state import board
from alhambra.server.runtime.json_text import Remembered


def shown(game: Game, remembered: Remembered, sheets: list[Sheet]) -> str:
    view = game.view(game.seat)
    return board(view, remembered, ply=game.ply, steps=[], sheets=sheets, open_hands=False).whole()


@pytest.mark.parametrize("players", range(2, 7))
def test_cached_parts_are_what_the_engine_says_at_every_table(players: int) -> None:
    """Several games in one process, because the chances depend on the size of each deck."""
    for seed in range(4):
        rng = random.Random(seed)
        game = Game.new([f"P{seat}" for seat in range(players)], seed=seed)
        remembered = Remembered()
        sheets: list[Sheet] = []
        while game.phase is not Phase.OVER:
            text = shown(game, remembered, sheets)
            assert text == shown(game, Remembered(), sheets)
            chances = json.loads(text)
            assert chances["chances"] == [float(game.scoring_chance(n)) for n in (1, 2, 3, 4)]
            turns = [float(game.chance_before_turn_of(seat)) for seat in range(players)]
            assert chances["before_turn"] == turns
            window = chances["window"]
            assert (window and (window["free"], window["within"])) == game.scoring_window()
            happenings = game.play(rng.choice(game.legal_actions))
            sheets += [each.sheet for each in happenings if isinstance(each, Scored)]
