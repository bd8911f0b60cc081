"""What a page may do is what the engine lists, grouped."""

import json
import random

import pytest

from alhambra import Buy, Game, Phase
from alhambra.server.render.legal import legal_text


@pytest.mark.parametrize("players", range(2, 7))
def test_the_groups_hold_every_legal_action_and_the_engines_chain(players: int) -> None:
    rng = random.Random(players)
    game = Game.new([f"P{seat}" for seat in range(players)], seed=players)
    chains = 0
    while not game.is_over:
        shown = json.loads(legal_text(game.view(game.seat)))
        listed = (
            len(shown["takes"])
            + sum(len(purchase["payments"]) for purchase in shown["purchases"])
            + sum(len(each["cells"]) + 1 + each["give"] for each in shown["placements"])
            + sum(len(each["cells"]) for each in (*shown["builds"], *shown["swaps"]))
            + len(shown["removes"])
            + shown["can_pass"]
        )
        assert listed == len(game.legal_actions)
        assert shown["acting"] == (game.phase is Phase.ACT)
        chain = game.longest_exact_chain()
        expected = chain if len(chain) > 1 else ()
        assert [link["tile"] for link in shown["chain"]] == [buy.tile.name for buy in expected]
        for link, buy in zip(shown["chain"], expected, strict=True):
            assert link["cards"] == [card.name for card in buy.cards]
            assert game.market[link["square"]] == buy.tile
        chains += bool(expected)
        # A player who saves money gets chains, so buy rarely.
        actions = [a for a in game.legal_actions if not isinstance(a, Buy)] or game.legal_actions
        game.play(rng.choice(game.legal_actions if rng.random() < 0.3 else list(actions)))
    assert chains
