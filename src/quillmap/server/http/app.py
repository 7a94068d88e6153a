"""The ASGI application: endpoints, WebSockets and the page on one table registry."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from quillmap.server.cluster.passed_requests import PassedRequests
from quillmap.server.hosting.config import Config
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.http.all_endpoints import all_endpoints
from quillmap.server.http.call import JSON
from quillmap.server.http.engine_files import Engine
from quillmap.server.http.file_addresses import FileAddresses
from quillmap.server.http.late_engine import offer_when_there
from quillmap.server.http.link_previews import LinkPreviews
from quillmap.server.http.middleware import RequestMiddleware
from quillmap.server.http.openapi import openapi
from quillmap.server.http.page_files import load_page
from quillmap.server.http.page_routes import PageRoutes
from quillmap.server.http.routing import routes
from quillmap.server.push.public_hosts import PublicHosts
from quillmap.server.sockets.entrance import SocketEntrance
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.clocks import GRACE
from quillmap.server.tables.registry import TableRegistry


def build_app(
    config: Config,
    *,
    grace: float = GRACE,
    calendar: Calendar | None = None,
    push_hosts: PublicHosts | None = None,
) -> Starlette:
    """Return the application for the data in the host's folder; it accepts moves as soon as it has started."""
    registry = TableRegistry(config, Metrics(), grace, calendar, push_hosts)
    endpoints = all_endpoints(registry)
    engine = Engine(config.engine)
    page = PageRoutes(load_page(config.page, engine), LinkPreviews(registry))
    entrance = SocketEntrance(registry)
    all_routes: list[Route | WebSocketRoute] = [
        *routes(endpoints, config.limits, registry.passing),
        _document_route(openapi(endpoints)),
        WebSocketRoute("/ws/tables/{table}", entrance.serve),
        WebSocketRoute("/{path:path}", entrance.refuse),
        *page.routes(),
    ]
    own_words = frozenset(word for route in all_routes for word in route.path.split("/"))
    outermost = Middleware(RequestMiddleware, registry, own_words, FileAddresses(endpoints))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        registry.open()
        waiting = None
        if config.engine is not None and not engine.is_there:
            waiting = asyncio.create_task(offer_when_there(config.engine, config.page, page.offer))
        yield
        if waiting is not None:
            waiting.cancel()
        await registry.close()

    app = Starlette(
        routes=all_routes,
        middleware=[*_for_nodes(registry), outermost],
        exception_handlers={HTTPException: page.no_such_address},
        lifespan=lifespan,
    )
    app.state.registry = registry
    app.router.redirect_slashes = False  # it would name a scheme, which only the proxy knows: the page redirects
    return app


def _for_nodes(registry: TableRegistry) -> list[Middleware]:
    """Return what believes other nodes, if there can be any."""
    if registry.seals is None:
        return []
    return [Middleware(PassedRequests, registry.seals, lambda: registry.storage.node_id)]


def _document_route(document: bytes) -> Route:
    async def give(_request: Request) -> Response:
        return Response(document, media_type=JSON)

    return Route("/openapi.json", give)
