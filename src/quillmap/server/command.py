"""The options of ``serve`` and ``backup``, and what the command line needs of the server. Words are in the locales.

The options can be read without what the server needs; the rest is imported when it is used.
"""

import argparse
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from quillmap.server.hosting.config import BadConfig, Config, Limits, check, check_database

if TYPE_CHECKING:
    from quillmap.server.hosting.launch import Greeting, serve
    from quillmap.server.storage.data_folder import FolderInUse
    from quillmap.server.storage.errors import AddressTaken, DatabaseInUse, OtherCluster, Unusable, WrongVersion
    from quillmap.server.storage.postgresql.moving import move_data
    from quillmap.server.storage.sqlite.backup import backup, has_games

__all__ = [
    "AddressTaken",
    "BadConfig",
    "DatabaseInUse",
    "FolderInUse",
    "Greeting",
    "OtherCluster",
    "Unusable",
    "WrongVersion",
    "add_backup_arguments",
    "add_serve_arguments",
    "backup",
    "check",
    "check_database",
    "config_of",
    "has_games",
    "move_data",
    "serve",
    "shown_database",
]
"""All that the command line needs of the server."""

_PLACES: Final = {
    "Greeting": "hosting.launch",
    "serve": "hosting.launch",
    "FolderInUse": "storage.data_folder",
    "DatabaseInUse": "storage.errors",
    "AddressTaken": "storage.errors",
    "OtherCluster": "storage.errors",
    "Unusable": "storage.errors",
    "WrongVersion": "storage.errors",
    "backup": "storage.sqlite.backup",
    "has_games": "storage.sqlite.backup",
    "move_data": "storage.postgresql.moving",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"quillmap.server.{_PLACES[name]}"), name)


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of ``serve``."""
    defaults = Config()
    parser.add_argument("--host", default=defaults.host)
    parser.add_argument("--port", type=int, default=defaults.port)
    parser.add_argument("--data", type=Path, default=defaults.data, metavar="DIR")
    parser.add_argument("--database", default=defaults.database, metavar="URL")
    parser.add_argument("--node-address", default=defaults.node_address, metavar="URL")
    parser.add_argument("--cluster-secret-file", type=Path, metavar="FILE")
    parser.add_argument("--public-url", default=defaults.public_url, metavar="URL")
    parser.add_argument("--allow-host", action="append", default=[], metavar="NAME", dest="allow_hosts")
    parser.add_argument("--trusted-proxy", default=defaults.trusted_proxy, metavar="ADDRESS")
    parser.add_argument("--keep-days", type=int, default=defaults.keep_days, metavar="DAYS")
    parser.add_argument("--idle-days", type=int, default=defaults.idle_days, metavar="DAYS")
    parser.add_argument("--ping-seconds", type=float, default=defaults.limits.ping_seconds, metavar="SECONDS")
    parser.add_argument("--bot-workers", type=int, default=defaults.bot_workers, metavar="N")
    parser.add_argument("--bots-at", default=defaults.bots_at, metavar="ADDRESS")
    parser.add_argument("--page", type=Path, metavar="DIR")
    parser.add_argument("--engine", type=Path, metavar="DIR")
    parser.add_argument("--open", action="store_true", dest="open_browser")
    parser.add_argument("--check-config", action="store_true")


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of ``backup``."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR")
    parser.add_argument("--database", default="", metavar="URL")


def shown_database(url: str) -> str:
    """Return the address of a database without its password."""
    from quillmap.server.storage.postgresql.connections import shown  # noqa: PLC0415  # needs psycopg

    return shown(url)


def config_of(arguments: argparse.Namespace) -> Config:
    """Return the options of ``serve``."""
    return Config(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data,
        database=arguments.database,
        node_address=arguments.node_address.rstrip("/"),
        cluster_secret_file=arguments.cluster_secret_file,
        public_url=arguments.public_url,
        allow_hosts=tuple(arguments.allow_hosts),
        trusted_proxy=arguments.trusted_proxy,
        keep_days=arguments.keep_days,
        idle_days=arguments.idle_days,
        bot_workers=arguments.bot_workers,
        bots_at=arguments.bots_at,
        page=arguments.page,
        engine=arguments.engine,
        limits=Limits(ping_seconds=arguments.ping_seconds),
        open_browser=arguments.open_browser,
    )
