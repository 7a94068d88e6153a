"""Starting and stopping a server."""

import asyncio
import gc
import logging
import math
import os
import signal
import socket
import sys
import webbrowser
from typing import Final, NamedTuple, TextIO

import segno
import uvicorn

from quillmap.server.hosting.config import BadConfig, Config, check
from quillmap.server.hosting.connection_bounds import connection_bounds
from quillmap.server.hosting.connections import http_protocol
from quillmap.server.hosting.links import links
from quillmap.server.hosting.logs import json_logs
from quillmap.server.hosting.socket_connections import socket_protocol
from quillmap.server.http.app import build_app
from quillmap.server.http.handlers.records import LARGEST_BODY
from quillmap.server.push.public_hosts import PublicHosts
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.clocks import GRACE
from quillmap.server.tables.registry import TableRegistry

if sys.platform != "win32":
    import resource

_log = logging.getLogger("quillmap.main")

SWITCH_SECONDS = 0.001
"""How long the event loop and the writer thread may keep each other waiting for the interpreter lock."""
MANY_FILES = 65536
"""Every socket is a file; systems give a process 256 or 1024 to begin with, and more if it asks."""


class GracefulServer(uvicorn.Server):
    """A server that asks everybody to come back before it stops."""

    def __init__(self, config: uvicorn.Config, registry: TableRegistry) -> None:
        super().__init__(config)
        self.registry = registry

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is being written, say goodbye, then stop."""
        if self.registry.passing is not None:
            await self.registry.hand_over()  # until then other nodes pass on what belongs to its tables
            for server in self.servers:  # whoever comes back now is to reach another node
                server.close()
        await self.registry.say_goodbye()
        await super().shutdown(sockets)


class Greeting(NamedTuple):
    """What is printed for the host when the server has started."""

    here: str = "Quillmap is here"
    others: str = "for other devices"
    stop: str = "Stop with Ctrl+C."


_ENGLISH: Final = Greeting()


def announce(config: Config, port: int, out: TextIO, greeting: Greeting = _ENGLISH) -> None:
    """Write where to go: the links, and the one for phones as a QR code."""
    found = links(config, port)
    width = max(len(greeting.here), len(greeting.others)) + 1
    out.write(f"{greeting.here + ':':{width}} {found[0]}\n")
    out.writelines(f"{greeting.others + ':':{width}} {link}\n" for link in found[1:])
    if len(found) > 1:
        segno.make(found[-1], error="m").terminal(out=out, compact=True)
    out.write(f"{greeting.stop}\n")
    out.flush()


def make_server(
    config: Config,
    *,
    grace: float = GRACE,
    calendar: Calendar | None = None,
    push_hosts: PublicHosts | None = None,
) -> GracefulServer:
    """Return a server that is ready to run.

    Tests that turn days give a *calendar*, and those that are a push service themselves *push_hosts* that lead there.
    """
    app = build_app(config, grace=grace, calendar=calendar, push_hosts=push_hosts)
    limits = config.limits
    bounds = connection_bounds(config, LARGEST_BODY, most_files(), app.state.registry.members.hosts)
    settings = uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,  # a board for each of 100 screens is cheaper to send than to squeeze
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.ping_seconds,
        http=http_protocol(bounds),
        ws=socket_protocol(bounds),
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=bool(config.trusted_proxy),
        forwarded_allow_ips=config.trusted_proxy or None,
    )
    return GracefulServer(settings, app.state.registry)


def listen(config: Config) -> socket.socket:
    """Return a socket that listens where the host wants it, or raise ``BadConfig``.

    The one of a node does not listen before the node is ready. Who comes too early is refused, and finds another node;
    the only server there is lets them wait.
    """
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Everywhere is everywhere: the links that are printed lead to addresses of the older kind.
    is_both = config.host == "::" and socket.has_dualstack_ipv6()
    try:
        if config.node_address:
            return _bound(config, family, is_both=is_both)
        return socket.create_server((config.host, config.port), family=family, backlog=2048, dualstack_ipv6=is_both)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadConfig("not-listening", host=config.host, port=config.port, reason=reason) from None


def _bound(config: Config, family: socket.AddressFamily, *, is_both: bool) -> socket.socket:
    """Return a socket that has its address and does not listen; uvicorn lets it listen when all is ready."""
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # as ``socket.create_server`` does
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not is_both)
        found.bind((config.host, config.port))
    except OSError:
        found.close()
        raise
    return found


async def run(config: Config, server: GracefulServer, listener: socket.socket, greeting: Greeting) -> None:
    """Serve until a signal comes."""
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not task.done():
        await asyncio.sleep(0.02)
    if server.started:
        port = listener.getsockname()[1]
        announce(config, port, sys.stdout, greeting)
        if config.open_browser:
            webbrowser.open(links(config, port)[0])
        # One after the other: each takes seconds of a core, which those who come need more.
        await server.registry.archive.prepare()
        await server.registry.reviews.prepare()
    await task


def calm_collector() -> None:
    """Let the cyclic collector look at little at a time, and seldom at everything, which stops the server for long.

    States and events hold no cycles, and connections break theirs when they end. A run over five thousand new objects
    takes a millisecond or two, under load some ten; every sixth looks again at all that was left over by those before
    it. Everything is looked at when there may be six hundred thousand objects more, and a quarter more than last time:
    whatever has been left in cycles all the same does not fill the memory. 1 200 tables are 50 000 objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 20)


def allow_many_files() -> None:
    """Raise the number of files and sockets that this process may open as far as the system lets it."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_files() -> float:
    """Return how many files and sockets this process may open."""
    if sys.platform == "win32":
        return math.inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


def serve(config: Config, greeting: Greeting = _ENGLISH) -> int:
    """Serve with *config* until Ctrl+C; return the exit code. Raises ``BadConfig`` for options that can't work."""
    check(config)
    with listen(config) as listener, json_logs():
        allow_many_files()
        server = make_server(config)
        calm_collector()
        sys.setswitchinterval(SWITCH_SECONDS)
        # uvicorn stops politely and then raises the signal again; having stopped politely is a success.
        signal.signal(signal.SIGTERM, lambda _number, _frame: None)
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            try:
                runner.run(run(config, server, listener, greeting))
            except KeyboardInterrupt:
                _log.info("stopped")
    return 0
