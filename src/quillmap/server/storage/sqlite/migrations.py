"""The migrations of the SQLite file. Never change one that was released; add another."""

import sqlite3
from typing import Final

from quillmap.server.storage.errors import WrongVersion

STEPS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL,
        listed INTEGER NOT NULL,
        touched REAL NOT NULL,
        deadline REAL,
        is_busy INTEGER NOT NULL,
        document BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status, listed, touched);
    CREATE INDEX tables_by_busy ON tables (is_busy) WHERE is_busy = 1;
    CREATE TABLE events (
        game TEXT NOT NULL,
        seq INTEGER NOT NULL,
        move TEXT,
        event BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL,
        began REAL NOT NULL,
        ended REAL,
        summary BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX games_by_end ON games (ended);
    CREATE TABLE attempts (
        day TEXT NOT NULL,
        player TEXT NOT NULL,
        table_id TEXT NOT NULL,
        name TEXT NOT NULL,
        game TEXT,
        rating INTEGER,
        total INTEGER,
        PRIMARY KEY (day, player)
    ) WITHOUT ROWID;
    CREATE INDEX attempts_by_table ON attempts (table_id);
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at REAL NOT NULL);
    """,
    """
    ALTER TABLE attempts ADD COLUMN seasons BLOB;
    CREATE INDEX attempts_by_player ON attempts (player, day);
    """,
    """
    ALTER TABLE attempts ADD COLUMN network TEXT;
    CREATE INDEX attempts_by_network ON attempts (day, network) WHERE network IS NOT NULL;
    """,
    """
    CREATE TABLE reviews (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        edition TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (game, seat)
    );
    """,
    # The games of some tables that have not ended: with the table alone SQLite prefers to go through all such games.
    """
    CREATE INDEX games_by_table ON games (table_id, ended);
    """,
)


def migrate(connection: sqlite3.Connection) -> int:
    """Bring the file to the present version, a step at a time; return that version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(STEPS):
        raise WrongVersion(version, len(STEPS))
    for number, step in enumerate(STEPS[version:], start=version + 1):
        # A step and its number are one transaction, so a crash leaves the file in one version or the other.
        connection.executescript(f"BEGIN IMMEDIATE;{step};PRAGMA user_version = {number};COMMIT;")
    return len(STEPS)
