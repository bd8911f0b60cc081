"""The server's metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
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

    def _gauge(self, name: str, documentation: str) -> Gauge:
        return Gauge(f"alhambra_{name}", documentation, registry=self.registry)

    def _counter(self, name: str, documentation: str, *labels: str) -> Counter:
        return Counter(f"alhambra_{name}", documentation, labels, registry=self.registry)
