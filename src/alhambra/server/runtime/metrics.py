"""The server's metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.pages = Gauge("alhambra_pages", "Open pages.", registry=self.registry)
        self.tables = Gauge("alhambra_tables", "Tables in memory.", registry=self.registry)
        self.thinking = Gauge("alhambra_bots_thinking", "Bots at work.", registry=self.registry)
        commands = Counter(
            "alhambra_commands", "Commands by answer.", ["answer"], registry=self.registry
        )
        self.done, self.refused = commands.labels("done"), commands.labels("refused")
        self.events = Counter("alhambra_events", "Committed events.", registry=self.registry)
        self.games = Counter("alhambra_games_over", "Games played.", registry=self.registry)
        self.page_errors = Counter(
            "alhambra_page_errors",
            "Errors that pages reported, by screen.",
            ["screen"],
            registry=self.registry,
        )
        self.unreadable = Gauge(
            "alhambra_unreadable_games", "Games that cannot be read.", registry=self.registry
        )
        self.failures = Counter(
            "alhambra_failures",
            "Failures of background work, by part.",
            ["part"],
            registry=self.registry,
        )
        self.reviews_waiting = Gauge(
            "alhambra_reviews_waiting", "Reviews in the queue.", registry=self.registry
        )
        self.reviews_running = Gauge(
            "alhambra_reviews_running", "Games being reviewed.", registry=self.registry
        )
        self.reviews = Counter(
            "alhambra_reviews", "Reviews by outcome.", ["outcome"], registry=self.registry
        )
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
