"""The host names that this server answers to.

Requests under other names are refused. An attacker can point a name of theirs at this server, so that browsers treat
it as part of the attacker's page (DNS rebinding); and links, also personal ones, are made from the name in a request.
The port can be any: a container or a tunnel has another one outside, and no foreign page can be there under our name
unless it is handed on to us. Names below ``localhost`` are as many as anybody likes, and links are made from all: they
are short, and have our own port or none, unless a proxy that the host trusts has another.
"""

import ipaddress
import re
import socket
from collections.abc import Set
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from quillmap.server.hosting.config import LARGEST_PORT, Config
from quillmap.server.hosting.links import ANYWHERE, lan_address
from quillmap.server.problems import Problem

_HOST: Final = re.compile(
    r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]{1,255}))(?::(?P<port>\d{1,5}))?", re.ASCII
)
LONGEST_NAME: Final = 100
"""Characters of an unknown name that are quoted in the error."""
LOCAL: Final = re.compile(r"(?=.{1,63}\Z)(?:[^.]+\.){1,2}localhost")
"""A name below ``localhost``, as people give it to one server of several on their machine."""


class OwnHosts:
    """The host names of one server: loopback, the machine's, the public one, and those that its host allows.

    Those of *nodes* that share its database are its own, too: what was sent to them may be passed to this one.
    """

    def __init__(self, config: Config, nodes: Set[str]) -> None:
        machine = socket.gethostname().lower()
        names = {"localhost", machine, f"{machine.partition('.')[0]}.local", *map(str.lower, config.allow_hosts)}
        if config.host not in ANYWHERE:
            names.add(config.host.lower())
        if config.public_url:
            names.add((urlsplit(config.public_url).hostname or "").lower())
        if (address := lan_address()) is not None:
            names.add(address)
        if config.node_address:  # what is passed to this node has it as name if it is a socket
            names.add(urlsplit(config.node_address).hostname or "")
        self._names = frozenset(_plain(name) for name in names)
        self._nodes = nodes
        self._is_behind_proxy = bool(config.trusted_proxy)

    def check(self, scope: Scope) -> None:
        """Raise a problem unless a request or handshake was sent to one of the names.

        It is ``wrong-host``, or ``bad-request`` if there is no name where one is needed.
        """
        headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        header = ", ".join(headers)  # with two of them a proxy could have looked at the other one
        if not header:
            raise Problem("bad-request", "it names no host")
        name, port = _parts_of(header)
        if not name or not self._is_own(name, port, *(scope.get("server") or ("", None))):
            raise Problem("wrong-host", header[:LONGEST_NAME])

    def _is_own(self, name: str, port: int | None, reached_at: str, own_port: int | None) -> bool:
        if name in self._names or name == _plain(reached_at) or _is_loopback(name) or self._is_node(name):
            return True
        is_own_port = port in (None, own_port) or self._is_behind_proxy
        return is_own_port and LOCAL.fullmatch(name) is not None

    def _is_node(self, name: str) -> bool:
        return any(name == _plain(each) for each in self._nodes)


def _parts_of(host: str) -> tuple[str, int | None]:
    """Return the name in a header, and its port if it has one; no name if it is more or less than name and port."""
    found = _HOST.fullmatch(host)
    if found is None or not 0 < int(found["port"] or 80) <= LARGEST_PORT:
        return "", None
    name = _plain(str(found["address"] or found["name"]).lower())
    return name, int(found["port"]) if found["port"] else None


def _plain(name: str) -> str:
    """Return *name* in the form that is compared: without a final dot, and addresses in their usual form."""
    name = name.removesuffix(".").partition("%")[0]
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
