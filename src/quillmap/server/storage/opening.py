"""Opening the storage that the host chose."""

from quillmap.server.hosting.config import Config
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.sqlite.storage import SqliteStorage


def open_storage(config: Config) -> Storage:
    """Return the storage that *config* names, brought to the present version."""
    return SqliteStorage(config.data)
