"""Weights of one's own training take part in the arena as a bot."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from alhambra.arena import Arena, ArenaError, BotFault
from alhambra.bots import ChampionBot
from alhambra.champion.network import SHIPPED, Layer, Network

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file like those a training leaves."""
    file = tmp_path / "mine" / "2.npz"
    file.parent.mkdir()
    shutil.copy(SHIPPED / "2.npz", file)
    return file


def make_worse(file: Path) -> None:
    """Let it take the bad for the good."""
    network = Network.load(file)
    head = network.layers[-1]
    layers = (*network.layers[:-1], Layer(-head.weight, -head.bias))
    replace(network, layers=layers).save(file)


def points(bots: list[str]) -> list[tuple[int, ...]]:
    arena = Arena(bots, games=6, seed=3)
    arena.run()
    return [result.points for result in arena.results]


@pytest.mark.parametrize("how", ["", ":search"])
def test_the_champions_weights_in_another_place_play_its_games(mine: Path, how: str) -> None:
    assert points([f"{mine}{how}", "greedy"]) == points([f"champion{how}", "greedy"])


@pytest.mark.parametrize("how", ["", ":search"])
def test_other_weights_play_as_they_have_learned(mine: Path, how: str) -> None:
    make_worse(mine)
    arena = Arena([f"{mine}{how}", f"champion{how}"], games=6, seed=3, plies=300)
    assert arena.run().bot(f"mine/2.npz{how}").win_share.mean == 0


def test_a_training_that_went_on_is_somebody_else(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Arena([str(mine), "random"], games=2, seed=1, out=folder).run()
    make_worse(mine)
    with pytest.raises(ArenaError, match="bots"):
        Arena([str(mine), "random"], games=4, seed=1, out=folder, resume=True)
    again = Arena([str(mine), "champion"], games=2, seed=1)
    assert again.run().bot("mine/2.npz").win_share.mean == 0


def test_weights_that_do_not_fit_are_refused_before_a_game_begins(mine: Path) -> None:
    with pytest.raises(ArenaError, match=r"2\.npz has weights for 2 players, not for 3"):
        Arena([str(mine), "greedy", "greedy"])
    mine.write_bytes(b"no weights")
    with pytest.raises(ArenaError, match=r"2\.npz cannot be read as weights"):
        Arena([str(mine), "greedy"])
    mine.unlink()
    with pytest.raises(ArenaError, match=r"weights 2\.npz are not there"):
        Arena([str(mine), "greedy"])


def test_in_python_too_they_are_only_for_as_many_players(mine: Path) -> None:
    bot = ChampionBot(weights=mine)
    assert bot.name == "mine/2.npz"
    with pytest.raises(BotFault, match="weights for 2 players, not for 3"):
        Arena([bot, "random", "random"], games=3).run()
