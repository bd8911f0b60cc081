"""Tests in a browser are coroutines. They share one server and one browser."""

from collections.abc import Iterator

import pytest

from event_loop import Loop
from web.browsing import House, open_house
from web.dates import part_for


@pytest.fixture(scope="session")
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


@pytest.fixture(scope="session")
def shared_house(
    loop: Loop, tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> House:
    headed = pytestconfig.getoption("--headed")
    return loop.enter(open_house(tmp_path_factory.mktemp("house"), headed=headed))


@pytest.fixture
def house(loop: Loop, shared_house: House, request: pytest.FixtureRequest) -> Iterator[House]:
    """Where people come from. At the end, any fault in their browsers fails the test."""
    shared_house.part = part_for(request.node.name)
    yield shared_house
    loop.run(shared_house.leave())
