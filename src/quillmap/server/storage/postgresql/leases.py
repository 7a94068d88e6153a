"""Which server a table belongs to: a row for every table names the holder, and counts how often the table was claimed.

A table is free if its holder has no row in ``nodes``. Claiming it raises the epoch; every change of a table checks node
and epoch in its own transaction, with a lock that a claim has to wait for. So nothing is ever written by a former
holder, and whoever claims a table reads all that the former one has written.
"""

from collections.abc import Collection, Sequence
from typing import Final

from quillmap.server.storage.rows import Node, Statement

TAKEN: Final = "another server has this table, or it was removed"
"""Why a transaction fails whose table was claimed by another, or is not there any more."""

CLAIM: Final = (
    "INSERT INTO leases (table_id, node, epoch)"
    " SELECT tables.id, nodes.id, 1 FROM tables, nodes WHERE tables.id = ? AND nodes.id = ?"
    " ON CONFLICT (table_id) DO UPDATE SET node = excluded.node, epoch = leases.epoch + 1"
    " WHERE leases.node = excluded.node OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = leases.node)"
    " RETURNING epoch"
)
HOLDER: Final = (
    "SELECT nodes.id, nodes.address FROM leases JOIN nodes ON nodes.id = leases.node WHERE leases.table_id = ?"
)
FREE_BUSY_TABLES: Final = (
    "SELECT id FROM tables WHERE is_busy = 1 AND NOT EXISTS"
    " (SELECT 1 FROM leases JOIN nodes ON nodes.id = leases.node WHERE leases.table_id = tables.id)"
)
NOT_ELSEWHERE: Final = (
    "NOT EXISTS (SELECT 1 FROM leases JOIN nodes ON nodes.id = leases.node"
    " WHERE leases.table_id = tables.id AND nodes.id <> ?)"
)
"""What is true of a table that no other server holds."""
RELEASE_ALL: Final = "UPDATE leases SET node = '' WHERE node = ?"

_FENCE: Final = (
    "WITH held AS (SELECT 1 FROM leases JOIN unnest(%b::text[], %b::bigint[]) AS mine (table_id, epoch)"
    " USING (table_id, epoch) JOIN tables ON tables.id = table_id WHERE leases.node = %s FOR SHARE OF leases)"
    f" SELECT CAST(CASE count(*) WHEN %s THEN '1' ELSE '{TAKEN}' END AS integer) FROM held"
)
_NEW: Final = "INSERT INTO leases (table_id, node, epoch) SELECT opened, %s, 1 FROM unnest(%b::text[]) AS opened"
_RELEASE: Final = "UPDATE leases SET node = '' WHERE table_id = ? AND epoch = ? AND node = ?"


def fence(held: Collection[tuple[str, int]], node: Node) -> Statement:
    """Return what fails a transaction unless *node* holds all these tables, each since the epoch beside it."""
    pairs = sorted(held)
    return _FENCE, ([table for table, _ in pairs], [epoch for _, epoch in pairs], node.id, len(pairs))


def first_claims(tables: Sequence[str], node: Node) -> Statement:
    """Return how tables that *node* has opened become its own."""
    return _NEW, (node.id, list(tables))


def forget_removed(*tables: str) -> Statement:
    """Return how nobody holds those of some tables any more that are not there.

    Nobody looks for others that are not there: among some hundred thousand that would take a third of a second.
    """
    marks = ", ".join("?" * len(tables))
    is_gone = "NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = leases.table_id)"
    return f"DELETE FROM leases WHERE table_id IN ({marks}) AND {is_gone}", tables


def release(table: str, epoch: int, node: Node) -> Statement:
    """Return how a table becomes free, unless it was claimed again since."""
    return _RELEASE, (table, epoch, node.id)
