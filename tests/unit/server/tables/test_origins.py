"""Who opened a table that is not in memory is known for as long as there is room for that."""

from types import SimpleNamespace
from typing import Any, cast

from quillmap.server.hosting.config import Limits
from quillmap.server.tables.lobby import LobbyShares
from quillmap.server.tables.origins import Origins


def test_the_oldest_is_forgotten_first() -> None:
    """A table that was here again is none of the oldest; one that counted for nobody is as it was."""
    origins = Origins(most=2)
    for table, origin in (("a", "192.0.2.1"), ("b", "192.0.2.2"), ("a", "192.0.2.1"), ("b", ""), ("c", "192.0.2.3")):
        origins.note(table, origin)
    assert [origins.of(table) for table in "abc"] == ["192.0.2.1", "", "192.0.2.3"]


def test_of_each_network_the_first_are_shown() -> None:
    """And of each site; what counts elsewhere, or for nobody, is not held back."""
    of_tables = {"a": "192.0.2.1", "b": "192.0.2.1", "c": "192.0.2.1", "d": "192.0.2.2"}
    of_tables |= {f"e{number}": f"2001:db8:7:{number}::/64" for number in range(5)}
    shares = LobbyShares(Limits(listed_per_address=2, listed_per_site=3), lambda table: of_tables.get(table, ""))
    listed = [cast("Any", SimpleNamespace(id=table)) for table in (*of_tables, "x", "y", "z")]
    assert [each.id for each in shares.within(listed)] == ["a", "b", "d", "e0", "e1", "e2", "x", "y", "z"]
