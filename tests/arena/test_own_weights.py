"""Weights of one's own training take part in the arena as a bot."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from alhambra import Game
from alhambra.arena import Arena, ArenaError
from alhambra.bots import ChampionBot
from alhambra.neural import inference
from alhambra.neural.network import SHIPPED, InvalidWeights, Layer, Network

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


def points(*bots: str, jobs: int = 1) -> list[tuple[int, ...]]:
    arena = Arena(bots, games=6, seed=3, jobs=jobs)
    arena.run()
    return [result.points for result in arena.results]


def test_the_champions_weights_in_another_place_play_its_games(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = points("champion", "greedy")
    assert points(str(mine), "greedy") == expected
    monkeypatch.chdir(mine.parent)
    assert points("2.npz", "greedy", jobs=2) == expected


@pytest.mark.parametrize("how", ["", ":search"])
def test_other_weights_are_asked_and_nobody_elses(
    mine: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(inference, "champion_network")
    arena = Arena([f"{mine}{how}", "random"], games=2, seed=3)
    assert arena.run().bot(f"mine/2.npz{how}").win_share.mean == 1
    make_worse(mine)
    arena = Arena([f"{mine}{how}", "random"], games=2, seed=3, plies=200)
    assert arena.run().bot(f"mine/2.npz{how}").win_share.mean == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_plays_with_what_the_training_had_when_it_began(mine: Path, jobs: int) -> None:
    arena = Arena([str(mine), "random"], games=2, seed=3, jobs=jobs)
    make_worse(mine)
    Arena([str(mine), "random"])
    assert arena.run().bot("mine/2.npz").win_share.mean == 1


def test_a_training_that_went_on_is_somebody_else(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Arena([str(mine), "random"], games=2, seed=1, out=folder).run()
    assert Arena([str(mine), "random"], games=2, seed=1, out=folder, resume=True).played == 2
    make_worse(mine)
    for bot in (str(mine), ChampionBot.from_file(mine)):
        with pytest.raises(ArenaError, match="bots"):
            Arena([bot, "random"], games=4, seed=1, out=folder, resume=True)


def test_a_file_named_twice_is_one_bot_and_another_of_its_name_is_not(mine: Path) -> None:
    other = mine.parents[1] / "there" / "mine" / "2.npz"
    other.parent.mkdir(parents=True)
    shutil.copy(mine, other)
    assert len(Arena([str(mine), str(other)]).lineups) == 1
    make_worse(other)
    with pytest.raises(ArenaError, match=r"two different bots are both called 'mine/2\.npz'"):
        Arena([str(mine), str(other)])


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (["{}", "greedy", "greedy"], "mine/2.npz was trained for 2 players, not for 3; set the"),
        (
            ["{}:serch", "greedy"],
            "names no weights: their file ends in .npz, as mine/",
        ),
        (["nowhere/2.npz", "greedy"], "there is no file nowhere/2.npz"),
        (["{}/..", "greedy"], "names no weights"),
    ],
)
def test_weights_that_cannot_play_are_refused_before_a_game_begins(
    mine: Path, bots: list[str], sentence: str
) -> None:
    with pytest.raises(ArenaError) as refused:
        Arena([bot.format(mine) for bot in bots])
    assert sentence in str(refused.value)


def test_weights_that_cannot_be_read_are_refused(mine: Path) -> None:
    mine.write_bytes(b"no weights")
    with pytest.raises(ArenaError, match=r"the weights 2\.npz cannot be read"):
        Arena([str(mine), "greedy"])


def test_a_long_path_is_told_by_its_end(mine: Path) -> None:
    folder = mine.parent.rename(mine.parents[1] / "an-experiment-with-a-long-name-of-its-own")
    bot = ChampionBot.from_file(folder / "2.npz", searching=True)
    assert len(bot.name) <= 36 and bot.name.endswith("of-its-own/2.npz:search")
    Arena([bot, "random"], games=2, plies=20).run()


def test_a_position_for_others_is_not_judged(mine: Path) -> None:
    position = Game.new(["Ana", "Bruno", "Carla"], seed=1).view(0).position
    with pytest.raises(InvalidWeights, match="these weights are for 2 players, not for 3"):
        inference.evaluate_actions(position, Network.load(mine))
