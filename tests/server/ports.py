"""Ports for servers that are stopped and started again at the same address."""

import random
import socket
from contextlib import suppress

PORTS = (20_000, 32_000)
"""Below those that systems take for the client's end of a connection."""


def free_port() -> int:
    """Return a port that nobody uses now, and that the system gives to no connection while a server is away."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
