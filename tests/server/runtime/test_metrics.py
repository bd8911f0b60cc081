"""What fails in a worker is known to the others."""

import time

import pytest

from alhambra.server.runtime.metrics import SILENT_SECONDS, Metrics

pytestmark = pytest.mark.compiled_only


def test_a_part_that_fails_and_a_silent_worker_are_named() -> None:
    metrics = Metrics()
    metrics.heartbeat.set_to_current_time()
    metrics.failing.labels("sweeper").set(0)
    assert metrics.failing_workers() == {}
    metrics.failing.labels("sweeper").set(1)
    metrics.heartbeat.set(time.time() - SILENT_SECONDS - 1)
    assert metrics.failing_workers().keys() == {"sweeper", "worker"}
    assert b'alhambra_failing{part="sweeper"} 1.0' in metrics.exported()
