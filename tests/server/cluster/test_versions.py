"""Nodes of two neighbouring versions on one database, as while all nodes are replaced one after the other."""

import pytest

from quillmap.rules.events import GameEnded
from quillmap.server.client import Seat
from quillmap.server.storage.errors import WrongVersion
from quillmap.server.storage.postgresql import migrations
from server.cluster.nodes import Nodes
from server.harness import play_out, table_of

NEXT_STEP = (
    *(f"ALTER TABLE {name} ADD COLUMN later text NOT NULL DEFAULT ''" for name in ("tables", "events", "games")),
    *(f"ALTER TABLE {name} ADD COLUMN later integer" for name in ("attempts", "reviews", "nodes", "leases", "chores")),
    "CREATE TABLE later (id integer PRIMARY KEY)",
)
"""What a next version may do to a database that older nodes use: tables that they don't know, columns with defaults."""


def test_a_newer_node_joins_older_ones_and_takes_over(own_nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of each are reached through the other, and games go on when the older nodes stop, one after the other."""
    first, second = own_nodes.running
    host, guest = table_of(first.url, 2)
    host.start()
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, NEXT_STEP))
    newer = own_nodes.start()
    monkeypatch.undo()
    newcomer = Seat.create(newer.url, "Ada")
    newcomer.start()
    play_out([Seat(second.url, newcomer.table, newcomer.token)])
    with pytest.raises(WrongVersion):  # those that run go on, but none is started any more
        own_nodes.start()
    first.stop()
    second.stop()
    seats = [Seat(newer.url, each.table, each.token) for each in (host, guest)]
    play_out(seats)
    assert seats[0].board is not None
    assert isinstance(newer.log(seats[0].board["game"])[-1], GameEnded)
