"""Endpoints for monitoring: whether the server is alive and takes moves, and its figures."""

from quillmap import __version__
from quillmap.server.http.call import Content
from quillmap.server.http.endpoint import endpoint
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import Health
from quillmap.server.tables.registry import TableRegistry


class MonitoringHandlers:
    """Answers the endpoints for monitoring."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    @endpoint("GET", "/healthz")
    async def health(self) -> Health:
        """Say that the process is alive."""
        return Health("ok", __version__)

    @endpoint("GET", "/readyz")
    async def ready(self) -> Health:
        """Say whether the server takes moves and can store them, and does not stop."""
        if not self._registry.is_ready:
            raise Problem("not-ready")
        await self._registry.prove_writable()
        return Health("ready", __version__)

    @endpoint("GET", "/metrics", answer="text/plain")
    async def metrics(self) -> Content:
        """Give the figures of the server in the text format of Prometheus."""
        self._registry.metrics.tables.set(len(self._registry.live))
        self._registry.metrics.nodes.set(self._registry.members.count)
        return Content(self._registry.metrics.text(), "text/plain; version=0.0.4")
