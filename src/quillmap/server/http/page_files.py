"""The static page: files of the package ``quillmap.web``, bundled, and how they are answered with."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from quillmap.rules.maps import PRINTED
from quillmap.server.games.map_pictures import map_picture
from quillmap.server.http.engine_files import DESCRIPTION, Engine
from quillmap.server.http.page_bundles import bundled
from quillmap.server.http.page_file import NEVER_ASK, PageFile, page_file
from quillmap.server.http.page_words import word_files

NOTHING: Final[Mapping[str, bytes]] = MappingProxyType({})


def load_page(
    instead: Path | None = None, engine: Engine | None = None, more: Mapping[str, bytes] = NOTHING
) -> dict[str, PageFile]:
    """Return the files of the page by their path; those of the folder *instead* are served as they are.

    *more* are further files, of which those in ``api/`` are a part of the page's version.
    """
    engine = engine or Engine()
    description = engine.description()
    if instead is not None:
        page = _page_of(instead, description)
    elif more:
        page = _page_of(files("quillmap").joinpath("web"), description, is_bundled=True, more=more)
    else:
        page = _own_page(description)
    return page | engine.files()


@cache
def _own_page(description: bytes) -> dict[str, PageFile]:
    """Return the page of the package, which stays as it is: a process with many servers puts it together once."""
    return _page_of(files("quillmap").joinpath("web"), description, is_bundled=True)


def _page_of(
    folder: Traversable, description: bytes, *, is_bundled: bool = False, more: Mapping[str, bytes] = NOTHING
) -> dict[str, PageFile]:
    """Return the files of the page in *folder*, with all words and with what it has to know of the engine."""
    page = _read(folder)
    catalogues = _read(files("quillmap").joinpath("locales"))
    page |= {f"locales/{path}": body for path, body in {**catalogues, **word_files(catalogues)}.items()}
    page[DESCRIPTION] = description
    page |= more
    version = ""
    if is_bundled and "index.html" in page:
        page, version = bundled(page)
    page |= {f"pictures/map-{name}.png": map_picture(printed.sheet) for name, printed in PRINTED.items()}
    found = {path: page_file(path, body) for path, body in page.items()}
    return {
        path: replace(file, caching=NEVER_ASK) if version and path.startswith(f"{version}/") else file
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


class Packing:
    """Compresses files of the page when they are first asked for: as well as can be, hence in a thread, each once."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="packing")
        self._under_way: dict[str, asyncio.Future[bytes | None]] = {}

    async def packed(self, file: PageFile) -> bytes | None:
        """Return *file* as gzip; None if that would not be worth it."""
        if file.is_packed_soon:
            return file.compressed
        waiting = self._under_way.get(file.etag)
        if waiting is None:
            loop = asyncio.get_running_loop()
            waiting = self._under_way[file.etag] = loop.run_in_executor(self._thread, lambda: file.compressed)
            waiting.add_done_callback(lambda _: self._under_way.pop(file.etag))
        return await asyncio.shield(waiting)  # others may wait for the same


async def page_response(request: Request, file: PageFile, packing: Packing) -> Response:
    """Return *file*, or 304 if the browser has it already."""
    headers = {"cache-control": file.caching, "etag": file.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    is_accepted = file.is_packed or "gzip" in request.headers.get("accept-encoding", "")
    if is_accepted and (packed := await packing.packed(file)) is not None:
        return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type=file.media_type)
    return Response(file.body, headers=headers, media_type=file.media_type)


def lost_response(shell: PageFile) -> Response:
    """Return the page for an unknown address, uncached: its script says that there is nothing here."""
    return Response(shell.body, 404, {"cache-control": "no-store"}, shell.media_type)
