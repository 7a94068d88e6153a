"""The static page: files of the package ``quillmap.web``, kept in memory with the headers for caching."""

import gzip
import mimetypes
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from quillmap.rules.maps import PRINTED
from quillmap.server.games.map_pictures import map_picture
from quillmap.server.http.page_bundles import bundled
from quillmap.server.http.page_words import word_files

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
}
_TEXT: Final = ("text/", "application/json", "application/manifest", "image/svg")

ASK_EACH_TIME: Final = "no-cache"
"""For files whose names carry no version: the answer is short when nothing has changed."""
NEVER_ASK: Final = "public, max-age=31536000, immutable"
"""For files in the folder of a version."""


@dataclass(frozen=True)
class PageFile:
    """One file of the page."""

    body: bytes
    media_type: str
    etag: str
    caching: str = ASK_EACH_TIME

    @cached_property
    def compressed(self) -> bytes | None:
        """The body as gzip, made when it is first asked for; None if that would not be worth it."""
        is_worth_it = self.media_type.startswith(_TEXT) and len(self.body) > 500
        return gzip.compress(self.body, 9, mtime=0) if is_worth_it else None


def load_page(instead: Path | None = None) -> dict[str, PageFile]:
    """Return the files of the page by their path; those of the folder *instead* are served as they are."""
    page = _read(files("quillmap").joinpath("web") if instead is None else instead)
    catalogues = _read(files("quillmap").joinpath("locales"))
    page |= {f"locales/{path}": body for path, body in {**catalogues, **word_files(catalogues)}.items()}
    folder = ""
    if instead is None and "index.html" in page:
        page, folder = bundled(page)
    page |= {f"pictures/map-{name}.png": map_picture(printed.sheet) for name, printed in PRINTED.items()}
    found = {path: page_file(path, body) for path, body in page.items()}
    return {
        path: replace(file, caching=NEVER_ASK) if folder and path.startswith(f"{folder}/") else file
        for path, file in found.items()
    }


def _read(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    """Return all files in *folder* by their path; none if it is not there."""
    found: dict[str, bytes] = {}
    for each in folder.iterdir() if folder.is_dir() else ():
        if each.name.startswith(("_", ".")) or each.name.endswith(".py"):
            continue
        if each.is_dir():
            found |= _read(each, f"{prefix}{each.name}/")
        else:
            found[prefix + each.name] = each.read_bytes()
    return found


def page_file(name: str, body: bytes) -> PageFile:
    """Return *body* as the file called *name*."""
    suffix = name[name.rfind(".") :]
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if media_type.startswith(_TEXT):
        media_type += "; charset=utf-8"
    return PageFile(body, media_type, f'"{sha256(body).hexdigest()[:32]}"')


def page_response(request: Request, file: PageFile) -> Response:
    """Return *file*, or 304 if the browser has it already."""
    headers = {"cache-control": file.caching, "etag": file.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", "") and file.compressed is not None:
        return Response(file.compressed, headers={**headers, "content-encoding": "gzip"}, media_type=file.media_type)
    return Response(file.body, headers=headers, media_type=file.media_type)


def lost_response(shell: PageFile) -> Response:
    """Return the page for an unknown address, uncached: its script says that there is nothing here."""
    return Response(shell.body, 404, {"cache-control": "no-store"}, shell.media_type)
