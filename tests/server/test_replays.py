"""Replays for a page that steps through them: histories of maps, verdicts, and records from elsewhere."""

import json
from functools import partial
from urllib.request import urlopen

import httpx
import pytest

from quillmap.server.client import call
from quillmap.server.games.archive import ReadingKey
from quillmap.server.problems import Problem
from quillmap.server.protocol.record_bodies import LARGEST_RECORD
from quillmap.server.rate_limits import Bucket
from server.harness import Json, Running, play_out, refusal, table_of


@pytest.fixture(scope="module")
def game(server: Running) -> str:
    """Return a finished game of two people with heroes and letters."""
    seats = table_of(server.url, 2, setup={"box": "heroes", "skills": "drawn"})
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    found: str = seats[0].board["game"]
    return found


@pytest.fixture(scope="module")
def record(server: Running, game: str) -> str:
    """Return the record of the game."""
    with urlopen(f"{server.url}/api/games/{game}/record") as answer:
        text: str = answer.read().decode()
    return text


def shown(server: Running, record: str) -> Json:
    """Have a record shown."""
    found: Json = call(server.url, "POST", "/api/replay", {"record": record})
    return found


def test_a_story_is_what_every_event_brought(server: Running, game: str) -> None:
    """Each line is what is told of that event alone; the last one leads to the points of the last season."""
    for seat in (0, 1):
        brought = call(server.url, "GET", f"/api/games/{game}/seats/{seat}")["brought"]
        assert brought[0]["event"] == 0
        assert [each["event"] for each in brought] == sorted({each["event"] for each in brought})
        for each in brought[1::9]:
            assert each["worth"] == call(server.url, "GET", f"/api/games/{game}/events/{each['event']}/seats/{seat}")
        frames = call(server.url, "GET", f"/api/games/{game}/replay")["frames"]
        drawn = {n for n, frame in enumerate(frames, start=1) if str(seat) in frame["seats"]}
        assert drawn <= {each["event"] for each in brought}
        scored = [frame["event"] for frame in frames if frame["event"]["event"] == "season-scored"]
        winter = scored[-1]["scores"][seat]
        total = sum(winter["edicts"]) + winter["coins"] - winter["monsters"]
        assert brought[-1]["worth"]["season_after"] == total


@pytest.mark.parametrize("until", ["return", "end"])
def test_a_replay_ends_with_the_result_that_the_table_saw(server: Running, until: str) -> None:
    """Also with what helped whom, and with the place of somebody who resigned; a record knows nothing of either."""
    host, guest = table_of(server.url, 2)
    host.start()
    host.ask("PUT", "/seats/1/stand-in", {"level": "apprentice", "until": until})
    seen = play_out([guest])[0]
    assert seen["help"][0]["stand_ins"] > 0
    assert seen["help"][0]["resigned"] == (until == "end")
    assert guest.board is not None
    game = guest.board["game"]
    end = call(server.url, "GET", f"/api/games/{game}/replay")["frames"][-1]
    assert end["changes"]["result"] == seen
    sent = shown(server, call(server.url, "GET", f"/api/games/{game}/record"))
    result = sent["replay"]["frames"][-1]["changes"]["result"]
    assert (result["help"], result["names"], result["is_seeded"]) == ([], [], None)


def test_the_maps_at_the_end(server: Running, game: str) -> None:
    """They are those of the last frame of the replay, and what they earned adds up to the result."""
    maps = call(server.url, "GET", f"/api/games/{game}/maps")
    sheets = maps["sheets"]
    replay = call(server.url, "GET", f"/api/games/{game}/replay")
    last = {str(n): seat["sheet"] for n, seat in enumerate(replay["board"]["seats"])}
    for frame in replay["frames"]:
        last |= {number: seat["sheet"] for number, seat in frame["seats"].items()}
    assert sheets == [last["0"], last["1"]]
    assert maps["edicts"] == list(replay["board"]["edicts"])
    assert maps["setup"] == replay["board"]["setup"]
    for earned, total in zip(maps["earnings"], replay["summary"]["totals"], strict=True):
        assert sum(earned["edicts"]) + earned["coins"] - earned["monsters"] == total == sum(earned["seasons"])


def test_no_story_without_a_seat(server: Running, game: str) -> None:
    """A seat that is not there has none."""
    for seat in ("2", "99999999999", "x"):
        path = f"/api/games/{game}/seats/{seat}"
        assert refusal(partial(call, server.url, "GET", path)) == "no-such-seat"


def test_an_honest_game_is_called_honest(server: Running, game: str) -> None:
    """The server deals and plays it again."""
    for _ in range(2):  # the second time from memory
        verdict = call(server.url, "GET", f"/api/games/{game}/verdict")
        assert (verdict["finding"], verdict["event"]) == ("honest", None)
    assert refusal(lambda: call(server.url, "GET", "/api/games/nonsense/verdict")) == "no-such-game"


def test_a_record_is_shown_like_the_game_it_came_from(server: Running, game: str, record: str) -> None:
    """Frames, histories and verdict are the same; who played, and who chose the deal, is not in a record."""
    found = shown(server, record)
    replay = call(server.url, "GET", f"/api/games/{game}/replay")
    result = replay["frames"][-1]["changes"]["result"]
    assert (result["names"], result["is_seeded"]) == (replay["summary"]["names"], False)
    result |= {"names": [], "is_seeded": None}
    assert found["replay"]["frames"] == replay["frames"]
    assert found["replay"]["summary"]["totals"] == replay["summary"]["totals"]
    assert found["replay"]["summary"]["names"] == []
    assert found["stories"] == [call(server.url, "GET", f"/api/games/{game}/seats/{seat}") for seat in (0, 1)]
    assert found["verdict"]["finding"] == "honest"


def test_a_record_does_not_tell_who_chose_its_seed(server: Running, game: str, record: str) -> None:
    """So nobody is told that nobody did."""
    assert call(server.url, "GET", f"/api/games/{game}")["is_seeded"] is False
    assert shown(server, record)["replay"]["summary"]["is_seeded"] is None


def test_a_record_that_was_tampered_with_is_told(server: Running, record: str) -> None:
    """Another total is found, and where."""
    lines = record.strip().split("\n")
    last = json.loads(lines[-1])
    last["totals"][0] += 1
    verdict = shown(server, "\n".join([*lines[:-1], json.dumps(last)]))["verdict"]
    assert (verdict["finding"], verdict["code"], verdict["event"]) == ("dishonest", "wrong-score", len(lines))
    expected, found = verdict["expected_event"], verdict["found_event"]
    assert (expected["event"], found["totals"][0] - expected["totals"][0]) == ("game-ended", 1)


def test_half_a_record_is_shown_as_far_as_it_goes(server: Running, record: str) -> None:
    """A game that has not ended has no verdict yet."""
    lines = record.strip().split("\n")[:20]
    found = shown(server, "\n".join(lines))
    assert len(found["replay"]["frames"]) == 19
    assert found["verdict"]["finding"] == "unfinished"


def test_a_question_that_no_card_asks_is_refused(server: Running, record: str) -> None:
    """With its line; the process that reads records goes on."""
    lines = record.splitlines()
    place = next(number for number, line in enumerate(lines) if '"ask": "draw"' in line)
    text = "\n".join([*lines[:place], lines[place].replace('"draw"', '"ambush"')])
    shown(server, record)
    archive = server.registry.archive
    workers = archive.pool_for_sent.idle
    answer = httpx.post(f"{server.url}/api/replay", json={"record": text}).json()
    assert answer["error"]["code"] == "bad-record"
    assert f"event {place + 1}: " in answer["error"]["message"]
    assert answer["error"]["params"] == {"event": place + 1}
    assert archive.pool_for_sent.idle == workers
    assert not set(workers) & set(archive.pool.idle), "games have another one"


def test_a_bug_in_reading_costs_what_it_took(
    server: Running, game: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is charged, logged once, and ends no process."""
    archive = server.registry.archive
    summary = server.result_of(server.registry.game_summary(game))
    charged: list[float] = []
    monkeypatch.setattr(Bucket, "overdraw", lambda _, seconds: charged.append(seconds))
    workers = archive.pool.idle
    for number in range(3):  # a function that can't read a game
        key = ReadingKey(json.loads, game, (number,))
        with pytest.raises(Problem) as refused:
            server.result_of(archive.read(key, summary, partial(server.registry.storage.game_events, game), "10.0.0.1"))
        assert refused.value.code == "internal"
    assert len(charged) == 3
    assert archive.pool.idle == workers
    [line] = [record for record in caplog.records if record.getMessage() == "reading a game failed"]
    assert "TypeError" in line.__dict__["error"]


def test_what_is_no_record_is_refused(server: Running, record: str) -> None:
    """Any other text, a year of five seasons, and a file that is too large are told apart from a record."""
    lines = record.strip().split("\n")
    season = next(line for line in lines if "season-began" in line)
    for text in ("x", "{}", lines[1], "\n".join([lines[0], *[season] * 5])):
        assert refusal(partial(shown, server, text)) == "bad-record"
    assert refusal(lambda: shown(server, "x" * (LARGEST_RECORD + 1))) == "bad-request"
    assert refusal(lambda: shown(server, "x" * (2 * LARGEST_RECORD))) == "too-large"
