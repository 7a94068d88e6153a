"""A file of the page, kept in memory with the headers for caching."""

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".html": "text/html",
    ".woff2": "font/woff2",
    ".md": "text/markdown",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
}
_TEXT: Final = ("text/", "application/json", "application/manifest", "image/svg")
_PACKED: Final = "_compressed"

ASK_EACH_TIME: Final = "no-cache"
"""For files whose names carry no version: the answer is short when nothing has changed."""
BEST: Final = 9
"""The level of files that stay as they are. It may take very long, so nothing that a request has a part in has it."""
QUICK: Final = 1
"""The level of what is packed on the event loop."""
NEVER_ASK: Final = "public, max-age=31536000, immutable"
"""For files in the folder of a version."""


@dataclass(frozen=True)
class PageFile:
    """One file of the page."""

    body: bytes
    media_type: str
    etag: str
    caching: str = ASK_EACH_TIME
    is_packed: bool = False
    """Whether the body is gzip already; then everybody gets it so, because unpacking it would keep others waiting."""
    level: int = BEST
    """How well it is compressed otherwise."""

    @property
    def compressed(self) -> bytes | None:
        """The body as gzip, made when it is first asked for; None if that would not be worth it."""
        if self.is_packed or not self._is_worth_it:
            return self.body if self.is_packed else None
        # Not ``cached_property``: in Python 3.11 whoever asks for one file would wait for a thread that packs another.
        kept: bytes | None = self.__dict__.get(_PACKED)
        if kept is None:
            kept = self.__dict__[_PACKED] = gzip.compress(self.body, self.level, mtime=0)
        return kept

    @property
    def _is_worth_it(self) -> bool:
        return self.media_type.startswith(_TEXT) and len(self.body) > 500

    @property
    def is_packed_soon(self) -> bool:
        """Whether nobody has to wait for ``compressed``."""
        is_slow = self._is_worth_it and not self.is_packed and self.level > QUICK
        return not is_slow or _PACKED in self.__dict__


def page_file(name: str, body: bytes, caching: str = ASK_EACH_TIME, *, is_packed: bool = False) -> PageFile:
    """Return *body*, which may be packed already, as the file called *name*."""
    suffix = name[name.rfind(".") :]
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if media_type.startswith(_TEXT):
        media_type += "; charset=utf-8"
    return PageFile(body, media_type, f'"{sha256(body).hexdigest()[:32]}"', caching, is_packed)
