"""Who resigns: a bot plays to the end, and the rank is the last."""

from functools import partial

from quillmap.server.client import call
from server.harness import Running, play_out, receive_until, refusal
from server.standing_in import stand_in, started_table, until_progress


def test_who_resigns_has_resigned(brief: Running) -> None:
    """A bot plays to the end; the person may only watch, and is not waited for as somebody who is away."""
    host, guest = started_table(brief, 2)
    assert stand_in(guest, 2, {"level": "random", "until": "end"})["seats"][1]["until"] == "end"
    assert refusal(partial(stand_in, guest, 2, {"level": None})) == "resigned"
    guest.close()
    assert until_progress(host, lambda news: news["present"] == [1])["away"] == []
    assert guest.connect()["own"] is None
    guest.send({"type": "preview", "id": "p"})
    assert receive_until(guest, "refused")["error"]["code"] == "resigned"
    guest.close()
    assert len(play_out([host])[0]["totals"]) == 2
    seats = host.ask("POST", "/rematch")["table"]["seats"]
    assert [seat["until"] for seat in seats] == ["", ""]


def test_who_resigned_is_ranked_after_everybody_else(led: Running) -> None:
    """On the board, in the story, in the summary and in the replay; the mark stays when the table waits again."""
    host, guest, third = started_table(led, 3)
    stand_in(guest, 2, {"level": "surveyor", "until": "end"})
    guest.close()
    result = play_out([host, third])[0]
    assert result["ranks"][1] == 3
    assert sorted(result["ranks"][::2]) in ([1, 1], [1, 2])
    assert host.board is not None
    game, board = host.board["game"], host.board
    assert board["ranks"] == board["result"]["ranks"] == result["ranks"]
    assert [each["resigned"] for each in board["result"]["help"]] == [False, True, False]
    assert host.ask("GET", "/story")["events"][-1]["ranks"] == result["ranks"]
    host.ask("POST", "/rematch")
    assert host.connect()["board"]["result"] == board["result"]
    replay = call(led.url, "GET", f"/api/games/{game}/replay")
    end = replay["frames"][-1]
    assert replay["summary"]["ranks"] == end["event"]["ranks"] == end["changes"]["result"]["ranks"] == result["ranks"]
    for seat in (host, third):
        seat.close()
