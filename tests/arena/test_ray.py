"""Games and analyses on a Ray cluster of two nodes, one of which is killed in the middle."""

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from alhambra.arena import Arena, ArenaError, ray_workers
from alhambra.arena.ray_workers import _answer, _version
from alhambra.arena.workers import play_all
from alhambra.cli.analysis_tasks import tasks_of
from alhambra.record import Record
from cli.running import complaint, run

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.filterwarnings("ignore"),  # Ray leaves files and sockets to the garbage collector
]
BOTS = ["random", "greedy"]
RECORD = Path(__file__).parents[1] / "records"
MEMORY = 80 * 2**20  # bytes of a node's object store


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
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


def where() -> Any:
    """A task that answers with the node it was given to. Its class is local, so that its code is
    sent too."""

    class Where:
        bots = ("where",)

        def play(self) -> str:
            time.sleep(0.05)
            node: str = import_module("ray").get_runtime_context().get_node_id()
            return node

    return Where()


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


def test_a_node_that_joins_gets_tasks(cluster: Any) -> None:
    tasks = [where() for _ in range(1000)]
    nodes = set()
    playing = play_all(tasks, 1, cluster.address)
    nodes.add(next(playing))
    joined = cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    for node in playing:
        nodes.add(node)
        if len(nodes) == 2:
            break
    playing.close()
    cluster.remove_node(joined)
    assert len(nodes) == 2


def test_the_commands(cluster: Any, tmp_path: Path) -> None:
    """They print and write the same on a cluster."""
    record = min(RECORD.glob("*.alhambra"))
    told = []
    for folder, more in (("alone", ()), ("spread", ("--ray", cluster.address))):
        out = tmp_path / folder
        run("arena", *BOTS, "--games", 6, "--seed", 5, "--out", out, *more)
        analysed = run("analyse", record, "--level", "instant", *more)
        told.append([analysed.stdout, *(file.read_text() for file in sorted(out.glob("results*")))])
    assert told[0] == told[1]
    assert len(told[0]) == 2


def test_a_process_that_is_connected_stays_connected(cluster: Any) -> None:
    ray: Any = import_module("ray")
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    try:
        assert Arena(BOTS, games=2, ray="auto").run().games == 2
        assert ray.is_initialized()
    finally:
        ray.shutdown()


def test_ray_prints_nothing_between_the_results(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """When a node is lost, for example: it would print a warning on standard output."""
    ray: Any = import_module("ray")
    said = {"lines": ["a node is lost"], "pid": "raylet", "is_err": False}
    with ray_workers._connected(ray, cluster.address):
        import_module("ray._private.worker").print_to_stdstream(said, ignore_prefix=False)
    assert capsys.readouterr().out == ""


def test_a_task_that_kills_its_process_is_not_repeated_for_ever(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_workers, "RETRIES", 1)

    class Ending:
        bots = ("ending",)

        def play(self) -> None:
            os._exit(1)

    with pytest.raises(ArenaError, match="a task failed on the Ray cluster: WorkerCrashedError"):
        list(play_all([Ending()], 1, cluster.address))


def test_a_bot_that_cannot_be_sent(cluster: Any) -> None:
    class Locked:
        name = "locked"

        def __init__(self) -> None:
            self.lock = threading.Lock()

        def __deepcopy__(self, memo: object) -> "Locked":
            return Locked()

        def choose(self, view: Any, **_: Any) -> Any:
            return view.legal_actions[0]

    with pytest.raises(ArenaError, match="one of the bots locked, random cannot be sent"):
        Arena([Locked(), "random"], games=2, ray=cluster.address).run()


def test_a_bot_that_fails_is_no_failure_of_the_cluster() -> None:
    """Its error is an answer: otherwise Ray would play the game again and again."""

    class Failing:
        bots = ("failing",)

        def play(self) -> None:
            raise ArenaError("it failed")

    found = _answer(Failing(), _version())
    assert isinstance(found, ArenaError)
    assert str(found) == "it failed"


def test_another_version_is_refused() -> None:
    """Its results might be others."""
    found = _answer(where(), "0.0.1 (abc)")
    assert isinstance(found, ArenaError)
    assert f"has another version of alhambra: {_version()}, not 0.0.1 (abc)" in str(found)


def test_no_cluster_at_an_address() -> None:
    said = complaint("arena", *BOTS, "--games", 2, "--ray", "127.0.0.1:9")
    assert "There is no Ray cluster at 127.0.0.1:9" in said


@pytest.mark.parametrize("address", ["127.0.0.1:99999", "a..b:6379"])
def test_an_address_that_is_none(address: str) -> None:
    said = complaint("arena", *BOTS, "--games", 2, "--ray", address)
    assert said.startswith(f"There is no Ray cluster at {address}: ")


def test_an_address_of_something_else() -> None:
    def answer(server: socket.socket) -> None:
        with server.accept()[0] as connection:
            connection.recv(100)
            connection.sendall(b"HTTP/1.0 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=answer, args=(server,))
        answering.start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        said = complaint("arena", *BOTS, "--games", 2, "--ray", address)
        answering.join()
    assert said == f"There is no Ray cluster at {address}: something else answers there."


def test_an_address_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def waiting(*_: object) -> None:
        raise TimeoutError("timed out")

    monkeypatch.setattr(socket, "create_connection", waiting)
    said = complaint("arena", *BOTS, "--games", 2, "--ray", "192.0.2.1:6379")
    assert said == "There is no Ray cluster at 192.0.2.1:6379: timed out."


def test_ray_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = complaint("arena", *BOTS, "--games", 2, "--ray")
    assert said == "Ray is not installed: pip install 'alhambra[ray]'."
