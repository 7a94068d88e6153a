"""The migrations of a PostgreSQL database. Never change one that was released; add another.

Servers of the version before are at work while one is made, and go on afterwards: so it adds tables, and columns with
defaults, and what is no longer needed is removed a version later.

Ids and days are compared byte by byte (``COLLATE "C"``), as SQLite does, whatever the language of the database.
"""

from typing import Final

import psycopg

from quillmap.server.storage.errors import WrongVersion

STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE tables (
            id text COLLATE "C" PRIMARY KEY,
            code text COLLATE "C" NOT NULL UNIQUE,
            status text COLLATE "C" NOT NULL,
            listed integer NOT NULL,
            touched double precision NOT NULL,
            deadline double precision,
            is_busy integer NOT NULL,
            document bytea NOT NULL
        )
        """,
        "CREATE INDEX tables_by_status ON tables (status, listed, touched)",
        "CREATE INDEX tables_by_busy ON tables (is_busy) WHERE is_busy = 1",
        """
        CREATE TABLE events (
            game text COLLATE "C" NOT NULL,
            seq integer NOT NULL,
            move text,
            event bytea NOT NULL,
            PRIMARY KEY (game, seq)
        )
        """,
        """
        CREATE TABLE games (
            id text COLLATE "C" PRIMARY KEY,
            table_id text COLLATE "C" NOT NULL,
            began double precision NOT NULL,
            ended double precision,
            summary bytea NOT NULL
        )
        """,
        "CREATE INDEX games_by_end ON games (ended)",
        "CREATE INDEX games_by_table ON games (table_id)",
        """
        CREATE TABLE attempts (
            day text COLLATE "C" NOT NULL,
            player text COLLATE "C" NOT NULL,
            table_id text COLLATE "C" NOT NULL,
            name text NOT NULL,
            game text COLLATE "C",
            rating integer,
            total integer,
            seasons bytea,
            network text COLLATE "C",
            PRIMARY KEY (day, player)
        )
        """,
        "CREATE INDEX attempts_by_table ON attempts (table_id)",
        "CREATE INDEX attempts_by_player ON attempts (player, day)",
        "CREATE INDEX attempts_by_network ON attempts (day, network) WHERE network IS NOT NULL",
        'CREATE TABLE secrets (name text COLLATE "C" PRIMARY KEY, value text NOT NULL)',
        """
        CREATE TABLE owner (
            id integer PRIMARY KEY CHECK (id = 1),
            name text NOT NULL,
            epoch bigint NOT NULL,
            expires timestamptz NOT NULL
        )
        """,
    ),
    (
        """
        CREATE TABLE reviews (
            game text COLLATE "C" NOT NULL,
            seat integer NOT NULL,
            edition text NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (game, seat)
        )
        """,
    ),
    (
        "DROP TABLE owner",
        """
        CREATE TABLE nodes (
            id text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,
            address text NOT NULL,
            expires timestamptz NOT NULL
        )
        """,
        """
        CREATE TABLE leases (
            table_id text COLLATE "C" PRIMARY KEY,
            node text COLLATE "C" NOT NULL,
            epoch bigint NOT NULL
        )
        """,
    ),
    (
        "ALTER TABLE nodes ADD COLUMN cluster text NOT NULL DEFAULT ''",
        "ALTER TABLE nodes ADD COLUMN occupied text NOT NULL DEFAULT ''",
        "CREATE TABLE chores (id integer PRIMARY KEY CHECK (id = 1), tidied timestamptz NOT NULL)",
        "INSERT INTO chores (id, tidied) VALUES (1, '-infinity')",
        "CREATE INDEX leases_by_node ON leases (node) WHERE node <> ''",
    ),
)

TRIES: Final = 20

_VERSION: Final = (
    "CREATE TABLE IF NOT EXISTS quillmap (id integer PRIMARY KEY CHECK (id = 1), version integer NOT NULL)"
)

_MADE_BY_ANOTHER: Final = (
    psycopg.errors.UniqueViolation,
    psycopg.errors.DuplicateTable,
    psycopg.errors.DuplicateObject,
)
"""What making a table says, in spite of ``IF NOT EXISTS``, when another session has just made it."""


def migrate(connection: psycopg.Connection) -> int:
    """Bring the database to the present version, a step at a time; return that version."""
    _make_version_table(connection)
    connection.execute("INSERT INTO quillmap (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING")
    tries_left = TRIES
    version = 0
    while version < len(STEPS):
        try:
            version = _take_step(connection)
        except psycopg.errors.DeadlockDetected:  # servers of the version before are at work: it gave way to them
            tries_left -= 1
            if not tries_left:
                raise
    return version


def _make_version_table(connection: psycopg.Connection) -> None:
    """Make the table that holds the version; servers that start together may trip over each other's, once."""
    try:
        connection.execute(_VERSION)
    except _MADE_BY_ANOTHER:
        connection.execute(_VERSION)


def _take_step(connection: psycopg.Connection) -> int:
    """Take one step if one is left, in one transaction with its number; return the version after it."""
    with connection.transaction():
        # The lock on the row makes servers that start together take turns.
        row = connection.execute("SELECT version FROM quillmap WHERE id = 1 FOR UPDATE").fetchone()
        version: int = row[0] if row else 0
        if version > len(STEPS):
            raise WrongVersion(version, len(STEPS))
        if version == len(STEPS):
            return version
        for statement in STEPS[version]:
            connection.execute(statement)
        connection.execute("UPDATE quillmap SET version = %s WHERE id = 1", (version + 1,))
    return version + 1
