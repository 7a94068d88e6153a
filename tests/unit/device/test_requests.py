"""Requests that a device answers: as a server answers them, by the same handlers."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import pytest

from quillmap.device.records import RecordsInMemory
from quillmap.device.worker import Worker
from quillmap.fast import readiness
from quillmap.play.codec import write_move
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.puzzles.collection import puzzles
from quillmap.rules.maps import MAPS
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.setup import PRESETS
from quillmap.server.games import review_work
from quillmap.server.tables.tokens import is_device_id

LONGEST: Final = 60.0
"""Seconds after which something is waited for that won't come."""
TOKEN: Final = "a-token-of-the-page-that-is-long-enough"
BASE: Final = "http://127.0.0.1:8000/"
FIRST_PARTS: Final = ("id", "code", "created", "touched", "setup", "seats", "host", "status", "game", "games")
"""What the document of a table can't do without."""
Ask = Callable[..., Awaitable[Any]]


class ScriptDatabase:
    """A database as the worker's script offers it."""

    def __init__(self) -> None:
        self._kept = RecordsInMemory()
        self.trouble = ""

    async def read(self, beginning: str) -> str:
        """Return a list of names and texts."""
        return json.dumps(list((await self._kept.read(beginning)).items()))

    async def write(self, records: str) -> str:
        """Keep the records of an object, or say why not."""
        found: Mapping[str, str] = json.loads(records)
        if not self.trouble:
            await self._kept.write(found)
        return self.trouble


async def asked(worker: Worker, method: str, path: str, body: object = None, token: str = TOKEN) -> tuple[int, Any]:
    """Return the status of an answer, and its content."""
    text = await worker.answer(method, path, f"Bearer {token}", json.dumps(body))
    head, _, content = text.partition("\n")
    status, media_type = head.split(" ", 1)
    return int(status), json.loads(content) if media_type == "application/json" else content


async def play(worker: Worker, table: str, most: int = 1000) -> int:
    """Play with what a bot advises, to the end or until *most* answers are kept; return how many were."""
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    port = worker.connect(table, lambda text: heard.put_nowait(json.loads(text)), lambda *_: None)
    port.hear(json.dumps({"type": "hello", "token": TOKEN}))
    asked_for = -1
    kept = 0
    while kept < most:
        message = await heard.get()
        kept += message["type"] == "ack"
        assert message["type"] != "refused", message
        board = message.get("board")
        if message["type"] == "hint":
            move = {"type": "move", "id": f"move-{asked_for}", "question": asked_for, "move": message["move"]}
            port.hear(json.dumps(move))
        elif board and board["result"]:
            break
        elif board and board["question"] > asked_for:
            asked_for = board["question"]
            port.hear(json.dumps({"type": "hint", "id": "h", "level": "random"}))
    return kept


def run(act: Callable[[Worker, ScriptDatabase], Awaitable[None]]) -> None:
    """Do something with a worker."""

    async def whole() -> None:
        database = ScriptDatabase()
        worker = Worker(database, BASE)
        await act(worker, database)
        await worker.close()

    asyncio.run(asyncio.wait_for(whole(), LONGEST))


def test_a_game_from_its_table_to_its_record() -> None:
    """Everything that the page asks for about a game is answered, from opening its table to its honest record."""

    async def act(worker: Worker, _database: ScriptDatabase) -> None:
        wish = {"setup": {"seed": "device"}, "most_seats": 1, "name": "Ada", "token": TOKEN}
        status, seated = await asked(worker, "POST", "/api/tables", wish)
        assert (status, seated["token"]) == (201, TOKEN)
        table = seated["table"]["id"]
        assert is_device_id(table)
        assert seated["link"] == f"{BASE}t/{table}"
        assert (await asked(worker, "POST", f"/api/tables/{table}/start"))[0] == 200
        await play(worker, table)
        _, found = await asked(worker, "GET", f"/api/tables/{table}")
        assert found["table"]["status"] == "finished"
        game = found["table"]["game"]
        assert is_device_id(game)
        _, story = await asked(worker, "GET", f"/api/tables/{table}/story")
        assert story["events"][-1]["event"] == "game-ended"
        _, summary = await asked(worker, "GET", f"/api/games/{game}")
        assert summary["names"] == ["Ada"]
        assert summary["began"] < summary["ended"]
        for part in ("replay", "maps", "verdict", "seats/0"):
            assert (await asked(worker, "GET", f"/api/games/{game}/{part}"))[0] == 200, part
        _, record = await asked(worker, "GET", f"/api/games/{game}/record")
        assert verify(read_record(record)).is_honest
        assert (await asked(worker, "POST", "/api/replay", {"record": record}))[1]["verdict"]["code"] == "honest"
        wish = {"record": record, "seat": 0, "event": 4, "name": "Ada", "token": TOKEN}
        status, seated = await asked(worker, "POST", "/api/replay/tables", wish)
        assert status == 201
        assert is_device_id(seated["table"]["id"]), "played on where it was opened"

    run(act)


def test_a_result_keeps_the_name_it_was_played_under() -> None:
    """Also when the device is started again, and another name is taken since."""

    async def result(worker: Worker, table: str) -> dict[str, Any]:
        heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        port = worker.connect(table, lambda text: heard.put_nowait(json.loads(text)), lambda *_: None)
        port.hear(json.dumps({"type": "hello", "token": TOKEN}))
        found: dict[str, Any] = (await heard.get())["board"]["result"]
        return found

    async def act(worker: Worker, database: ScriptDatabase) -> None:
        table = await begin(worker, {"seed": "device"})
        await play(worker, table)
        assert (await asked(worker, "PATCH", f"/api/tables/{table}/seats/1", {"name": "Bea"}))[0] == 200
        seen = await result(worker, table)
        assert (seen["names"], seen["is_seeded"]) == (["Cartographer"], True)
        again = Worker(database, BASE)
        assert await result(again, table) == seen
        await again.close()

    run(act)


async def begin(worker: Worker, setup: Mapping[str, Any]) -> str:
    """Begin a game at a new table of one seat, and return the id of the table."""
    status, seated = await asked(worker, "POST", "/api/tables", {"setup": setup, "most_seats": 1, "token": TOKEN})
    assert status == 201, (setup, seated)
    table: str = seated["table"]["id"]
    assert (await asked(worker, "POST", f"/api/tables/{table}/start"))[0] == 200, setup
    return table


@pytest.mark.thorough
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("box", PRESETS)
def test_every_map_can_be_played(box: str, rulebook: str) -> None:
    """In every box, by every rulebook: a game begins, and answers are kept."""

    async def act(worker: Worker, _database: ScriptDatabase) -> None:
        for map_ in MAPS:
            setup = {"box": box, "map": map_, "rulebook": rulebook, "seed": "every"}
            assert await play(worker, await begin(worker, setup), most=2) == 2, setup

    run(act)


def test_a_game_that_an_older_version_kept_goes_on() -> None:
    """What is not known any more is passed over, and what was not kept yet is what it was without being said."""

    async def act(worker: Worker, database: ScriptDatabase) -> None:
        table = await begin(worker, {"seed": "old"})
        await play(worker, table, most=3)
        older = ScriptDatabase()
        await older.write(json.dumps(as_once_kept(json.loads(await database.read("")))))
        later = Worker(older, BASE)
        _, found = await asked(later, "GET", f"/api/tables/{table}")
        assert found["table"]["status"] == "playing"
        await play(later, table)
        game = (await asked(later, "GET", f"/api/tables/{table}"))[1]["table"]["game"]
        assert verify(read_record((await asked(later, "GET", f"/api/games/{game}/record"))[1])).is_honest
        await later.close()

    run(act)


def as_once_kept(records: list[tuple[str, str]]) -> dict[str, str]:
    """Return *records* as they would be had tables been able to do less, and had something that is gone."""
    found = {}
    for name, text in records:
        if name.startswith("table/"):
            document = {part: value for part, value in json.loads(text).items() if part in FIRST_PARTS}
            found[name] = json.dumps({**document, "gone": True})
        elif not name.startswith("times/"):
            found[name] = text
    return found


def test_a_game_that_can_not_be_read_is_refused_and_stays() -> None:
    """With a problem that does not say that the table is gone; others are played as before, and nothing is written."""

    async def act(worker: Worker, database: ScriptDatabase) -> None:
        table = await begin(worker, {"seed": "unreadable"})
        kept = dict(json.loads(await database.read("")))
        newer = ScriptDatabase()
        strange = {name: text.replace("game-began", "game-dreamt") for name, text in kept.items()}
        assert strange != kept
        await newer.write(json.dumps(strange))
        later = Worker(newer, BASE)
        status, answer = await asked(later, "GET", f"/api/tables/{table}")
        assert (status, answer["error"]["code"]) == (500, "internal")
        assert dict(json.loads(await newer.read(""))) == strange
        assert await play(later, await begin(later, {"seed": "readable"}), most=1) == 1
        await later.close()

    run(act)


def test_a_finished_game_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a server, part by part; the review is kept with the game, and other answers can be tried."""
    monkeypatch.setattr(readiness, "is_possible", lambda: False)  # the compiled rules take seconds to be loaded
    monkeypatch.setattr(review_work, "be_nice", lambda: None)  # this process does other things, too

    async def act(worker: Worker, database: ScriptDatabase) -> None:
        seated = (await asked(worker, "POST", "/api/tables", {"setup": {"seed": "device"}, "token": TOKEN}))[1]
        address = f"/api/tables/{seated['table']['id']}"
        await asked(worker, "POST", f"{address}/start")
        await play(worker, seated["table"]["id"])
        game = (await asked(worker, "GET", address))[1]["table"]["game"]
        review: dict[str, Any] = {"account": None}
        while review["account"] is None:
            await asyncio.sleep(0)  # it is worked out between questions
            review = (await asked(worker, "GET", f"/api/games/{game}/seats/0/review"))[1]
        worst = max(review["decisions"], key=lambda decision: decision["loss"])
        decision, best = f"/api/games/{game}/seats/0/decisions/{worst['event']}", worst["best"][0]["move"]
        assert (await asked(worker, "GET", decision))[0] == 200
        assert (await asked(worker, "POST", decision, {"move": best}))[1]["loss"] == 0
        again = Worker(database, BASE)
        assert (await asked(again, "GET", f"/api/games/{game}/seats/0/review"))[1] == review
        await again.close()

    run(act)


def test_puzzles_are_solved() -> None:
    """They are listed and shown, and an answer is judged."""

    async def act(worker: Worker, _database: ScriptDatabase) -> None:
        listed = (await asked(worker, "GET", "/api/puzzles"))[1]
        address = f"/api/puzzles/{listed['easy'][0]}"
        assert (await asked(worker, "GET", address))[1]["position"]["own"]["choices"]
        refused = await asked(worker, "POST", address, {"move": {"move": "draw", "spaces": [], "terrain": "forest"}})
        assert refused[1]["error"]["code"] == "illegal-move"
        best = write_move(puzzles()[listed["easy"][0] - 1].best)
        del best["seat"]  # as clients send it
        assert (await asked(worker, "POST", address, {"move": best}))[1]["right"]

    run(act)


def test_what_it_can_not_answer_it_refuses_as_a_server_does() -> None:
    """With the same statuses and codes."""

    async def act(worker: Worker, database: ScriptDatabase) -> None:
        for method, path, body, expected in (
            ("GET", "/api/tables/nowhere", None, (404, "no-such-table")),
            ("GET", "/api/games/nowhere/replay", None, (404, "no-such-game")),
            ("GET", "/api/codes/ABCDEF", None, (404, "no-such-code")),
            ("POST", "/api/tables", {"setup": 3}, (400, "bad-request")),
            ("GET", "/api/daily/today", None, (404, "not-found")),
        ):
            status, answer = await asked(worker, method, path, body)
            assert (status, answer["error"]["code"]) == expected, path
        database.trouble = "no room"
        status, answer = await asked(worker, "POST", "/api/tables", {})
        assert (status, answer["error"]["code"]) == (503, "not-stored")

    run(act)


def test_the_rules_are_there_too() -> None:
    """Cards, bots, paces and the rules to read."""

    async def act(worker: Worker, _database: ScriptDatabase) -> None:
        assert len((await asked(worker, "GET", "/api/cards"))[1]["scoring"]) > 16
        assert (await asked(worker, "GET", "/api/bots"))[1]["bots"]
        assert (await asked(worker, "GET", "/api/paces"))[1]["offered"]
        assert (await asked(worker, "GET", "/api/reference"))[0] == 200
        assert (await asked(worker, "GET", "/api/tables"))[1] == {"tables": []}

    run(act)
