"""What has happened so far, asked for by somebody who comes later or comes back."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from quillmap.server.client import Seat, call
from quillmap.server.games import story as module
from server.harness import Json, Running, play_out, refusal, table_of

SECRET = ("submitted", "taken-back")


def story(seat: Seat) -> Json:
    """Return the story of a seat's table."""
    found: Json = seat.ask("GET", "/story")
    return found


def test_the_story_goes_from_the_beginning_to_the_board_without_a_secret(server: Running) -> None:
    """It has what everybody was told, in its order, and no card before it is revealed."""
    seats = table_of(server.url, 2)
    assert refusal(partial(story, seats[0])) == "not-started"
    seats[0].start()
    welcome = seats[0].connect()
    found = story(seats[1])
    assert (found["game"], found["version"]) == (welcome["board"]["game"], welcome["board"]["version"])
    names = [event["event"] for event in found["events"]]
    assert names[:2] == ["game-began", "season-began"]
    assert not set(names) & set(SECRET)
    assert not found["events"][1].get("deck")
    assert not found["events"][0]["setup"].get("seed")
    assert found["events"][-1] == welcome["recent"][-1]


def test_only_the_table_itself_is_told_where_nobody_may_watch(server: Running) -> None:
    """A spectator of such a table would learn the cards by the story."""
    host = Seat.create(server.url, "Ada", spectators=False)
    host.start()
    path = f"/api/tables/{host.table}/story"
    assert refusal(partial(call, server.url, "GET", path)) == "no-spectators"
    assert refusal(partial(call, server.url, "GET", path, None, "a-token-that-opens-nothing-here")) == "no-spectators"
    assert story(host)["events"]


def test_a_story_is_read_once_however_many_ask(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until something happens, also when the game is over."""
    storage, loaded = server.registry.storage, list[str]()

    async def counted(game: str, network: str) -> tuple[bytes, ...]:
        loaded.append(game)
        return await events(game, network)

    events = storage.game_events
    monkeypatch.setattr(storage, "game_events", counted)
    (seat,) = table_of(server.url, 1)
    seat.start()
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: story(seat), range(8)))
    assert all(each == found[0] for each in found)
    assert len(loaded) == 1
    play_out([seat])
    ended = story(seat)
    assert ended["version"] > found[0]["version"]
    assert story(seat) == ended
    assert len(loaded) == 2


def test_a_long_story_tells_its_end() -> None:
    """A table of a hundred would tell thousands of drawings."""
    lines = [json.dumps({"event": "passed", "n": n}).encode() for n in range(module.MOST_TOLD + 5)]
    told = module.story("g", [*lines, b'{"event": "submitted"}'], hides_seed=False)
    assert (len(told.events), told.version) == (module.MOST_TOLD, len(lines) + 1)
    assert json.loads(bytes(told.events[-1]))["n"] == len(lines) - 1


def test_the_story_of_a_finished_game_has_its_end(server: Running) -> None:
    """With the seed, which everybody may know now."""
    seats = table_of(server.url, 1)
    seats[0].start()
    play_out(seats)
    last = story(seats[0])["events"][-1]
    assert (last["event"], bool(last["seed"])) == ("game-ended", True)
