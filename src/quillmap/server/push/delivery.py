"""One request to a push service: to an address that was checked, without redirects, bounded in time and size."""

import asyncio
import contextlib
import ssl
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from quillmap.server.push.public_hosts import HostAddress, PushEndpoint

LONGEST_HEAD: Final = 16_384
"""Bytes of an answer that are read: its status and headers. What follows says nothing that is needed."""


class Answer(NamedTuple):
    """What a push service has answered."""

    status: int
    retry_after: float
    """Seconds that it asks to be left alone; 0 if it says nothing."""


class NoAnswer(Exception):
    """A push service can't be reached, or what it answers can't be understood."""


async def post(
    endpoint: PushEndpoint,
    places: Sequence[HostAddress],
    context: ssl.SSLContext,
    headers: Mapping[str, str],
    body: bytes,
    seconds: float,
) -> Answer:
    """Send *body* to a device, and return what its push service answers."""
    lines = [f"POST {endpoint.target} HTTP/1.1", f"host: {endpoint.host}", f"content-length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    request = "\r\n".join([*lines, "connection: close", "", ""]).encode("ascii") + body
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await _connected(endpoint, places, context)
            try:
                writer.write(request)
                await writer.drain()
                return _read(await reader.readuntil(b"\r\n\r\n"))
            finally:
                writer.transport.abort()  # nothing more is wanted, and nobody waits for a polite end
    except (TimeoutError, OSError, EOFError, asyncio.LimitOverrunError, ValueError) as error:
        raise NoAnswer(type(error).__name__) from None


async def _connected(
    endpoint: PushEndpoint, places: Sequence[HostAddress], context: ssl.SSLContext
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address that answers; the certificate has to be that of the name."""
    for place in places[:-1]:
        with contextlib.suppress(OSError):
            return await _connect(endpoint, place, context)
    return await _connect(endpoint, places[-1], context)


async def _connect(
    endpoint: PushEndpoint, place: HostAddress, context: ssl.SSLContext
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(
        place.address, place.port, ssl=context, server_hostname=endpoint.host, limit=LONGEST_HEAD
    )


def _read(head: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    protocol, status = first.split(" ")[:2]
    if not protocol.startswith("HTTP/1."):
        raise ValueError(protocol)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    wait = headers.get("retry-after", "")
    return Answer(int(status), float(wait) if wait.isascii() and wait.isdigit() and len(wait) < 7 else 0.0)
