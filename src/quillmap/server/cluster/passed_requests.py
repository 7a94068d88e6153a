"""Requests that another node has passed on: they are shown to the application as if their client had sent them here.

Where they come from is believed only with a seal. A request that was passed once is never passed again.
"""

from collections.abc import Callable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quillmap.server.cluster.seals import Seals

SEAL: Final = "x-quillmap-seal"
CLIENT: Final = "x-quillmap-client"
SCHEME: Final = "x-quillmap-scheme"
NOT_HERE: Final = "x-quillmap-not-here"
"""The header of an answer that says: nothing has happened, and the table is elsewhere."""

_KEY: Final = "quillmap.is_passed"
_WRONG: Final = "quillmap.is_wrongly_sealed"


def is_passed(scope: Scope) -> bool:
    """Return whether a request or a socket came from another node."""
    return _KEY in scope


def is_wrongly_sealed(scope: Scope) -> bool:
    """Return whether a request claims to come from another node and can't prove it, or was meant for another node."""
    return _WRONG in scope


def target_of(scope: Scope) -> str:
    """Return the address that is asked for, as it was written."""
    path: str = scope["raw_path"].decode("latin-1")
    query: str = scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


class PassedRequests:
    """Wraps the application of a node; *node* tells its present id."""

    def __init__(self, app: ASGIApp, seals: Seals, node: Callable[[], str]) -> None:
        self._app = app
        self._seals = seals
        self._node = node

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        headers = {} if scope["type"] == "lifespan" else _headers(scope)
        if SEAL not in headers:
            await self._app(scope, receive, send)
        elif self._is_genuine(scope, headers):
            shown = {**scope, "client": (headers.get(CLIENT, ""), 0), "scheme": headers.get(SCHEME, ""), _KEY: True}
            await self._app(shown, receive, send)
        else:  # refused further in, where requests are counted and logged
            await self._app({**scope, _WRONG: True}, receive, _with_not_here(send))

    def _is_genuine(self, scope: Scope, headers: dict[str, str]) -> bool:
        method = scope.get("method", "GET")
        client, scheme = headers.get(CLIENT, ""), headers.get(SCHEME, "")
        return self._seals.is_seal(headers[SEAL], self._node(), method, target_of(scope), client, scheme)


def _with_not_here(send: Send) -> Send:
    """Return *send* for answers that tell a node to look elsewhere."""

    async def send_marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), (NOT_HERE.encode(), b"1")]
        await send(message)

    return send_marked


def _headers(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in scope["headers"]
        if name.startswith(b"x-quillmap-")
    }
