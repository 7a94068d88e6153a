"""The servers that write to a database: each has a row, renews it with every transaction, and is gone without it.

A row expires four seconds after its last renewal, by the clock of the database. Whoever finds it expired may remove it;
the server it belonged to was frozen or cut off, and cannot write any more. What it held is free then (``leases``).
"""

import os
import secrets
import socket
import time
from typing import Final, LiteralString

import psycopg

from quillmap.server.storage.errors import AddressTaken, DatabaseInUse, OtherCluster
from quillmap.server.storage.rows import Node

LEASE_SECONDS: Final = 4
RENEWAL_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 2.0
"""After which a server that has not renewed its row is gone if nobody listens at its address either."""
PATIENCE_SECONDS: Final = 6.0
"""For how long a start waits for another server to stop, or for the row of one that crashed to expire."""
STEADY_SECONDS: Final = 2.0
"""The longest pause between two renewals of a server that may judge others: after one the database may have been away,
and then everybody's row has expired."""
REMOVED: Final = "this server was taken for dead"
"""Why a transaction fails whose server has no row."""

_IN_THE_WAY: Final = "(address = '' OR %s = '' OR cluster <> %s)"
_OTHERS: Final = f"SELECT name, address FROM nodes WHERE expires >= now() AND {_IN_THE_WAY} ORDER BY address LIMIT 1"
_REMOVE_EXPIRED: Final = f"DELETE FROM nodes WHERE expires < now() AND {_IN_THE_WAY}"
_REMOVE_FORMER: Final = "DELETE FROM nodes WHERE address = %s AND expires < now() + make_interval(secs => %s)"
_ADD: Final = (
    "INSERT INTO nodes (id, name, address, cluster, expires)"
    " VALUES (%s, %s, %s, %s, now() + make_interval(secs => %s)) ON CONFLICT DO NOTHING"
)
_RENEW: Final = (
    # Without a row of ours the text becomes no number, which fails the transaction without another round trip.
    "WITH renewed AS (UPDATE nodes SET expires = now() + make_interval(secs => %s) WHERE id = %s RETURNING 1)"
    f" SELECT CAST(CASE count(*) WHEN 1 THEN '1' ELSE '{REMOVED}' END AS integer) FROM renewed"
)
REMOVE_DEAD: Final = "DELETE FROM nodes WHERE expires < now() AND id <> ?"
REMOVE_SILENT: Final = "DELETE FROM nodes WHERE id = ? AND expires < now() + make_interval(secs => ?) RETURNING 1"
ALL_NODES: Final = "SELECT id, name, address, cluster, occupied FROM nodes ORDER BY address"
OCCUPY: Final = "UPDATE nodes SET occupied = ? WHERE id = ?"
TAKE_TURN: Final = (
    "UPDATE chores SET tidied = now() WHERE id = 1 AND tidied + make_interval(secs => ?) <= now() RETURNING 1"
)
_LEAVE: Final = "DELETE FROM nodes WHERE id = %s"


def this_node(address: str = "", cluster: str = "") -> Node:
    """Return this process under a new id."""
    return Node(secrets.token_urlsafe(12), f"{socket.gethostname()}, process {os.getpid()}", address, cluster)


def join(connection: psycopg.Connection, node: Node, patience: float) -> float:
    """Add the row of *node*, or raise who is in the way after *patience* seconds.

    Returns until when it certainly does not expire, by the monotonic clock.
    """
    deadline = time.monotonic() + patience
    while True:
        began = time.monotonic()
        trouble = _try_to_join(connection, node)
        if trouble is None:
            return began + LEASE_SECONDS
        if began > deadline:
            raise trouble
        time.sleep(0.2)


def _try_to_join(connection: psycopg.Connection, node: Node) -> DatabaseInUse | None:
    """Add the row of *node* unless somebody is in the way, which is returned."""
    with connection.transaction():
        # The lock makes servers that start together take turns.
        connection.execute("SELECT version FROM quillmap WHERE id = 1 FOR UPDATE")
        row = connection.execute(_OTHERS, (node.address, node.cluster)).fetchone()
        if row is not None:
            name, address = row
            return OtherCluster(name) if node.address and address else DatabaseInUse(name)
        connection.execute(_REMOVE_EXPIRED, (node.address, node.cluster))
        if node.address:  # whoever was here before is gone: this server listens at its address now
            connection.execute(_REMOVE_FORMER, (node.address, LEASE_SECONDS - SILENT_SECONDS))
            row = connection.execute("SELECT name FROM nodes WHERE address = %s", (node.address,)).fetchone()
            if row is not None:
                return AddressTaken(row[0])
        connection.execute(_ADD, (node.id, node.name, node.address, node.cluster, LEASE_SECONDS))
    return None


def renewal(node: Node) -> tuple[LiteralString, tuple[int, str]]:
    """Return what every transaction begins with: it fails unless the server still has its row."""
    return _RENEW, (LEASE_SECONDS, node.id)


def leave(connection: psycopg.Connection, node: Node) -> None:
    """Remove the row, so that all that the server held is free at once."""
    connection.execute(_LEAVE, (node.id,))
