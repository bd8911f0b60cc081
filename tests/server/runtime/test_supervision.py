"""Background tasks are started again when they fail, and nothing fails in silence."""

import asyncio

import pytest
from prometheus_client import CollectorRegistry, Counter

from alhambra.server.runtime.supervision import LONGEST_WAIT, Supervisor

pytestmark = pytest.mark.compiled_only


def failures() -> tuple[CollectorRegistry, Counter]:
    registry = CollectorRegistry()
    return registry, Counter("failures", "Failures.", ["part"], registry=registry)


def counted(registry: CollectorRegistry, part: str) -> float | None:
    return registry.get_sample_value("failures_total", {"part": part})


async def test_work_that_fails_is_started_again_and_is_ill_meanwhile(
    caplog: pytest.LogCaptureFixture,
) -> None:
    registry, counter = failures()
    waits: list[tuple[float, dict[str, str]]] = []
    done = asyncio.Event()

    async def sleep(seconds: float) -> None:
        waits.append((seconds, dict(supervisor.ill)))

    async def work() -> None:
        if len(waits) < 12:
            raise OSError("no disk")
        done.set()
        await asyncio.Event().wait()

    supervisor = Supervisor(counter, sleep)
    supervisor.keep("sweeper", work)
    await done.wait()
    assert supervisor.ill == {}
    await supervisor.close()
    assert [seconds for seconds, _ in waits][:4] == [0.1, 0.2, 0.4, 0.8]
    assert waits[-1] == (LONGEST_WAIT, {"sweeper": "OSError"})
    assert counted(registry, "sweeper") == 12
    assert "no disk" in caplog.text


async def test_a_task_that_ends_by_itself_does_not_fail_in_silence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    registry, counter = failures()

    async def work() -> None:
        raise KeyError("no such level")

    supervisor = Supervisor(counter)
    task = supervisor.once("bot", work())
    await asyncio.wait([task])
    with supervisor.guard("rendering", table="t1"):
        raise ValueError("no such tile")
    assert counted(registry, "bot") == 1 == counted(registry, "rendering")
    assert "no such level" in caplog.text and "no such tile" in caplog.text


async def test_a_callback_of_the_loop_does_not_fail_in_silence() -> None:
    registry, counter = failures()
    supervisor = Supervisor(counter)
    supervisor.watch_loop()
    called = asyncio.Event()

    def ring() -> None:
        called.set()
        raise ZeroDivisionError

    asyncio.get_running_loop().call_later(0, ring)
    await called.wait()
    assert counted(registry, "event loop") == 1


async def test_closing_ends_what_was_started() -> None:
    _, counter = failures()
    supervisor = Supervisor(counter)

    async def work() -> None:
        await asyncio.Event().wait()

    tasks = [supervisor.keep("a", work), supervisor.once("b", work())]
    await asyncio.sleep(0)
    await supervisor.close()
    assert all(task.cancelled() for task in tasks)
