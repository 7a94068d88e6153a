"""Metrics in the text format of Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from quillmap.server.hosting.move_times import MoveTimes

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("quillmap_sockets", "Open WebSockets", registry=self.registry)
        self.tables = Gauge("quillmap_tables_in_memory", "Tables in memory", registry=self.registry)
        self.requests = Counter("quillmap_requests", "HTTP requests", ["status"], registry=self.registry)
        self.messages = Counter("quillmap_messages", "Messages of clients", ["type"], registry=self.registry)
        self.refusals = Counter("quillmap_refusals", "Refused messages and requests", ["code"], registry=self.registry)
        self.bot_answers = Counter("quillmap_bot_answers", "Answers of bots", registry=self.registry)
        self.dropped = Counter(
            "quillmap_sockets_dropped", "Sockets dropped because they did not read", registry=self.registry
        )
        self.write_failures = Counter(
            "quillmap_write_failures", "Changes that could not be stored", registry=self.registry
        )
        self.pushes = Counter(
            "quillmap_pushes", "Notifications, by what became of them", ["result"], registry=self.registry
        )
        self.claims = Counter("quillmap_tables_claimed", "Tables claimed from the storage", registry=self.registry)
        self.losses = Counter(
            "quillmap_tables_lost", "Tables lost because this server was taken for dead", registry=self.registry
        )
        self.nodes = Gauge("quillmap_nodes", "Servers that share the database", registry=self.registry)
        self.passed_sockets = Gauge(
            "quillmap_sockets_passed", "Sockets that are passed to the node of their table", registry=self.registry
        )
        self.passed_requests = Counter(
            "quillmap_requests_passed", "Requests passed to the node of their table", registry=self.registry
        )
        self.commits = Histogram(
            "quillmap_commit_seconds", "Time of a group commit", registry=self.registry, buckets=_FAST
        )
        self.units = Counter("quillmap_units_stored", "Changes stored", registry=self.registry)
        self.answer_times = MoveTimes(_FAST)
        self.registry.register(self.answer_times)

    def committed(self, units: int, seconds: float) -> None:
        """Count a group commit."""
        self.units.inc(units)
        self.commits.observe(seconds)

    def text(self) -> bytes:
        """Return all metrics."""
        return generate_latest(self.registry)
