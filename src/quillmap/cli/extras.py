"""Parts of the program that need more than the standard library."""

from importlib import import_module
from typing import Any

from quillmap.cli.trouble import CommandError


def server_command() -> Any:
    """Return the server's command line, or say what has to be installed."""
    try:
        return import_module("quillmap.server.command")
    except ModuleNotFoundError as error:
        raise CommandError(f"the server needs more: pip install 'quillmap[server]' ({error.name} is missing)") from None
