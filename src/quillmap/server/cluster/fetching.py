"""One HTTP request to another node, and its answer."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import h11

CONNECT_SECONDS: Final = 1.0
ANSWER_SECONDS: Final = 30.0
LARGEST_ANSWER: Final = 8 << 20
PIECE: Final = 1 << 16

Headers = Sequence[tuple[str, str]]


class Unreachable(Exception):
    """Nothing was sent."""


class NobodyListens(Unreachable):
    """There is no process at the address, as its machine says."""


class Broken(Exception):
    """It is not known what became of the request."""


class Fetched(NamedTuple):
    """The answer of another node."""

    status: int
    headers: dict[str, str]
    content: bytes


async def fetch(address: str, method: str, target: str, headers: Headers, body: bytes) -> Fetched:
    """Send a request to the node at *address*, and return its answer."""
    parts = urlsplit(address)
    is_secure = parts.scheme == "https"
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or (443 if is_secure else 80), ssl=is_secure or None
            )
    except ConnectionRefusedError as error:
        raise NobodyListens(str(error)) from None
    except (OSError, TimeoutError) as error:
        raise Unreachable(str(error)) from None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            written = [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers]
            return await _exchange(reader, writer, h11.Request(method=method, target=target, headers=written), body)
    except (OSError, TimeoutError, h11.ProtocolError) as error:
        raise Broken(str(error)) from None
    finally:
        writer.close()


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> Fetched:
    protocol = h11.Connection(h11.CLIENT)
    parts = [protocol.send(each) for each in (request, h11.Data(data=body), h11.EndOfMessage())]
    writer.write(b"".join(part for part in parts if part))
    status, headers, content = 0, {}, bytearray()
    while True:
        match protocol.next_event():
            case h11.NEED_DATA:
                protocol.receive_data(await reader.read(PIECE))
            case h11.Response(status_code=status, headers=found):
                headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in found}
            case h11.Data(data=data):
                content += data
                if len(content) > LARGEST_ANSWER:
                    raise h11.RemoteProtocolError("too large")
            case h11.EndOfMessage():
                return Fetched(status, headers, bytes(content))
            case _:  # it was closed in the middle
                raise h11.RemoteProtocolError("it broke off")
