"""Tests in a browser are coroutines. They share one server and one browser."""

import inspect
from collections.abc import Iterator

import pytest

from web.browsing import House


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House()
    house.open(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture
def house(open_house: House) -> Iterator[House]:
    """Where people come from. In the end nobody may have seen an error."""
    yield open_house
    open_house.part()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in wanted}
    house = pyfuncitem.funcargs["house"]
    assert isinstance(house, House)
    house.run(pyfuncitem.obj(**given))
    return True
