"""The page's types are those of the server, and its scripts keep to them."""

import json
from pathlib import Path
from typing import Any

from page.modules import WEB
from page.tools import COMPILER, run_node
from quillmap.server.client import Seat, call
from quillmap.server.protocol.messages import ClientMessage, ServerMessage
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.protocol.typescript import FILE, given, protocol_types, taken
from server.harness import Json, play_out, receive_until, running


def compiled(project: Path) -> str:
    """Return what the compiler has to say about a project, or why there is none; nothing if all is well."""
    done = run_node(COMPILER, "--project", project)
    return done.stdout + done.stderr


def test_protocol_types_are_up_to_date() -> None:
    """The file is what ``python3 dev.py types`` writes."""
    assert FILE.read_text(encoding="utf-8") == protocol_types()


def test_every_message_has_a_type() -> None:
    """Requests, answers and messages are all there."""
    text = FILE.read_text(encoding="utf-8")
    unions: list[Any] = [AnyMove, ClientMessage, ServerMessage]
    for kind in [*taken(), *given(), *(kind for union in unions for kind in union.__args__)]:
        assert f"export interface {kind.__name__} {{" in text


def test_scripts_keep_to_their_types() -> None:
    """The compiler, strict, finds nothing in any script."""
    assert compiled(WEB) == ""


class Listener(Seat):
    """A seat that remembers what it was told."""

    def __init__(self, base_url: str, table: str, token: str) -> None:
        super().__init__(base_url, table, token)
        self.heard: list[Json] = []

    def receive(self, timeout: float | None = None) -> Json:
        """Note the message."""
        message = super().receive(timeout)
        self.heard.append(message)
        return message


def said_in_a_game(url: str) -> dict[str, list[Json]]:
    """Play a game with everything in it, and return what the server has said, by the name of its type."""
    created = call(url, "POST", "/api/tables", {"name": "Ada", "setup": {"box": "mixed", "skills": "drawn"}})
    seat = Listener(url, created["table"]["id"], created["token"])
    seat.connect()  # before the start: the table waits
    other = Seat.join(url, seat.table, "Zuse")
    seat.start()
    receive_until(seat, "update")
    seat.preview()
    for message in ({"type": "ping", "id": "p"}, {"type": "nothing", "id": "n"}):
        seat.send(message)
    receive_until(seat, "refused")
    play_out([seat, other], "types")
    game = seat.ask("GET")["table"]["game"]
    text_map = "\n".join(["." * 11] * 11)
    return {
        "ServerMessage": seat.heard,
        "Seated": [created],
        "Replay": [call(url, "GET", f"/api/games/{game}/replay")],
        "FinishedMaps": [call(url, "GET", f"/api/games/{game}/maps")],
        "TableAnswer": [seat.ask("GET")],
        "GameSummary": [call(url, "GET", f"/api/games/{game}")],
        "CardCatalogue": [call(url, "GET", "/api/cards")],
        "DailyInfo": [call(url, "GET", "/api/daily/today")],
        "OwnDay": [call(url, "GET", "/api/daily/today/mine", token="a-secret-of-this-device")],
        "DailyWeek": [call(url, "GET", "/api/daily/today/week")],
        "Lobby": [call(url, "GET", "/api/tables")],
        "BotLevels": [call(url, "GET", "/api/bots")],
        "PaperYear": [
            call(
                *(url, "POST", "/api/score/year"),
                {"edicts": ["sentinel-wood"] * 4, "seasons": [{"map": text_map}] * seasons + [None] * (4 - seasons)},
            )
            for seasons in (1, 4)
        ],
        "PaperScore": [call(url, "POST", "/api/score", {"map": text_map, "edicts": ["sentinel-wood"]})],
    }


def test_what_the_server_says_has_the_types(tmp_path: Path) -> None:
    """Everything said in a whole game is taken by the strict compiler as a literal of its type: no key more or less."""
    with running(tmp_path / "data") as server:
        said = said_in_a_game(server.url)
    assert {message["type"] for message in said["ServerMessage"]} >= {
        *("welcome", "table", "update", "own", "progress", "ack", "refused", "preview", "pong"),
    }
    lines = [f'import type {{{", ".join(said)}}} from "{FILE.with_suffix("").with_suffix("")}.js";']
    lines += [f"export const a{name}: {name}[] = {json.dumps(values)};" for name, values in said.items()]
    (tmp_path / "said.ts").write_text("\n".join(lines), encoding="utf-8")
    settings = {"extends": str(WEB / "tsconfig.json"), "include": ["said.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    assert compiled(tmp_path) == ""
