"""The addresses of a server: on this machine, in its network, in public."""

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from quillmap.server.hosting.config import Config

ANYWHERE: Final = ("0.0.0.0", "::", "")


def lan_address() -> str | None:
    """Return this machine's address in its network, if it has one; nothing is sent."""
    import socket  # noqa: PLC0415  # a browser has none, and is never asked for this

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route to it is looked up
            address: str = probe.getsockname()[0]
        except OSError:  # a network without a way out, such as a phone's hotspot, has no such route
            address = _named_address()
    return None if address.startswith("127.") or not address else address


def _named_address() -> str:
    """Return the address that this machine has under its own name; nothing if the name leads nowhere."""
    import socket  # noqa: PLC0415  # as above

    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return ""
    addresses = [str(each[4][0]) for each in found]
    return next((each for each in addresses if not each.startswith("127.")), "")


def links(config: Config, port: int) -> list[str]:
    """Return the addresses under which the server can be reached, this machine's first."""
    here = "127.0.0.1" if config.host in ANYWHERE else f"[{config.host}]" if ":" in config.host else config.host
    found = [f"http://{here}:{port}/"]
    if config.host in ANYWHERE and (address := lan_address()) is not None:
        found.append(f"http://{address}:{port}/")
    if config.public_url:
        found.append(config.public_url.rstrip("/") + "/")
    return found


def base_for_others(config: Config, asked_at: str) -> str:
    """Return the address to send to others, given the one under which a browser has reached the server.

    The host's own browser is at 127.0.0.1, which on a phone would be the phone itself.
    """
    if config.public_url:
        return config.public_url.rstrip("/")
    parts = urlsplit(asked_at)
    if config.host in ANYWHERE and _is_this_machine(parts.hostname or "") and (address := lan_address()) is not None:
        return f"{parts.scheme}://{address}" + (f":{parts.port}" if parts.port else "")
    return asked_at.rstrip("/")


def is_for_this_machine(base: str) -> bool:
    """Return whether an address can be opened on this machine only."""
    return _is_this_machine(urlsplit(base).hostname or "")


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
