"""Parts of the program that need more than the standard library."""

from importlib import import_module
from typing import Final

from quillmap.cli.language import trouble
from quillmap.fast import readiness

INSTALL_FAST: Final = "pip install 'quillmap[fast]'"


def need_server() -> None:
    """Say what has to be installed unless the server can be imported."""
    try:
        import_module("quillmap.server.hosting.launch")
    except ModuleNotFoundError as error:
        raise trouble("server-missing", install="pip install 'quillmap[server]'", module=error.name or "") from None


def need_postgresql() -> None:
    """Say what has to be installed unless the driver of PostgreSQL can be imported."""
    try:
        import_module("psycopg")
    except ModuleNotFoundError as error:
        install = "pip install 'quillmap[server,postgresql]'"
        raise trouble("postgresql-missing", install=install, module=error.name or "") from None


def need_cluster() -> None:
    """Say what has to be installed unless a Dask cluster can be used."""
    try:
        import_module("distributed")
    except ModuleNotFoundError as error:
        install = "pip install 'quillmap[cluster]'"
        raise trouble("cluster-missing", install=install, module=error.name or "") from None


def need_screen() -> None:
    """Say what has to be installed unless games can be played on a screen."""
    try:
        import_module("textual")
    except ModuleNotFoundError as error:
        raise trouble("screen-missing", install="pip install 'quillmap[tui]'", module=error.name or "") from None


def need_compiler() -> None:
    """Say what has to be installed unless the rules can be compiled."""
    if not readiness.is_possible():
        raise trouble("fast-missing", install=INSTALL_FAST)
