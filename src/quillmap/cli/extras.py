"""Parts of the program that need more than the standard library."""

from collections.abc import Iterator
from contextlib import contextmanager

from quillmap.cli.language import trouble
from quillmap.fast import readiness


@contextmanager
def needs_server() -> Iterator[None]:
    """Say what has to be installed if the server can't be imported in this block."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise trouble("server-missing", install="pip install 'quillmap[server]'", module=error.name or "") from None


def need_compiler() -> None:
    """Say what has to be installed unless the rules can be compiled."""
    if not readiness.is_possible():
        raise trouble("fast-missing", install="pip install 'quillmap[fast]'")
