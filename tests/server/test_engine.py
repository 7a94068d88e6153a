"""What lets browsers play without a server, as a server gives it to them."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from architecture.core import ON_A_DEVICE, reached
from architecture.modules import import_graph, read_modules
from quillmap.server.hosting.config import BadConfig, Config, check
from quillmap.server.http.engine_files import Engine
from quillmap.server.http.middleware import POLICY
from quillmap.server.http.page_files import load_page
from server.harness import Running, running
from tools.engine import CONTENTS, ENGINE, PACKAGE, RUNTIME_FILES

ON_SERVERS_ONLY: Final = ("quillmap.fast.compiler", "quillmap.fast.play", "quillmap.server.storage.postgresql")
"""What is imported only where there are compilers and databases."""


@pytest.fixture(scope="module")
def server(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that has it."""
    with running(tmp_path_factory.mktemp("data"), engine=engine) as started:
        yield started


def folder_of(server: Running) -> str:
    """Return the folder of the page's version."""
    shell = httpx.get(server.url).text
    return shell.partition('src="')[2].partition("js/main.js")[0]


def test_the_page_finds_every_file(server: Running, engine: Path) -> None:
    """Under addresses that never change what they give, packed, and with the type that browsers want."""
    about = httpx.get(f"{server.url}{folder_of(server)}engine.json").json()
    assert [name.rpartition("/")[2] for name in about["files"]] == list(RUNTIME_FILES)
    assert about["packages"][-1].endswith(PACKAGE)
    for address in (*about["files"], *about["packages"]):
        answer = httpx.get(f"{server.url}/static/{address}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        if address.endswith(".wasm"):
            assert answer.headers["content-type"] == "application/wasm"
            assert answer.headers["content-encoding"] == "gzip"
            # Unpacking megabytes for everybody who asks would keep all others waiting.
            plain = httpx.get(f"{server.url}/static/{address}", headers={"accept-encoding": "identity"})
            assert plain.headers["content-encoding"] == "gzip"
    sizes = json.loads((engine / CONTENTS).read_text(encoding="utf-8"))["sizes"]
    assert about["bytes"] == sum(sizes.values()) < 8_000_000


def test_every_module_that_a_device_imports_is_there(engine: Path) -> None:
    """Compiled, so that no browser has to do so; what only servers import may be left out."""
    graph = import_graph(read_modules(), are_types_read=False)
    wanted = {module for start in ON_A_DEVICE for module in reached(start, graph)}
    with zipfile.ZipFile(engine / PACKAGE) as archive:
        names = archive.namelist()
    modules = {name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in names}
    assert {module for module in wanted - modules if not module.startswith(ON_SERVERS_ONLY)} == set()
    assert "quillmap.bots.apprentice" in modules  # imported by its name
    assert not [name for name in names if name.endswith(".py")]


def test_only_the_worker_may_compile(server: Running) -> None:
    """WebAssembly is allowed to the script that runs Python, and to no page."""
    folder = folder_of(server)
    policies = {
        path: httpx.get(server.url + path).headers[POLICY]
        for path in ("/", "/service-worker.js", f"{folder}js/main.js", f"{folder}worker/worker.js")
    }
    assert [path for path, policy in policies.items() if "wasm" in policy] == [f"{folder}worker/worker.js"]
    assert "unsafe-eval'" not in policies[f"{folder}worker/worker.js"].replace("'wasm-unsafe-eval'", "")


def test_a_page_at_an_address_like_the_workers_may_not(server: Running) -> None:
    """What decides is the file that is served; nothing is in a frame, has another base, or sends forms anywhere."""
    file = f"{folder_of(server)}worker/worker.js"
    lost = ["/x/worker/worker.js", "/worker/worker.js", "/static/x/worker/worker.js", f"{file}/worker/worker.js"]
    for path in (file, *lost):
        answer = httpx.get(server.url + path, headers={"accept": "text/html"})
        assert answer.is_success == (path == file)
        policy = answer.headers[POLICY]
        assert ("wasm" in policy) == (path == file)
        assert "base-uri 'none'; form-action 'none'; frame-ancestors 'none'" in policy
    known = httpx.get(server.url + file, headers={"if-none-match": httpx.get(server.url + file).headers["etag"]})
    assert known.status_code == 304
    assert "wasm" in known.headers[POLICY]


def test_a_version_lists_its_files(server: Running) -> None:
    """Every name in the list can be had, and all that a page loads is in it."""
    folder = folder_of(server)
    names = httpx.get(f"{server.url}{folder}files.json").json()
    assert {"js/main.js", "css/first.css", "worker/worker.js", "engine.json", "locales/el/first-words.json"} <= {*names}
    page = load_page(engine=Engine(ENGINE))
    assert all(f"{folder.removeprefix('/static/')}{name}" in page for name in names)


def test_without_it_a_page_is_told_so(tmp_path: Path) -> None:
    """All else works; what is no folder is refused before anything starts."""
    page = load_page(engine=Engine(tmp_path))
    assert page["engine.json"].body == b"{}"
    assert not [path for path in page if path.startswith("engine/")]
    with pytest.raises(BadConfig, match="not a folder"):
        check(Config(data=tmp_path, engine=tmp_path / "nowhere"))
