"""The application: doors, headers, limits, in one ASGI app."""

import logging
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.http.endpoints import all_endpoints
from quillmap.server.http.handlers import Handlers
from quillmap.server.http.openapi import openapi
from quillmap.server.http.page_files import load_page, lost_response, page_response
from quillmap.server.http.routing import error_response, routes
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Budget, RateLimiter, address_of
from quillmap.server.sockets.connection import serve_socket
from quillmap.server.tables.clocks import GRACE
from quillmap.server.tables.registry import TableRegistry

SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
        " connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HEADERS: Final = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
SHELL_PATHS: Final = (
    "/",
    "/t/{table}",
    "/t/{table}/screen",
    "/g",
    "/g/{game}",
    "/daily",
    "/daily/{day}",
    "/score",
    "/setup",
    "/lobby",
    "/rules",
    "/rules/{chapter}",
    "/rules/cards/{card}",
)
"""Addresses of the page itself: all are the same file, which then looks at its address."""

ROOT_FILES: Final = ("/service-worker.js", "/manifest.webmanifest", "/favicon.ico", "/icon.svg")
"""Files of the page that lie at the root: a service worker serves the folder it lies in."""

_log = logging.getLogger("quillmap.http")


class RequestMiddleware:
    """Outermost: limits the rate of an address, adds the security headers, counts, and tells bugs politely."""

    def __init__(self, app: ASGIApp, registry: TableRegistry, own_words: frozenset[str]) -> None:
        self._app = app
        self._registry = registry
        self._own_words = own_words
        self._requests = RateLimiter(*registry.config.limits.address_rate)
        self._files = RateLimiter(*registry.config.limits.file_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        try:
            limiter = self._files if scope["path"].startswith("/static/") else self._requests
            if limiter.take(scope["client"][0] if scope.get("client") else ""):
                await self._app(scope, receive, send_with_headers)
            else:
                await error_response(Problem("too-many"))(scope, receive, send_with_headers)
        except Exception:
            path = path_for_log(scope["path"], self._own_words)
            _log.exception("a request failed", extra={"method": scope["method"], "path": path})
            await error_response(Problem("internal"))(scope, receive, send_with_headers)
        self._registry.metrics.requests.labels(str(status)).inc()
        took = round(1000 * (time.perf_counter() - began), 1)
        path = path_for_log(scope["path"], self._own_words)
        _log.info("request", extra={"method": scope["method"], "path": path, "status": status, "milliseconds": took})


def path_for_log(path: str, own_words: frozenset[str]) -> str:
    """Return *path* with nothing but the words of our own addresses in it: whoever reads an id can open the table."""
    if path.startswith("/static/"):
        return path[:200]
    return "/".join(part if part in own_words else "…" for part in path[:200].split("/"))


def is_own_origin(headers: dict[str, str], public_url: str) -> bool:
    """Return whether a page that opens a socket is one of ours; programs that are no browser send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if public_url and origin.rstrip("/") == public_url.rstrip("/"):
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # half of an IPv6 address, and the like
        return False
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host", "")


def _is_for_people(request: Request) -> bool:
    """Return whether a browser asks for something to look at; what lies under ``/api`` is never that."""
    is_shown = "text/html" in request.headers.get("accept", "")
    return is_shown and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")


class Site:
    """Everything that is not one of the typed endpoints: sockets, the page, the description of the endpoints."""

    def __init__(self, registry: TableRegistry, document: bytes) -> None:
        self._registry = registry
        self._document = document
        self._page = load_page(registry.config.page)
        self._sockets = Budget(registry.config.limits.sockets_per_address, math.inf)
        self._openings = RateLimiter(*registry.config.limits.address_rate)

    async def socket(self, websocket: WebSocket) -> None:
        """Let a socket in, if its page is ours and its address has not too many."""
        config = self._registry.config
        if not is_own_origin(dict(websocket.headers), config.public_url):
            await websocket.send_denial_response(error_response(Problem("wrong-origin")))
            return
        address = address_of(websocket)
        try:
            if not self._openings.take(address):
                raise Problem("too-many")
            with self._sockets.holding(address):
                await serve_socket(websocket, self._registry, websocket.path_params["table"])
        except Problem as problem:
            await websocket.send_denial_response(error_response(problem))

    async def described(self, _request: Request) -> Response:
        """Give the OpenAPI document."""
        return Response(self._document, media_type="application/json")

    async def shell(self, request: Request) -> Response:
        """Give the page, whatever part of it the address means."""
        return self._file(request, "index.html", "the page is not installed; the API answers under /api")

    async def static(self, request: Request) -> Response:
        """Give a file of the page."""
        return self._file(request, request.path_params["path"])

    async def at_root(self, request: Request) -> Response:
        """Give a file of the page that has to lie at the root."""
        return self._file(request, request.url.path.removeprefix("/"))

    def _file(self, request: Request, name: str, why: str = "") -> Response:
        file = self._page.get(name)
        return error_response(Problem("not-found", why)) if file is None else page_response(request, file)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Say what is wrong with an address: people get the page, which tells them so, programs the one error shape."""
        assert isinstance(error, HTTPException)
        shell = self._page.get("index.html")
        if error.status_code == 404 and shell is not None and _is_for_people(request):
            return lost_response(shell)
        response = error_response(Problem("method-not-allowed" if error.status_code == 405 else "not-found"))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    def routes(self) -> list[Route | WebSocketRoute]:
        """Return the routes to all of it."""
        return [
            Route("/openapi.json", self.described),
            WebSocketRoute("/ws/tables/{table}", self.socket),
            *(Route(path, self.shell) for path in SHELL_PATHS),
            Route("/static/{path:path}", self.static),
            *(Route(path, self.at_root) for path in ROOT_FILES),
        ]


def build_app(config: Config, *, grace: float = GRACE) -> Starlette:
    """Return the application on the file in the host's folder; it takes moves from when it is started."""
    registry = TableRegistry(config, Metrics(), grace)
    endpoints = all_endpoints(Handlers(registry))
    site = Site(registry, openapi(endpoints))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        registry.open()
        yield
        await registry.close()

    all_routes = [*routes(endpoints, config.limits), *site.routes()]
    own_words = frozenset(word for route in all_routes for word in route.path.split("/"))
    app = Starlette(
        routes=all_routes,
        middleware=[Middleware(RequestMiddleware, registry, own_words)],
        exception_handlers={HTTPException: site.refused},
        lifespan=lifespan,
    )
    app.state.registry = registry
    return app
