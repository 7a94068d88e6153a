"""Which requests cost no more than a file of the page does, and so are counted like one.

A browser that opens a link to a table asks for its document, for lists that never change and for the service worker.
A hundred people behind one address do so at once; what then is left to be counted as a request is about the table.
"""

from collections.abc import Iterable
from typing import Final

from starlette.types import Scope

from quillmap.server.http.endpoint import Endpoint
from quillmap.server.http.page_routes import PAGE_ADDRESSES, ROOT_FILES

STATIC: Final = "/static/"
"""Where the files of the page are."""


class FileAddresses:
    """The files of the page, all its documents, and every endpoint whose answer stays the same."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        self._exact = {*ROOT_FILES, *(each.path for each in endpoints if each.is_constant)}
        self._screens = {_first_word(address) for address in PAGE_ADDRESSES}

    def has(self, scope: Scope) -> bool:
        """Return whether a request asks for one of them."""
        path: str = scope["path"]
        if path.startswith(STATIC):
            return True
        return scope["method"] in ("GET", "HEAD") and (path in self._exact or _first_word(path) in self._screens)


def _first_word(path: str) -> str:
    return path.split("/", 2)[1] if path.startswith("/") else path
