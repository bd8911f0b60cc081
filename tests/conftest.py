"""`pytest` tests the compiled engine, `pytest --interpreted` the same sources not compiled."""

import inspect

import hypothesis
import pytest

from event_loop import Loop
from interpreted import only_sources

# The same examples in each run, so that a failure is a change's own. To look for new ones:
# pytest --hypothesis-profile=explore
hypothesis.settings.register_profile("alhambra", deadline=None, derandomize=True)
hypothesis.settings.register_profile(
    "interpreted", deadline=None, derandomize=True, max_examples=10
)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)


LONGEST = {"test_monkey.py", "test_playing.py", "test_screens.py", "test_answer_times.py"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--interpreted", action="store_true", help="test the engine not compiled")
    parser.addoption("--seed", type=int, help="play only this game of tests/web/test_monkey.py")
    parser.addoption("--snapshots", action="store_true", help="monkeys: trace each step's page")
    parser.addoption("--headed", action="store_true", help="show the browser of tests/web")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--interpreted"):
        only_sources()
        hypothesis.settings.load_profile("interpreted")
    else:
        hypothesis.settings.load_profile("alhambra")


def pytest_report_header(config: pytest.Config) -> str:
    return f"engine: {'interpreted' if config.getoption('--interpreted') else 'compiled'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--interpreted"):
        left_out = [item for item in items if item.get_closest_marker("compiled_only")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    # Files whose tests take minutes come first, so that no worker ends with one of them alone.
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine runs in the loop of its fixtures."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in wanted}
    loop = pyfuncitem.funcargs["loop"]
    assert isinstance(loop, Loop)
    limit = pyfuncitem.get_closest_marker("seconds")
    loop.run(pyfuncitem.obj(**given), *(limit.args if limit else ()))
    return True


@pytest.fixture(scope="session")
def interpreted(pytestconfig: pytest.Config) -> bool:
    """Whether this run tests the engine interpreted."""
    return bool(pytestconfig.getoption("--interpreted"))
