"""Searching: it ends when told, looks more at what is better, and adds up its threads."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from alhambra import Action, Game
from alhambra.bots import GreedyBot, SearchBot, never
from alhambra.bots.heuristic import search_tree
from tables import table


class Polls:
    """A stop that returns true after this number of calls."""

    def __init__(self, patience: int) -> None:
        self.left = patience
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        self.left -= 1
        return self.left < 0


def search(bot: SearchBot, stop: Callable[[], bool], game: Game | None = None) -> Action:
    game = game or Game.new(["Ana", "Bruno", "Carla"], seed=4)
    return bot.choose(game.view(game.seat), rng=random.Random(1), stop=stop)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("patience", [0, 3])
def test_stop_ends_a_search(patience: int, threads: int) -> None:
    stop = Polls(patience)
    game = Game.new(["Ana", "Bruno"], seed=4)
    endless = SearchBot(playouts=999_999_999, threads=threads)
    assert search(endless, stop, game) in game.legal_actions
    assert stop.asked <= patience + threads


def test_stop_is_asked_between_few_playouts() -> None:
    stop = Polls(1_000_000)
    search(SearchBot(playouts=80), stop)
    assert stop.asked >= 10


def test_a_search_stopped_at_once_still_knows_something() -> None:
    """Its first look is at what is rated best."""
    stop = Polls(0)
    game = table("b8 g9 o9", "", market="T8nes P2new S3esw A4nes", first=0)
    assert str(search(SearchBot(playouts=1000), stop, game)) == "buy T8nes b8"


def test_a_search_by_time_ends() -> None:
    search(SearchBot(milliseconds=1), never)


def test_all_playouts_are_at_the_root() -> None:
    tree = search_tree.SearchTree()
    game = Game.new(["Ana", "Bruno", "Carla"], seed=4)
    search_tree.start_search(tree, game.view().position, 1)
    search_tree.run_playouts(tree, 30)
    found = search_tree.root_statistics(tree)
    assert sum(visits for _, visits, _, _ in found) == 30
    assert {code for code, _, _, _ in found} == {action.code for action in game.legal_actions}
    assert all(0 <= share <= 1 for _, _, share, _ in found)


def test_what_wins_at_the_end_is_found() -> None:
    """The last tile to place decides: in the city it wins a majority, in the reserve nothing."""
    game = Game.new(["Ana", "Bruno"], seed=12)
    rng = random.Random(3)
    while not game.is_over:
        before = game.copy()
        game.play(GreedyBot().choose(game.view(game.seat), rng=rng, stop=never))
    codes = {action.code for action in before.legal_actions}
    chosen = search(SearchBot(playouts=60), never, before)
    assert chosen.code in codes
    best = max(_points(before, action) for action in before.legal_actions)
    assert _points(before, chosen) == best


def _points(game: Game, action: Action) -> int:
    """The margin of the seat to act once the game is over."""
    after = game.copy()
    seat = after.seat
    after.play(action)
    scores = after.scores[: len(after.names)]
    return scores[seat] - max(s for n, s in enumerate(scores) if n != seat)


def test_threads_and_their_trees_are_made_once_for_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    tree = search_tree.SearchTree

    def counted() -> object:
        made.append(tree())
        return made[-1]

    monkeypatch.setattr(search_tree, "SearchTree", counted)
    bot = SearchBot(playouts=32, threads=2)
    for _ in range(4):
        search(bot, never)
    assert len(made) <= 2
    assert pickle.loads(pickle.dumps(bot)) == bot == copy.deepcopy(bot)
