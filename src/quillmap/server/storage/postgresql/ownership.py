"""One server writes to a database at a time: a row names it, and every transaction checks that row.

The row holds an epoch, which every new owner raises, and the time at which the ownership expires, by the clock of the
database. A server that was frozen, or cut off, for longer finds another epoch, and cannot write any more.
"""

import os
import socket
import time
from typing import Final, LiteralString

import psycopg

from quillmap.server.storage.errors import DatabaseInUse

LEASE_SECONDS: Final = 4
RENEWAL_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 6.0
"""For how long a start waits for another server to stop, or for the ownership of one that crashed to expire."""

_CLAIM: Final = (
    "INSERT INTO owner (id, name, epoch, expires) VALUES (1, %s, 1, now() + make_interval(secs => %s))"
    " ON CONFLICT (id) DO UPDATE SET name = excluded.name, epoch = owner.epoch + 1, expires = excluded.expires"
    " WHERE owner.expires < now() RETURNING epoch"
)
_RENEW: Final = (
    # Without a row of ours the text becomes no number, which fails the transaction without another round trip.
    "WITH renewed AS (UPDATE owner SET expires = now() + make_interval(secs => %s) WHERE id = 1 AND epoch = %s"
    " RETURNING 1)"
    " SELECT CAST(CASE count(*) WHEN 1 THEN '1' ELSE 'another server uses this database' END AS integer) FROM renewed"
)
_LET_GO: Final = "UPDATE owner SET expires = now() WHERE id = 1 AND epoch = %s"


def claim_database(connection: psycopg.Connection) -> int:
    """Become the owner and return the epoch, or raise who is."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    name = f"{socket.gethostname()}, process {os.getpid()}"
    while True:
        row = connection.execute(_CLAIM, (name, LEASE_SECONDS)).fetchone()
        if row is not None:
            epoch: int = row[0]
            return epoch
        if time.monotonic() > deadline:
            owner = connection.execute("SELECT name FROM owner WHERE id = 1").fetchone()
            raise DatabaseInUse(owner[0] if owner else "")
        time.sleep(0.2)


def renewal(epoch: int) -> tuple[LiteralString, tuple[int, int]]:
    """Return what every transaction begins with: it fails unless this server is still the owner."""
    return _RENEW, (LEASE_SECONDS, epoch)


def let_go(connection: psycopg.Connection, epoch: int) -> None:
    """Let another server become the owner at once."""
    connection.execute(_LET_GO, (epoch,))
