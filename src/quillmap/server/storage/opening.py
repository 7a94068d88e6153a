"""Opening the storage that the host chose."""

from quillmap.server.hosting.config import Config
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.sqlite.storage import SqliteStorage


def open_storage(config: Config, cluster: str = "") -> Storage:
    """Return the storage that *config* names, brought to the present version.

    *cluster* is the fingerprint of the secret that the nodes share, if there are several.
    """
    if not config.database:
        return SqliteStorage(config.data)
    from quillmap.server.storage.postgresql.storage import PostgresStorage  # noqa: PLC0415  # needs psycopg

    return PostgresStorage(config.database, config.node_address, cluster)
