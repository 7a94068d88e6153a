"""Where messages may be sent: push services with a public name, over https, at public addresses.

The address of a push service comes from a browser, so anybody can make one up. Otherwise somebody could let the server
send requests into the network it stands in. The name is checked when a device subscribes. Its addresses are checked
whenever something is sent, and the connection goes to the very addresses that were checked: a name that points
somewhere else a moment later (DNS rebinding) gains nothing.
"""

import asyncio
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

from quillmap.server.hosting.links import lan_address
from quillmap.server.problems import Problem
from quillmap.server.work.slots import SharedSlots, Slot

PORT: Final = 443
LONGEST_ENDPOINT: Final = 1000
MOST_ADDRESSES: Final = 3
"""Addresses of a host that are tried."""
RESOLVING_THREADS: Final = (6, 4)
"""How many ask for addresses, and how many of them may do so for one network."""

_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ENDPOINT: Final = re.compile(
    rf"https://(?P<host>(?:{_LABEL}\.)+(?P<last>[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])?))(?::443)?(?P<target>/[!-\"$-~]*)"
)
"""A name of two parts or more of which the last is no number: no other spelling of an address passes."""
PRIVATE_NAMES: Final = frozenset(
    {
        *("alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local"),
        *("localdomain", "localhost", "onion", "private", "test"),
    }
)
"""Last parts of names that exist only within a network, or not at all."""
_PROTOCOLS: Final = IPv4Network("192.0.0.0/24")
"""For protocols; not every version of Python knows that."""
_WORLD: Final = IPv6Network("2000::/3")
_SIX_TO_FOUR: Final = IPv6Network("2002::/16")
_NAT64: Final = IPv6Network("64:ff9b::/96")


class PushEndpoint(NamedTuple):
    """The address of one device at its push service."""

    host: str
    target: str
    """The path and what follows it."""

    @property
    def origin(self) -> str:
        """The push service."""
        return f"https://{self.host}"


class NotPublic(Exception):
    """A name leads to an address that nothing is sent to."""


class HostAddress(NamedTuple):
    """An address to connect to."""

    address: str
    port: int


def read_endpoint(text: str) -> PushEndpoint:
    """Return the endpoint that a browser has named, or raise the problem ``bad-endpoint``."""
    found = _ENDPOINT.fullmatch(text) if len(text) <= LONGEST_ENDPOINT else None
    if found is None or found["last"] in PRIVATE_NAMES or len(found["host"]) > 253:
        raise Problem("bad-endpoint")
    return PushEndpoint(found["host"], found["target"])


def is_public(text: str) -> bool:
    """Return whether an address belongs to the public internet, also if it is written inside another one."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address in _NAT64:
            return is_public(str(IPv4Address(int(address) & 0xFFFFFFFF)))
        if address not in _WORLD or address in _SIX_TO_FOUR:
            return False
    elif address in _PROTOCOLS:
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class PublicHosts:
    """Finds the addresses of push services, and refuses those that are not public."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.context = context or ssl.create_default_context()
        # Threads of its own: somebody's slow name server must not hold up those that read the file.
        self._threads = ThreadPoolExecutor(RESOLVING_THREADS[0], "push-names")
        self._slots = SharedSlots(*RESOLVING_THREADS)

    async def places(self, host: str, network: str) -> list[HostAddress]:
        """Return the addresses of *host*; raises ``NotPublic`` if any of them is not public, or is this machine's.

        *network* is where somebody named this host: others don't wait for its slow names.
        """
        found = await self._resolved(host, network)
        own = lan_address()
        if not found or any(address == own or not is_public(address) for address in found):
            raise NotPublic
        return [HostAddress(address, PORT) for address in found[:MOST_ADDRESSES]]

    async def _resolved(self, host: str, network: str) -> list[str]:
        slot = await self._slots.acquire(network, host)
        try:
            answer = asyncio.get_running_loop().run_in_executor(self._threads, _addresses, host)
        except BaseException:
            self._slots.release(slot)
            raise
        # The slot is that of the thread, which goes on even if nobody waits for it any more.
        answer.add_done_callback(partial(self._end, slot))
        return await asyncio.shield(answer)

    def _end(self, slot: Slot, answer: asyncio.Future[list[str]]) -> None:
        self._slots.release(slot)
        if not answer.cancelled():
            answer.exception()  # the caller may have gone; nobody else needs the error

    def close(self) -> None:
        """Ask for no more names."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _addresses(host: str) -> list[str]:
    entries = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))
