"""What lets browsers play without a server: Python for browsers (Pyodide), what it needs, and this package for it.

``.venv/engine`` has it for servers that are started from the source (``engine_fetching``); the wheel of a release has
it as ``quillmap/engine``. Nothing of it is in the repository, and without it everything works but playing on a device.
"""

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools.node import node
from tools.processes import ENVIRONMENT, PYTHON, ROOT, run
from tools.pyodide import RUNTIME, fingerprint, is_installed, prepare_pyodide, wheels

ENGINE: Final = ENVIRONMENT / "engine"
IN_PACKAGE: Final = ROOT / "src" / "quillmap" / "engine"
CONTENTS: Final = "contents.json"
PACKAGE: Final = "quillmap.zip"
RUNTIME_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LEFT_OUT: Final = (
    *("cli", "engine", "env", "web", "fast/compiler", "fast/play", "bots/training", "bots/contests", "bots/series"),
    *("puzzles/attempts", "puzzles/checking", "puzzles/finding", "puzzles/making", "puzzles/proving", "puzzles/tables"),
    *("reference/art", "reference/drawing", "reference/markdown", "server/client", "server/cluster"),
    *("server/hosting", "server/http", "server/protocol/typescript", "server/push", "server/storage/postgresql"),
    *("server/storage/sql_storage", "server/storage/sqlite", "server/tables/registry", "server/work/cluster_pool"),
)
"""Folders and large modules that no device imports."""
ALWAYS: Final = (
    *("server/cluster/__init__", "server/cluster/seals", "server/hosting/__init__", "server/hosting/config"),
    *("server/hosting/links", "server/http/__init__", "server/http/call", "server/http/continuing"),
    *("server/http/endpoint", "server/http/handlers/", "server/http/qr_codes", "server/http/table_links"),
)
"""What one does import of them."""
PROGRAMS: Final = (Path(__file__).with_name("compile_archives.js"), Path(__file__).with_name("compiled_archives.py"))
"""What compiles the modules in the archives."""
COMPILE: Final = (PROGRAMS[0], RUNTIME, PROGRAMS[1])
DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date of all files, so that the same sources make the same bytes."""


def write_engine(folder: Path = ENGINE) -> bool:
    """Bring *folder* up to date; return whether that was possible."""
    if not prepare_pyodide():
        return False
    stamp, wanted = folder / "sources", _state_of_sources()
    if (folder / CONTENTS).exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return True
    folder.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME_FILES:
        _pack(RUNTIME / name, folder / f"{name}.gz")
    for name, archive in _compiled({**{wheel.name: wheel.read_bytes() for wheel in wheels()}, PACKAGE: _package()}):
        _put(folder / name, archive)
    _put(folder / CONTENTS, json.dumps(_contents(folder), indent=1).encode())
    _put(stamp, wanted.encode())
    return True


def _state_of_sources() -> str:
    """Return what changes whenever a file has changed that the engine is made of; no file is read for it."""
    found = hashlib.sha256(fingerprint().encode())
    for path in (*_sources(ROOT / "src" / "quillmap"), Path(__file__), *PROGRAMS):
        about = path.stat()
        found.update(f"{path} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.hexdigest()


def _put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: several tests may do so at the same time, and others read it."""
    if path.exists() and path.read_bytes() == content:
        return
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(path)


def write_engine_if_possible() -> bool:
    """Bring the engine of servers that are started here up to date, if Pyodide has been fetched before."""
    return is_installed() and write_engine()


def build_wheel(arguments: list[str]) -> int:
    """Build the wheel of a release, with the engine in it."""
    try:
        if not write_engine(IN_PACKAGE):
            return 1
        return run(PYTHON, "-m", "hatchling", "build", "-t", "wheel", *arguments)
    finally:
        shutil.rmtree(IN_PACKAGE, ignore_errors=True)


def _pack(source: Path, target: Path) -> None:
    """Compress a file once: the largest takes seconds, and changes only with the locked version."""
    stamp = target.with_name(f"{target.name}.source")
    wanted = hashlib.sha256(source.read_bytes()).hexdigest()
    if not (target.exists() and stamp.exists() and stamp.read_text() == wanted):
        _put(target, gzip.compress(source.read_bytes(), 9, mtime=0))
        _put(stamp, wanted.encode())


def _package() -> bytes:
    """Return this package as far as a device needs it, as a zip archive."""
    source = ROOT / "src"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in _sources(source / "quillmap"):
            about = zipfile.ZipInfo(path.relative_to(source).as_posix(), DATE)
            archive.writestr(about, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _compiled(archives: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Return the archives with compiled modules: browsers start in half a second less."""
    with tempfile.TemporaryDirectory() as folder:
        for name, archive in archives.items():
            (Path(folder) / name).write_bytes(archive)
        subprocess.run([node(), *COMPILE, folder], check=True)
        for name in archives:
            yield name, (Path(folder) / name).read_bytes()


def _sources(package: Path) -> Iterator[Path]:
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        is_left_out = name.startswith(tuple(f"{part}{end}" for part in LEFT_OUT for end in ("/", ".py")))
        is_foreign = name.startswith("locales/") and name.endswith(".json") and not name.startswith("locales/en/")
        is_wanted = not (is_left_out or is_foreign) or name.startswith(ALWAYS)
        if path.is_file() and is_wanted and "__pycache__" not in name:
            yield path


def _contents(folder: Path) -> dict[str, Any]:
    """Return what a server has to know of the files: how they are called, and how large they are on their way."""
    lock = json.loads((RUNTIME / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = [*(wheel.name for wheel in wheels()), PACKAGE]
    files = [f"{name}.gz" for name in RUNTIME_FILES] + packages
    return {
        "info": lock["info"],
        "runtime": list(RUNTIME_FILES),
        "packages": packages,
        "sizes": {name: (folder / name).stat().st_size for name in files},
        "hashes": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files},
    }
