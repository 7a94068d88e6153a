"""The host names that this server answers to.

Requests under other names are refused. An attacker can point a name of theirs at this server, so that browsers treat
it as part of the attacker's page (DNS rebinding); and links, also personal ones, are made from the name in a request.
The port can be any: a container or a tunnel has another one outside, and no foreign page can be there under our name
unless it is handed on to us.
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

    def check(self, scope: Scope) -> None:
        """Raise a problem unless a request or handshake was sent to one of the names.

        It is ``wrong-host``, or ``bad-request`` if there is no name where one is needed.
        """
        headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        header = ", ".join(headers)  # with two of them a proxy could have looked at the other one
        if not header:
            raise Problem("bad-request", "it names no host")
        name = _plain(_name_in(header))
        reached_at = scope["server"][0] if scope.get("server") else ""
        is_own = name in self._names or name == _plain(reached_at) or _is_loopback(name) or self._is_node(name)
        if not name or not is_own:
            raise Problem("wrong-host", header[:LONGEST_NAME])

    def _is_node(self, name: str) -> bool:
        return any(name == _plain(each) for each in self._nodes)


def _name_in(host: str) -> str:
    """Return the name in a header, without its port; nothing if the header is more or less than name and port."""
    found = _HOST.fullmatch(host)
    if found is None or not 0 < int(found["port"] or 80) <= LARGEST_PORT:
        return ""
    return str(found["address"] or found["name"]).lower()


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
        return name.endswith(".localhost")
