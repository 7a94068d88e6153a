"""Parts of the program that need more than the standard library."""

from importlib import import_module
from typing import Any

from quillmap.cli.speech import trouble


def server_command() -> Any:
    """Return the server's command line, or say what has to be installed."""
    try:
        return import_module("quillmap.server.command")
    except ModuleNotFoundError as error:
        raise trouble("server-missing", install="pip install 'quillmap[server]'", module=error.name or "") from None
