"""Games and analyses on a Ray cluster of two nodes, one of which is killed in the middle."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from alhambra.arena import Arena, ArenaError
from alhambra.arena.ray_workers import _answer
from alhambra.arena.workers import play_all
from alhambra.cli.turn_tasks import tasks_of
from alhambra.record import Record
from cli.running import complaint

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.filterwarnings("ignore"),  # Ray leaves files and sockets to the garbage collector
]
BOTS = ["random", "greedy"]
RECORD = Path(__file__).parents[1] / "records"
MEMORY = 80 * 2**20  # bytes of a node's object store


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import os

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    Cluster: Any = import_module("ray.cluster_utils").Cluster  # noqa: N806
    head = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False}
    started = Cluster(initialize_head=True, head_node_args=head)
    yield started
    started.shutdown()


@pytest.fixture
def second(cluster: Any) -> Any:
    """A node that is there when the work begins."""
    return cluster.add_node(num_cpus=1, object_store_memory=MEMORY)


def results(arena: Arena) -> list[Any]:
    return [(result.game, result.points) for result in arena.results]


def test_games_on_a_cluster_that_loses_a_node(cluster: Any, second: Any) -> None:
    """They are the games that are played without it."""
    alone = Arena(BOTS, games=40, seed=3)
    alone.run()
    spread = Arena(BOTS, games=40, seed=3, ray=cluster.address)
    for number, _ in enumerate(spread.play(), 1):
        if number == 3:
            cluster.remove_node(second, allow_graceful=False)
    assert spread.played == spread.games == 40
    assert results(spread) == results(alone)
    assert len(cluster.list_all_nodes()) == 1


def test_an_analysis_on_a_cluster_that_loses_a_node(cluster: Any, second: Any) -> None:
    """It is the analysis that is made without it."""
    record = Record.parse(min(RECORD.glob("*.alhambra")).read_text(encoding="utf-8"))
    tasks = list(tasks_of(0, record.replay(), "instant"))[:12]
    alone = {each.turn.number: each.turn for each in play_all(tasks, 1)}
    spread = {}
    for number, each in enumerate(play_all(tasks, 1, cluster.address), 1):
        spread[each.turn.number] = each.turn
        if number == 2:
            cluster.remove_node(second, allow_graceful=False)
    assert spread == alone
    assert len(cluster.list_all_nodes()) == 1


def test_a_bot_that_fails_is_no_failure_of_the_cluster() -> None:
    """Its error is an answer: otherwise Ray would play the game again and again."""

    class Failing:
        bots = ("failing",)

        def play(self) -> None:
            raise ArenaError("it failed")

    found = _answer(Failing())
    assert isinstance(found, ArenaError)


def test_no_cluster_at_an_address() -> None:
    said = complaint("arena", *BOTS, "--games", 2, "--ray", "127.0.0.1:9")
    assert "There is no Ray cluster at 127.0.0.1:9" in said
