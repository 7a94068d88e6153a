"""``quillmap serve`` and ``quillmap backup``: their arguments."""

import argparse
import sqlite3
import sys
from pathlib import Path
from typing import Final

from quillmap.server.config import BadConfig, Config, Limits, check
from quillmap.server.main import Greeting, serve
from quillmap.server.migrations import WrongVersion
from quillmap.server.storage import backup, has_games

__all__ = [
    "BadConfig",
    "Greeting",
    "WrongVersion",
    "add_backup_arguments",
    "add_serve_arguments",
    "backup",
    "check",
    "config_of",
    "has_games",
    "main",
    "serve",
]
"""What the command line in five languages makes of it, and what works without that."""

BAD_USE: Final = 2
"""Exit code for options that can't work, as argparse has it."""


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of ``serve``."""
    defaults = Config()
    parser.add_argument("--host", default=defaults.host, help="address to listen on; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=int, default=defaults.port, help="port to listen on; 0 takes a free one")
    parser.add_argument("--data", type=Path, default=defaults.data, metavar="DIR", help="folder for the games")
    parser.add_argument("--public-url", default="", metavar="URL", help="address under which people reach the server")
    parser.add_argument(
        "--trusted-proxy", default="", metavar="ADDRESS", help="reverse proxy whose X-Forwarded-For is believed"
    )
    parser.add_argument(
        "--keep-days", type=int, default=0, metavar="DAYS", help="remove finished games after so many days; 0 never"
    )
    parser.add_argument(
        "--idle-days",
        type=int,
        default=defaults.idle_days,
        metavar="DAYS",
        help="remove tables nobody plays at; 0 never",
    )
    parser.add_argument(
        "--ping-seconds",
        type=float,
        default=defaults.limits.ping_seconds,
        metavar="SECONDS",
        help="how often a silent socket is asked whether it is there, and how long it may take to answer",
    )
    parser.add_argument("--bot-workers", type=int, default=1, metavar="N", help="processes in which bots think")
    parser.add_argument("--page", type=Path, metavar="DIR", help="folder with the page, to work on it")
    parser.add_argument("--open", action="store_true", dest="open_browser", help="open the page in the browser")
    parser.add_argument("--check-config", action="store_true", help="only check the options")


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Give *parser* the options of ``backup``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write the snapshot")
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="folder of the server")


def config_of(arguments: argparse.Namespace) -> Config:
    """Return the options of ``serve``."""
    return Config(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data,
        public_url=arguments.public_url,
        trusted_proxy=arguments.trusted_proxy,
        keep_days=arguments.keep_days,
        idle_days=arguments.idle_days,
        bot_workers=arguments.bot_workers,
        page=arguments.page,
        limits=Limits(ping_seconds=arguments.ping_seconds),
        open_browser=arguments.open_browser,
    )


def run_serve(arguments: argparse.Namespace) -> int:
    """Serve, or check the options; return the exit code."""
    config = config_of(arguments)
    try:
        if arguments.check_config:
            check(config)
            sys.stdout.write("The options are fine.\n")
            return 0
        return serve(config)
    except (BadConfig, WrongVersion) as error:
        return _complain("serve", str(error))
    except (OSError, sqlite3.Error) as error:
        return _complain("serve", f"can't use {arguments.data}: {error}")


def run_backup(arguments: argparse.Namespace) -> int:
    """Write a consistent snapshot, also while the server runs; return the exit code."""
    try:
        backup(arguments.data, arguments.file)
    except (OSError, sqlite3.Error) as error:
        return _complain("backup", str(error))
    sys.stdout.write(f"{arguments.file} written\n")
    return 0


def _complain(command: str, message: str) -> int:
    sys.stderr.write(f"quillmap {command}: {message}\n")
    return BAD_USE


def main(arguments: list[str] | None = None) -> int:
    """Run ``serve`` or ``backup`` without the rest of the command line: ``python -m quillmap.server``."""
    parser = argparse.ArgumentParser(prog="quillmap")
    commands = parser.add_subparsers(dest="command", required=True)
    add_serve_arguments(commands.add_parser("serve", help="serve tables over the network"))
    add_backup_arguments(commands.add_parser("backup", help="copy the games of a server, also while it runs"))
    found = parser.parse_args(arguments)
    return run_serve(found) if found.command == "serve" else run_backup(found)
