"""Tests in a browser are coroutines. They share one server and one browser."""

import inspect
from collections.abc import Iterator

import pytest

from web.browsing import House
from web.dates import part_for


@pytest.fixture(scope="session")
def open_house(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[House]:
    house = House()
    house.open(tmp_path_factory.mktemp("house"), headed=pytestconfig.getoption("--headed"))
    yield house
    house.close()


@pytest.fixture
def house(open_house: House, request: pytest.FixtureRequest) -> Iterator[House]:
    """Where people come from. At the end, any fault in their browsers fails the test."""
    open_house.part = part_for(request.node.name)
    yield open_house
    open_house.leave()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in wanted}
    house = pyfuncitem.funcargs["house"]
    assert isinstance(house, House)
    limit = pyfuncitem.get_closest_marker("seconds")
    house.run(pyfuncitem.obj(**given), *(limit.args if limit else ()))
    return True
