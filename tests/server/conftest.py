"""What every test of the server may ask for. The tests are coroutines.

Fixtures import what they need from `alhambra` themselves: this file is read before `--interpreted`
takes effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from event_loop import Loop

if TYPE_CHECKING:
    from server.helpers.clocks import Hands
    from server.helpers.live_server import Server
    from server.helpers.players import Person
    from server.helpers.postgres import PostgresServer
    from server.helpers.valkey import ValkeyServer


@pytest.fixture(autouse=True)
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the server keeps its database."""
    return tmp_path / "games.sqlite"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server, which all tests of this process share."""
    from server.helpers.postgres import PostgresServer

    with PostgresServer.running() as running:
        yield running


@pytest.fixture(scope="session")
def valkey() -> Iterator[ValkeyServer]:
    """A Valkey server, which all tests of this process share."""
    from server.helpers.valkey import ValkeyServer

    with ValkeyServer.running() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, file: Path) -> str:
    """Of a new database: a test that asks for it is run with each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def server(loop: Loop, file: Path, request: pytest.FixtureRequest) -> Server:
    """A server without limits, except those that the test is marked with."""
    from server.helpers.live_server import GENEROUS, serving

    mark = request.node.get_closest_marker("limits")
    return loop.enter(serving(file, replace(GENEROUS, **mark.kwargs) if mark else GENEROUS))


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that share a database ask for news often, because none is published."""
    monkeypatch.setattr("alhambra.server.table.following.ASK_SECONDS", 0.02)


@pytest.fixture
def inattentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that share a database know only what is published."""
    monkeypatch.setattr("alhambra.server.table.following.ASK_SELDOM", 10**9)


@pytest.fixture
def hands(server: Server) -> Hands:
    """The clocks of the server, which the test can move."""
    from server.helpers.clocks import Hands

    server.tables.time = moved = Hands()
    return moved


def visitor(name: str) -> Callable[..., Person]:
    """Somebody who has come to the server and said this name."""

    def arrive(loop: Loop, server: Server) -> Person:
        from server.helpers.players import people

        return loop.enter(people(server, name))[0]

    return pytest.fixture(arrive)


ana, bruno, carla, eve, zenobia = map(visitor, ("Ana", "Bruno", "Carla", "Eve", "Zenobia"))


@pytest.fixture
def stranger(loop: Loop, server: Server) -> Iterator[Person]:
    """Somebody who has said no name."""
    from server.helpers.players import Person

    person = Person(server, "")
    yield person
    loop.run(person.http.aclose())
