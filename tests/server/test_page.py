"""The static page and how it is cached."""

import re
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from page.modules import WEB
from quillmap.locales import catalogue
from quillmap.server.http.compression import LEAST_BYTES
from server.harness import Running, running

SCRIPT = "export const sheet = 11;\n" * 50


def test_the_page_is_served_with_its_types_and_tags(data: Path, tmp_path: Path) -> None:
    """Every address of the page is the same file; scripts come zipped, and are not sent again when unchanged."""
    folder = tmp_path / "web"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Quillmap</title>")
    (folder / "js" / "main.js").write_text(SCRIPT)
    (folder / "service-worker.js").write_text("// shell")
    (folder / "secret.py").write_text("print()")
    with running(data, page=folder) as server, httpx.Client(base_url=server.url) as client:
        for path in ("/", "/t/some-table", "/g/some-game", "/daily"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        script = client.get("/static/js/main.js")
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert script.headers["content-encoding"] == "gzip"
        assert script.text == SCRIPT
        again = client.get("/static/js/main.js", headers={"if-none-match": script.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get("/service-worker.js").status_code == 200
        for path in ("/static/secret.py", "/static/../pyproject.toml", "/static/js", "/static/%2e%2e/x"):
            assert client.get(path).json()["error"]["code"] == "not-found"
        assert client.get("/nowhere").json()["error"]["code"] == "not-found"
        browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        lost = client.get("/nowhere/at/all", headers=browser)
        assert (lost.status_code, lost.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "<title>Quillmap</title>" in lost.text
        assert "etag" not in lost.headers
        assert client.get("/api/nowhere", headers=browser).json()["error"]["code"] == "not-found"


def test_long_answers_are_zipped(server: Running) -> None:
    """Clients that accept it get a long answer compressed; short ones, and those with a token, never are."""
    with httpx.Client(base_url=server.url) as client:
        cards = client.get("/api/cards")
        assert (cards.headers["content-encoding"], cards.headers["vary"]) == ("gzip", "accept-encoding")
        assert int(cards.headers["content-length"]) < len(cards.content) / 3
        plain = client.get("/api/cards", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == cards.content
        assert "content-encoding" not in client.get("/api/bots").headers
        wish = {"name": "Ada", "crest": [list(range(100, 200))] * 10}
        table = client.post("/api/tables", json=wish).json()["table"]["id"]
        client.post(f"/api/tables/{table}/seats", json=wish)
        seated = client.post(f"/api/tables/{table}/seats", json=wish)
        assert len(seated.content) > LEAST_BYTES, seated.text
        assert "content-encoding" not in seated.headers


def test_the_page_comes_in_bundles_that_browsers_keep(server: Running) -> None:
    """All files that the page names are in the folder of its version, and never asked for again; others are."""
    with httpx.Client(base_url=server.url) as client:
        shell = client.get("/")
        assert shell.headers["cache-control"] == "no-cache"
        page = re.sub(r"<meta[^>]*>", "", shell.text)
        named = re.findall(r'"/static/([0-9a-f]{16})/([^"]+)"', page)
        assert page.count("/static/") == len(named)
        ((folder, _), *_) = named
        assert {"js/main.js", "css/first.css", "art/terrains.svg"} <= {path for _, path in named}
        for path in (*(path for _, path in named), "js/shared.js", "locales/el/first-words.json", "css/start.css"):
            answer = client.get(f"/static/{folder}/{path}")
            assert (answer.status_code, answer.headers["cache-control"][-9:]) == (200, "immutable"), path
        assert client.get("/static/js/words.js").headers["cache-control"] == "no-cache"
        earlier = client.get("/static/0123456789abcdef/js/main.js")
        assert (earlier.status_code, earlier.json()["error"]["code"]) == (404, "not-found")
        assert "immutable" not in earlier.headers.get("cache-control", "")


def test_a_folder_is_served_as_it_is(data: Path) -> None:
    """For whoever works on the page: every script by itself, with the words that the server puts together."""
    with running(data, page=WEB) as server, httpx.Client(base_url=server.url) as client:
        assert '<script type="module" src="/static/js/main.js">' in client.get("/").text
        assert client.get("/static/js/main.js").text == (WEB / "js" / "main.js").read_text(encoding="utf-8")
        words = client.get("/static/locales/de/table-words.json").json()
        assert words["endings.offline.text"] == catalogue("de").text("endings.offline.text")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("/t/x/", "/t/x"),
        ("/t/x//", "/t/x"),
        ("//t/x/", "/t/x"),
        ("/t/x/?a=b", "/t/x?a=b"),
        ("/t/%3Fa%25/", "/t/%3Fa%25"),
        ("/api/paces/", "/api/paces"),
        ("//evil.example/", None),
        ("/%5Cevil.example/", None),
    ],
)
def test_a_slash_too_many_leads_to_the_path_alone(server: Running, asked: str, found: str | None) -> None:
    """Neither a scheme nor a name: behind a proxy people see others than the server does."""
    connection = HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", asked)
    answer = connection.getresponse()
    assert answer.getheader("location") == found
    assert answer.status == (404 if found is None else 307)
    connection.close()
