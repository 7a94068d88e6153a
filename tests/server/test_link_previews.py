"""What a shared link says of itself, before anybody opens it."""

import gzip
import re
import struct
import zlib
from html import unescape
from typing import Any

import httpx
import pytest

from quillmap.server.client import Seat, call
from quillmap.server.http.page_file import QUICK
from server.harness import Running, play_out, table_of

HOME = "/static/icons/icon-512.png"


def tags(server: Running, path: str, language: str = "en") -> dict[str, str]:
    """Return the title and the tags of the page at *path*."""
    answer = httpx.get(server.url + path, headers={"accept-language": language})
    assert answer.status_code == 200
    assert "accept-language" in answer.headers["vary"]
    found = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', answer.text))
    titles = re.findall("<title>(.*)</title>", answer.text)
    assert len(titles) == 1
    return {"title": titles[0], "page": answer.text} | {name: unescape(text) for name, text in found.items()}


def size_of(picture: bytes) -> tuple[int, int]:
    """Return how wide and high a PNG file is, whose pixels are all there."""
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    length = int.from_bytes(picture[(at := picture.index(b"IDAT")) - 4 : at])
    assert len(zlib.decompress(picture[at + 4 : at + 4 + length])) == height * (width + 1)
    return width, height


def test_home_says_what_it_is(server: Running) -> None:
    """A title, a description and a picture, in the language of whoever asks; unknown links are no exception."""
    found = tags(server, "/")
    assert "Cartographers" in found["title"]
    assert "unofficial" in found["description"]
    assert found["og:image"] == server.url + HOME
    assert "Fan-Umsetzung" in tags(server, "/", "de-AT,de;q=0.9")["og:description"]
    assert tags(server, "/t/no-such-table")["og:title"] == found["og:title"]
    assert tags(server, "/g/no-such-game")["og:title"] == found["og:title"]
    assert httpx.get(server.url + HOME).status_code == 200


def test_a_table_names_nobody(server: Running) -> None:
    """Its map and its seats are told, its people are not; what stands in the address is escaped."""
    wish = {"name": "Zenobia", "setup": {"box": "base", "map": "B"}, "most_seats": 4}
    table = call(server.url, "POST", "/api/tables", wish)["table"]["id"]
    found = tags(server, f"/t/{table}")
    assert "Map B, 1 of 4 seats" in found["og:description"]
    assert "Zenobia" not in found["page"]
    assert found["og:url"] == f"{server.url}/t/{table}"
    assert size_of(httpx.get(found["og:image"]).content) == (1200, 630)
    assert '"><script' not in tags(server, "/t/%22%3E%3Cscript%3E")["page"]


def test_a_replay_shows_the_finished_map(server: Running) -> None:
    """Stars and title of a solo game, and the map as it was drawn."""
    seats = table_of(server.url, 1, setup={"box": "base", "map": "A"})
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    found = tags(server, f"/g/{seats[0].board['game']}")
    assert "star" in found["og:description"]
    picture = httpx.get(found["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == (1200, 630)
    assert picture.content != httpx.get(f"{server.url}/static/pictures/map-A.png").content


def test_a_game_that_was_played_on_says_so(server: Running) -> None:
    """In the place of a title, which is won with what counts."""
    seats = table_of(server.url, 1)
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    wish = {"name": "Ada", "event": 5}
    seated = call(server.url, "POST", f"/api/games/{seats[0].board['game']}/seats/0/tables", wish)
    play_out([Seat(server.url, seated["table"]["id"], seated["token"])])
    found = tags(server, f"/g/{seated['table']['game']}")
    assert found["og:description"].startswith("Played on from another game, so it counts for nothing.")
    assert "title" not in found["og:description"]


def test_the_daily_tells_its_day(server: Running) -> None:
    """A day that is over keeps its date; a day without an expedition is the first page."""
    assert "2026-01-05" in tags(server, "/daily/2026-01-05")["og:title"]
    assert tags(server, "/daily/2026-01-05")["og:image"].endswith("/static/pictures/map-A.png")
    assert "Expedition" in tags(server, "/daily")["og:title"]
    assert tags(server, "/daily/1999-01-01")["og:title"] == tags(server, "/")["og:title"]


def test_what_somebody_made_up_is_in_no_page(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is, the page is the same, packed once and quickly; links that are known are told."""
    packed: list[tuple[int, int]] = []
    compress = gzip.compress

    def noted(body: bytes, level: int, **more: Any) -> bytes:
        packed.append((level, len(body)))
        return compress(body, level, **more)

    monkeypatch.setattr(gzip, "compress", noted)
    made_up = [f"/{kind}/{number}" + 2000 * "%3C%3E" for kind in ("rules", "t", "g", "puzzles") for number in range(5)]
    pages = {tags(server, path[:8000], "cs")["page"] for path in made_up}
    assert len(pages) == 1
    assert "og:url" not in pages.pop()
    assert len(packed) <= 1
    assert all(level == QUICK and size < 5000 for level, size in packed)
    assert tags(server, "/rules")["og:url"] == f"{server.url}/rules"
    assert tags(server, "/puzzles/1")["og:url"] == f"{server.url}/puzzles/1"
