"""``dev.py serve`` in a fresh clone: what plays without a server comes in the background."""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest

from tools.engine import RUNTIME_FILES
from tools.engine_fetching import FETCHED, NOT_FETCHED
from tools.processes import ENVIRONMENT, ROOT
from tools.pyodide import MISSING, is_installed, wheels

PORT: Final = re.compile(r"http://\S+?:(\d+)")
FOLDER: Final = re.compile(r'src="(/static/[0-9a-f]{16}/)js/main\.js')
NO_NETWORK: Final = {"npm_config_fetch_retries": "0", "npm_config_registry": "http://127.0.0.1:9", "PIP_NO_INDEX": "1"}
STAND_IN: Final = b"""export const loadPyodide = async () => ({
  runPython() {},
  toPy: (value) => (value instanceof Uint8Array ? value : {get: () => (bytes) => ({toJs: () => bytes})}),
});"""
"""A Pyodide that leaves modules as they are where the real one compiles them."""
SMALL: Final = {**dict.fromkeys(RUNTIME_FILES, b"small"), "pyodide.mjs": STAND_IN}
LONGEST: Final = 240
"""Seconds for what takes two: only a test that fails waits for so long."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone of the sources with a small package in place of Pyodide, of which nothing is installed yet."""
    if not is_installed():
        pytest.skip(MISSING)
    folder = tmp_path / "clone"
    folder.mkdir()
    for each in ROOT.iterdir():
        if each.name not in (".venv", ".git", "requirements", "tools", "dev.py"):
            (folder / each.name).symlink_to(each)
    shutil.copy(ROOT / "dev.py", folder)
    shutil.copytree(ROOT / "tools", folder / "tools")  # they find the clone by where they are
    (folder / ".venv").mkdir()
    for each in ENVIRONMENT.iterdir():
        if each.name not in ("pyodide", "engine"):
            (folder / ".venv" / each.name).symlink_to(each)
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    (tmp_path / "wheels").mkdir()
    for wheel in wheels():
        shutil.copy(wheel, tmp_path / "wheels")
    return folder


def small_pyodide() -> bytes:
    """Return a package as npm has them, with a few bytes in every file that the engine takes."""
    out = io.BytesIO()
    files = SMALL | {
        "pyodide-lock.json": json.dumps({"info": {"python": "small"}}).encode(),
        "package.json": json.dumps({"name": "pyodide", "version": "314.0.7"}).encode(),
    }
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return out.getvalue()


@contextmanager
def registry(clone: Path) -> Iterator[dict[str, str]]:
    """Run a registry that has the small package, which the clone locks; yield the variables that lead there."""
    folder = clone.parent / "registry"
    folder.mkdir()
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        packed = small_pyodide()
        integrity = f"sha512-{base64.b64encode(hashlib.sha512(packed).digest()).decode()}"
        (folder / "pyodide.tgz").write_bytes(packed)
        lock = clone / "requirements" / "pyodide" / "package-lock.json"
        locked: dict[str, Any] = json.loads(lock.read_text(encoding="utf-8"))
        about = {"version": "314.0.7", "integrity": integrity, "resolved": f"{address}/pyodide.tgz", "dev": True}
        locked["packages"] = {"": locked["packages"][""], "node_modules/pyodide": about}
        lock.write_text(json.dumps(locked), encoding="utf-8")
        yield {
            "npm_config_registry": address,
            "npm_config_cache": str(clone.parent / "cache"),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(clone.parent / "wheels"),
        }
        server.shutdown()


@contextmanager
def serving(clone: Path, variables: dict[str, str]) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run ``dev.py serve`` in the clone; yield its process and its address."""
    command = [sys.executable, "dev.py", "serve", "--port", "0", "--data", str(clone.parent / "data")]
    quiet = {**os.environ, **variables, "BROWSER": "true", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=clone, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        latest = threading.Timer(LONGEST, process.kill)  # who reads what it prints does not wait any longer
        latest.start()
        try:
            assert process.stdout is not None
            found = next(filter(None, map(PORT.search, process.stdout)))
            yield process, f"http://127.0.0.1:{found[1]}"
        finally:
            process.terminate()
            process.wait()
            latest.cancel()


def read(address: str) -> str:
    """Return what is at an address."""
    with urllib.request.urlopen(address) as answer:
        text: str = answer.read().decode()
        return text


def offered(address: str) -> dict[str, Any]:
    """Return what a page that is opened now is told about playing without the server."""
    folder = FOLDER.search(read(address))
    assert folder is not None
    found: dict[str, Any] = json.loads(read(f"{address}{folder[1]}engine.json"))
    return found


def said(process: "subprocess.Popen[str]", beginning: str) -> str:
    """Return the line that begins so, as soon as it is printed."""
    assert process.stdout is not None
    return next(line for line in process.stdout if line.startswith(beginning))


def test_a_running_server_begins_to_offer_it(clone: Path) -> None:
    """At first it has nothing; when all is fetched, pages get it, and those that were open keep their files."""
    with registry(clone) as variables, serving(clone, variables) as (process, address):
        first = FOLDER.search(read(address))
        assert first is not None
        said(process, FETCHED)
        latest = time.monotonic() + LONGEST
        while not (found := offered(address)):
            assert time.monotonic() < latest, "nothing was offered"
            time.sleep(0.1)
        assert found["info"] == {"python": "small"}
        file = next(each for each in found["files"] if "pyodide.asm.mjs" in each)
        with urllib.request.urlopen(f"{address}/static/{file}") as answer:
            assert gzip.decompress(answer.read()) == SMALL["pyodide.asm.mjs"]
        assert read(f"{address}{first[1]}engine.json") == "{}"
    with serving(clone, NO_NETWORK) as (_, address):  # another time it is there from the start
        assert offered(address) == found


def test_without_a_network_a_line_says_so(clone: Path) -> None:
    """All else works."""
    with serving(clone, NO_NETWORK) as (process, address):
        beginning, end = NOT_FETCHED.split("{why}")
        line = said(process, beginning)
        assert line.rstrip().endswith(end)
        assert read(f"{address}/readyz")
        assert offered(address) == {}
