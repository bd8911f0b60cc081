"""The server's metrics for Prometheus.

Workers that share an address keep theirs in files of one folder, so that any of them can export the
sum of all.
"""

from __future__ import annotations

import os
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of the environment that the library reads when it is imported."""
SILENT_SECONDS = 15


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.workers = self._gauge("workers", "Server processes.")
        self.heartbeat = Gauge(
            "alhambra_heartbeat_timestamp_seconds",
            "When the server was last alive; of several workers, the oldest such time.",
            registry=self.registry,
            multiprocess_mode="livemin",
        )
        self.failing = self._gauge("failing", "Whether a part fails now.", "part")
        self.pages = self._gauge("pages", "Open pages.")
        self.tables = self._gauge("tables", "Tables in memory.")
        self.thinking = self._gauge("bots_thinking", "Bots at work.")
        commands = self._counter("commands", "Commands by answer.", "answer")
        self.done, self.refused = commands.labels("done"), commands.labels("refused")
        self.events = self._counter("events", "Committed events.")
        self.games = self._counter("games_over", "Games played.")
        self.page_errors = self._counter(
            "page_errors", "Errors that pages reported, by screen.", "screen"
        )
        self.unreadable = self._gauge("unreadable_games", "Games that cannot be read.")
        self.failures = self._counter("failures", "Failures of background work, by part.", "part")
        self.reviews_waiting = self._gauge("reviews_waiting", "Reviews in the queue.")
        self.reviews_running = self._gauge("reviews_running", "Games being reviewed.")
        self.reviews = self._counter("reviews", "Reviews by outcome.", "outcome")
        self.review_seconds = Histogram(
            "alhambra_review_seconds",
            "From the start of a review to its end.",
            registry=self.registry,
            buckets=(0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500),
        )
        self.committed = Histogram(
            "alhambra_commit_seconds",
            "From deciding to committed.",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )

    def exported(self) -> bytes:
        """The metrics of all workers in Prometheus's format."""
        return generate_latest(self._of_all())

    def failing_workers(self) -> dict[str, str]:
        """What fails in any of the workers, by part."""
        found: dict[str, str] = {}
        for metric in self._of_all().collect():
            for sample in metric.samples:
                if sample.name == "alhambra_failing" and sample.value:
                    found[sample.labels["part"]] = "failing, see the log"
                is_heartbeat = sample.name == "alhambra_heartbeat_timestamp_seconds"
                if is_heartbeat and time.time() - sample.value > SILENT_SECONDS:
                    found["worker"] = "it does not answer"
        return found

    def _of_all(self) -> CollectorRegistry:
        folder = os.environ.get(FOLDER)
        if folder is None:
            return self.registry
        found = CollectorRegistry()
        MultiProcessCollector(found, folder)  # type: ignore[no-untyped-call]
        return found

    def _gauge(self, name: str, documentation: str, *labels: str) -> Gauge:
        return Gauge(
            f"alhambra_{name}",
            documentation,
            labels,
            registry=self.registry,
            multiprocess_mode="livesum",
        )

    def _counter(self, name: str, documentation: str, *labels: str) -> Counter:
        return Counter(f"alhambra_{name}", documentation, labels, registry=self.registry)
