"""How many connections there may be."""

from pathlib import Path

from quillmap.server.hosting.config import Config, Limits
from quillmap.server.hosting.connection_bounds import ConnectionBounds, connection_bounds

LIMITS = Limits(connections_per_address=3, connections_per_site=5)


def bounds(limits: Limits, tmp_path: Path) -> ConnectionBounds:
    """Return the bounds of a server with room for many."""
    return connection_bounds(Config(data=tmp_path, limits=limits), 1000, 20_000)


def admitted(found: ConnectionBounds, *hosts: str) -> list[bool]:
    """Return which of *hosts*, who come one after the other, are let in."""
    return [found.admit(host) for host in hosts]


def test_networks_of_a_site_share_connections(tmp_path: Path) -> None:
    """Anybody can have thousands of networks in a /48; other sites and addresses have their own."""
    found = bounds(LIMITS, tmp_path)
    one, other, third = ("2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1")
    assert admitted(found, *[one] * 4, *[other] * 3, third) == [True] * 3 + [False] + [True] * 2 + [False] * 2
    assert admitted(found, "2001:db8:2:1::1", *["192.0.2.1"] * 4) == [True] * 4 + [False]
    found.release(one)
    assert found.admit(third)


def test_an_address_has_all_that_it_may(tmp_path: Path) -> None:
    """Also where a host allows an address more than is usual for a whole site."""
    found = bounds(Limits(connections_per_address=3000), tmp_path)
    assert all(found.admit("192.0.2.1") for _ in range(3000))
    assert not found.admit("192.0.2.1")
