"""The outermost layer of every HTTP request: rate limit, security headers, metrics, log, and the report of bugs."""

import logging
import math
import time
from collections.abc import Mapping
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quillmap.server.cluster.passed_requests import is_wrongly_sealed
from quillmap.server.hosting.own_hosts import OwnHosts
from quillmap.server.http.error_responses import error_response
from quillmap.server.http.file_addresses import STATIC, FileAddresses
from quillmap.server.http.file_traffic import FileTraffic
from quillmap.server.http.paced_answers import PIECES_AT_ONCE, AnswerPace, AnswerRoom, PacedAnswer
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.work.loop_turns import LoopTurns

POLICY: Final = "content-security-policy"
_NO_DOCUMENT: Final = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""What ``default-src`` does not speak of."""
SECURITY_HEADERS: Final = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
        f" connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; {_NO_DOCUMENT}"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
DEVICE_WORKER: Final = "/worker/worker.js"
"""The script of the page whose worker runs Python: it alone may compile WebAssembly, and it has no document."""
WORKER_HEADERS: Final = {
    **SECURITY_HEADERS,
    POLICY: f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; {_NO_DOCUMENT}",
}


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_HEADERS: Final = _encoded(SECURITY_HEADERS)
_WORKER_HEADERS: Final = _encoded(WORKER_HEADERS)

HEALTH: Final = ("/healthz", "/readyz", "/metrics")
"""Addresses for monitoring, which are answered under any host name."""

_log = logging.getLogger("quillmap.http")


class RequestMiddleware:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, registry: TableRegistry, own_words: frozenset[str], files: FileAddresses) -> None:
        self._app = app
        self._metrics = registry.metrics
        self._own_words = own_words
        self._own_hosts = OwnHosts(registry.config, registry.members.names)
        self._requests = RateLimiter(*registry.config.limits.address_rate)
        self._file_addresses = files
        self._files = RateLimiter(*registry.config.limits.file_rate)
        self._lines = registry.log_lines
        self._turns = LoopTurns()
        limits = registry.config.limits
        self._pace = AnswerPace(
            AnswerRoom(limits.answers_per_address, limits.answers),
            FileTraffic(limits),
            LoopTurns(PIECES_AT_ONCE, 2 * PIECES_AT_ONCE),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "lifespan":
            await self._turns.take(_host_of(scope))
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        is_logged = self._lines.take(_host_of(scope))
        is_file, is_shared = self._file_addresses.has(scope), scope["path"].startswith(STATIC)
        answer = PacedAnswer(scope, receive, send, self._pace, is_file=is_file, is_shared=is_shared)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *_headers_of(scope["path"], status)]
            await answer.send(message)

        try:
            self._admit(scope)
            await self._app(scope, receive, send_with_headers)
            if answer.is_refused:
                raise Problem("too-many")
        except Problem as problem:
            await error_response(problem)(scope, receive, send_with_headers)
        except Exception:
            if is_logged:
                path = path_for_log(scope["path"], self._own_words)
                _log.exception("a request failed", extra={"method": scope["method"], "path": path})
            await error_response(Problem("internal"))(scope, receive, send_with_headers)
        finally:
            answer.release()
        self._metrics.requests.labels(str(status)).inc()
        if not is_logged:
            return
        took = round(1000 * (time.perf_counter() - began), 1)
        path = scope["path"] if _is_own_file(scope["path"], status) else path_for_log(scope["path"], self._own_words)
        _log.info("request", extra={"method": scope["method"], "path": path, "status": status, "milliseconds": took})

    def _admit(self, scope: Scope) -> None:
        """Raise a problem unless this request may be answered."""
        limiter = self._files if self._file_addresses.has(scope) else self._requests
        if not limiter.take(_host_of(scope)):
            raise Problem("too-many").until(max(1, math.ceil(limiter.bucket(_host_of(scope)).wait())))
        if scope["path"] not in HEALTH:
            self._own_hosts.check(scope)
        if is_wrongly_sealed(scope):
            raise Problem("not-ready")


def _is_own_file(path: str, status: int) -> bool:
    """Return whether a file of the page was found at *path*."""
    return path.startswith(STATIC) and status in (200, 304)


def _headers_of(path: str, status: int) -> list[tuple[bytes, bytes]]:
    """Return our headers for an answer: whatever else is said at such an address may be a document."""
    return _WORKER_HEADERS if path.endswith(DEVICE_WORKER) and _is_own_file(path, status) else _HEADERS


def _host_of(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def path_for_log(path: str, own_words: frozenset[str]) -> str:
    """Return *path* with everything but our own words masked: anybody who reads an id can open the table."""
    return "/".join(part if part in own_words else "…" for part in path[:200].split("/"))
