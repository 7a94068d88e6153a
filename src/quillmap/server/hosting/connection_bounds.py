"""What the connections of one server may cost: bounds for each, for those of a network together, and for all."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.reading_turns import ReadingTurns
from quillmap.server.rate_limits import Budget, RateLimiter
from quillmap.server.work.loop_turns import LoopTurns

CUT_SECONDS: Final = 5.0
"""How long a closing connection may take to send what is still buffered."""
MOST_FRAMING: Final = 1 << 18
"""Bytes of a body that are no content: the sizes of its chunks, what is written beside them, headers after it."""
MOST_AFTER_ANSWER: Final = 16 << 20
"""Bytes of a request that are thrown away once it is answered; a client that sends on can still read the answer."""


@dataclass(frozen=True, slots=True)
class ConnectionBounds:
    """The limits that connections share, and what every network has used of them."""

    request_seconds: float
    unread_seconds: float
    head_bytes: int
    body_bytes: int
    """Of the largest body that any address takes."""
    trusted: frozenset[str]
    """Proxies, which bring the connections of many networks."""
    nodes: AbstractSet[str]
    """Other servers that share the database: each brings the sockets of its clients."""
    open: Budget
    """Connections."""
    unread_bodies: Budget
    """Bytes of bodies that have come and that the application has not read yet."""
    received: RateLimiter
    """Bytes."""
    reading: ReadingTurns
    ending: LoopTurns
    """Of sockets that end."""
    parts: RateLimiter
    """Parts of bodies."""
    frames: RateLimiter
    """Frames of WebSockets, also those that no application sees."""

    def admit(self, host: str) -> bool:
        """Count one more connection of *host*, if it may have one."""
        return self._is_trusted(host) or self.open.take(host)

    def release(self, host: str) -> None:
        """Count one connection fewer."""
        if not self._is_trusted(host):
            self.open.give_back(host)

    def counted_as(self, client: tuple[str, int | None] | None) -> str:
        """Return what a client is counted as: its network, or a single connection while only its proxy is known."""
        host, port = client or ("", None)
        return f"{host} {port}" if self._is_trusted(host) else host

    def most_overhead(self, *, is_in_head: bool) -> int:
        """Return how many bytes of a request may be anything but the content of its body."""
        return self.head_bytes if is_in_head else self.head_bytes + MOST_FRAMING

    def most_content(self, *, is_answered: bool) -> int:
        """Return how many bytes of a body are read."""
        return MOST_AFTER_ANSWER if is_answered else self.body_bytes

    def _is_trusted(self, host: str) -> bool:
        return host in self.trusted or host in self.nodes or "*" in self.trusted


def connection_bounds(
    config: Config, largest_body: int, most_files: float, nodes: AbstractSet[str] = frozenset()
) -> ConnectionBounds:
    """Return the bounds for a server whose process may open *most_files* files; *nodes* pass sockets on to it."""
    limits = config.limits
    # A quarter of the files stays free: the database and the bots need some, and accepting fails when none is left.
    in_all = min(limits.connections, most_files * 3 // 4)
    per_address = min(limits.connections_per_address, in_all // 2)
    return ConnectionBounds(
        request_seconds=limits.hello_seconds,
        unread_seconds=limits.unread_seconds,
        head_bytes=limits.head_bytes,
        body_bytes=2 * largest_body,
        trusted=frozenset(name.strip() for name in config.trusted_proxy.split(",") if name.strip()),
        nodes=nodes,
        open=Budget(per_address, in_all, max(per_address, min(limits.connections_per_site, in_all // 4))),
        unread_bodies=Budget(limits.unread_bodies_per_address, limits.unread_bodies),
        received=RateLimiter(*limits.received_rate),
        reading=ReadingTurns(limits.read_rate, limits.held_reads),
        ending=LoopTurns(),
        parts=RateLimiter(*limits.part_rate),
        frames=RateLimiter(*(2 * part for part in limits.message_rate)),  # messages, pings, and parts of messages
    )


def plain_address(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return where a client is, as an IPv4 address if it is one inside an IPv6 address: proxies are known by those."""
    return client and (client[0].removeprefix("::ffff:") if "." in client[0] else client[0], client[1])
