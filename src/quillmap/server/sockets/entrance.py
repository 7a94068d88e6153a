"""Which WebSockets are accepted: from our own page or from a program, and not too many per address."""

import math
from urllib.parse import urlsplit

from starlette.websockets import WebSocket

from quillmap.server.cluster.passed_requests import is_wrongly_sealed
from quillmap.server.hosting.own_hosts import OwnHosts
from quillmap.server.http.client_address import address_of
from quillmap.server.http.error_responses import error_response
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Budget, RateLimiter, network_of
from quillmap.server.sockets.connection import serve_port
from quillmap.server.sockets.web_socket_port import WebSocketPort
from quillmap.server.tables.registry import TableRegistry


class SocketEntrance:
    """Accepts or denies WebSockets."""

    def __init__(self, registry: TableRegistry) -> None:
        limits = registry.config.limits
        self._registry = registry
        self._sockets = Budget(limits.sockets_per_address, math.inf, limits.sockets_per_site)
        self._own_hosts = OwnHosts(registry.config, registry.members.names)
        self._openings = RateLimiter(*registry.config.limits.address_rate)

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a socket from its handshake to its end."""
        address = address_of(websocket)
        try:
            self._admit(websocket)
            with self._sockets.holding(address):
                await websocket.accept()
                port, table = WebSocketPort(websocket), websocket.path_params["table"]
                await serve_port(port, network_of(address), self._registry, table)
        except Problem as problem:
            await websocket.send_denial_response(error_response(problem))

    async def refuse(self, websocket: WebSocket) -> None:
        """Refuse a socket at an address that has none."""
        try:
            self._admit(websocket)
            raise Problem("not-found")
        except Problem as problem:
            await websocket.send_denial_response(error_response(problem))

    def _admit(self, websocket: WebSocket) -> None:
        """Raise a problem unless a socket may be opened."""
        self._own_hosts.check(websocket.scope)
        if not is_own_origin(websocket, self._registry.config.public_url):
            raise Problem("wrong-origin")
        if not self._openings.take(address_of(websocket)):
            raise Problem("too-many")
        if is_wrongly_sealed(websocket.scope):
            raise Problem("not-ready")


def is_own_origin(websocket: WebSocket, public_url: str) -> bool:
    """Return whether the page that opens a socket is ours; programs other than browsers send no origin."""
    origins = websocket.headers.getlist("origin")
    if not origins:
        return True
    host = websocket.headers.get("host", "").lower()
    public = public_origin(public_url)
    if public and public.endswith(f"://{host}"):
        allowed = [public]
    elif websocket.url.scheme == "wss":  # a page without encryption could be anybody's who stands in between
        allowed = [f"https://{host}"]
    else:  # a proxy that is not trusted may have taken the encryption away
        allowed = [f"http://{host}", f"https://{host}"]
    if public:
        allowed.append(public)
    return len(origins) == 1 and origins[0].lower() in allowed


def public_origin(public_url: str) -> str:
    """Return the public address as browsers write it: without a slash and a port that is usual."""
    parts = urlsplit(public_url.lower())
    usual = ":443" if parts.scheme == "https" else ":80"
    return f"{parts.scheme}://{parts.netloc.removesuffix(usual)}" if parts.netloc else ""
