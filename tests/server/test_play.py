"""Whole games over real sockets, and the rules of the conversation."""

from dataclasses import replace
from itertools import pairwise
from urllib.request import urlopen

import pytest

from quillmap.play.record import read_record
from quillmap.rules.dealing import begin
from quillmap.rules.events import GameBegan, GameEnded
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat as SeatNumber
from quillmap.rules.options import Options
from quillmap.server.client import Refused, Seat, call, legal_moves, names_of
from server.harness import Json, Running, first_move, play_out, receive_until, refusal, table_of

SETUPS: list[tuple[int, Json]] = [
    (1, {"box": "base"}),
    (1, {"box": "heroes", "rulebook": "de"}),
    (3, {"box": "base", "map": "B", "skills": ["acrobatics", "lore", "negotiation"]}),
    (2, {"box": "heroes", "ambushes": ["gorgon-gaze", "giant-troll-ravage", "zombie-plague", "dragon-inferno"]}),
    (4, {"box": "mixed", "map": "generated-wasteland", "promos": True}),
]


def finished(server: Running, people: int = 2, **wishes: object) -> tuple[list[Seat], str]:
    """Play a game to its end; return its seats and its id."""
    seats = table_of(server.url, people, **wishes)
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    return seats, seats[0].board["game"]


@pytest.fixture
def pair(server: Running) -> list[Seat]:
    """Two seats whose game has begun, both connected."""
    seats = table_of(server.url, 2)
    seats[0].start()
    for seat in seats:
        seat.connect()
    return seats


def send_move(seat: Seat, message_id: str, move: Json, question: int | None = None) -> None:
    """Send a move without waiting for anything."""
    assert seat.board is not None
    asked = seat.board["question"] if question is None else question
    seat.send({"type": "move", "id": message_id, "question": asked, "move": move})


@pytest.mark.parametrize(("people", "setup"), SETUPS)
def test_a_table_plays_a_whole_game(server: Running, people: int, setup: Json) -> None:
    """All seats see the same end, which is what the stored log adds up to."""
    seats = table_of(server.url, people, setup=setup)
    seats[0].start()
    results = play_out(seats, seed=setup)
    assert all(result == results[0] for result in results)
    assert seats[0].board is not None
    assert all(seat.board == server.stored_board(seats[0].board["game"]) for seat in seats)


def test_the_record_of_a_finished_game_can_be_verified(server: Running) -> None:
    """From the record and the published seed the same cards are dealt again."""
    _, game = finished(server)
    with urlopen(f"{server.url}/api/games/{game}/record") as answer:
        events = read_record(answer.read().decode())
    began, ended = events[0], events[-1]
    assert isinstance(began, GameBegan)
    assert isinstance(ended, GameEnded)
    dealt = begin(replace(began.setup, seed=ended.seed))
    assert (dealt.seed_hash, dealt.edicts) == (began.seed_hash, began.edicts)
    assert fold(events).result == ended


def test_a_replay_leads_from_the_first_board_to_the_last(server: Running) -> None:
    """Laying the changes of all frames over the first board gives the final one."""
    seats, game = finished(server)
    replay = call(server.url, "GET", f"/api/games/{game}/replay")
    board = replay["board"]
    for frame in replay["frames"]:
        board |= frame["changes"]
        for number, seat in frame["seats"].items():
            board["seats"][int(number)] = seat
    assert seats[0].board is not None
    for key in ("seats", "result", "season", "revealed", "gone", "step"):
        assert board[key] == seats[0].board[key]


def test_what_an_event_brought_is_told(server: Running) -> None:
    """The worth of a map after each event begins where it ended after the one before."""
    _, game = finished(server, 1)
    drawn = [
        number
        for number, frame in enumerate(call(server.url, "GET", f"/api/games/{game}/replay")["frames"], start=1)
        if frame["event"]["event"] == "drawn"
    ]
    worths = [call(server.url, "GET", f"/api/games/{game}/events/{number}/seats/0") for number in drawn[:3]]
    for before, after in pairwise(worths):
        assert [edict["after"] for edict in before["edicts"]] == [edict["before"] for edict in after["edicts"]]


def test_nobody_goes_on_before_all_have_drawn(pair: list[Seat]) -> None:
    """The second seat sees who has drawn, and only its own drawing ends the round."""
    first, second = pair
    first.move(first_move(first))
    news = receive_until(second, "progress")
    while not news["answered"]:
        news = receive_until(second, "progress")
    assert (news["answered"], news["waiting"]) == ([0], [1])
    second.move(first_move(second))
    drawn = [each for each in receive_until(first, "update")["events"] if each["event"] == "drawn"]
    assert [each["seat"] for each in drawn] == [0, 1]


def test_a_drawing_can_be_taken_back_until_all_have_drawn(pair: list[Seat]) -> None:
    """After a take-back the seat is asked again; once the round is over there is nothing to take back."""
    first, second = pair
    first.move(first_move(first))
    receive_until(first, "own")
    assert first.own is not None
    assert first.own["answer"] is not None
    first.move({"move": "take-back"})
    receive_until(first, "own")
    assert first.own["answer"] is None
    first.move(legal_moves(first.own["choices"])[-1])
    second.move(first_move(second))
    receive_until(first, "update")
    with pytest.raises(Refused) as refused:
        first.move({"move": "take-back"})
    assert refused.value.params["reason"] == "nothing-to-take-back"


def test_a_repeated_move_is_only_acknowledged_again(server: Running, pair: list[Seat]) -> None:
    """The same id three times is one event, and every time the same version."""
    first, _ = pair
    assert first.board is not None
    before = len(server.log(first.board["game"]))
    move = first_move(first)
    for _ in range(3):
        send_move(first, "same", move)
    versions = [receive_until(first, "ack")["version"] for _ in range(3)]
    assert versions == [before + 1] * 3
    assert len(server.log(first.board["game"])) == before + 1


def test_another_move_under_a_used_id_is_refused(server: Running, pair: list[Seat]) -> None:
    """An id stands for one move: with another drawing, or for the next question, nothing is made or acknowledged."""
    first, second = pair
    drawn, other = legal_moves((first.own or {})["choices"])[:2]
    send_move(first, "same", drawn)
    receive_until(first, "ack")
    send_move(first, "same", other)
    assert receive_until(first, "ack", "refused")["error"]["code"] == "bad-message"
    second.move(first_move(second))
    receive_until(first, "update")
    assert first.board is not None
    before = len(server.log(first.board["game"]))
    send_move(first, "same", first_move(first))
    assert receive_until(first, "ack", "refused")["error"]["code"] == "bad-message"
    assert len(server.log(first.board["game"])) == before
    send_move(first, "new", first_move(first))
    assert receive_until(first, "ack", "refused")["type"] == "ack"


def test_ids_of_the_previous_game_may_be_used_again(server: Running) -> None:
    """A client that counts its moves from one in every game plays a rematch as it played the first game."""
    (seat,) = table_of(server.url, 1)
    for _ in range(2):
        seat.start()
        seat.connect()
        number = 0
        while seat.board is None or seat.board["result"] is None:
            assert seat.board is not None
            before = seat.board["version"]
            send_move(seat, f"m{(number := number + 1)}", first_move(seat))
            assert receive_until(seat, "ack", "refused")["type"] == "ack"
            receive_until(seat, "update")
            assert seat.board["version"] > before
        seat.close()
        seat.ask("POST", "/rematch")


def test_a_move_for_an_earlier_question_is_refused(pair: list[Seat]) -> None:
    """A stale move changes nothing; the board that makes it stale was sent before, and is not sent again."""
    first, second = pair
    old, move = first.board, first_move(first)
    assert old is not None
    first.move(move)
    second.move(first_move(second))
    question = receive_until(first, "update")["board"]["question"]
    send_move(first, "late", move, question=old["question"])
    refused = receive_until(first, "update", "refused")
    assert (refused["error"]["code"], refused["error"]["params"]) == ("stale", {"question": question})
    first.send({"type": "ping", "id": "after"})
    assert receive_until(first, "update", "pong")["type"] == "pong"


def test_two_different_drawings_of_one_seat_are_one(pair: list[Seat]) -> None:
    """The second drawing of a seat that has drawn is refused."""
    first, _ = pair
    moves = legal_moves(first.own["choices"] if first.own else {})
    first.move(moves[0])
    with pytest.raises(Refused) as refused:
        first.move(moves[1])
    assert refused.value.params["reason"] == "already-answered"


def test_an_illegal_move_says_why_and_changes_nothing(server: Running, pair: list[Seat]) -> None:
    """The refusal carries the code of the rule that was broken."""
    first, _ = pair
    assert first.board is not None
    before = server.log(first.board["game"])
    with pytest.raises(Refused) as refused:
        first.move({"move": "draw", "spaces": ["A1", "K11"], "terrain": "forest"})
    assert refused.value.code == "illegal-move"
    assert refused.value.params["reason"] in ("wrong-shape", "wrong-terrain")
    assert server.log(first.board["game"]) == before


def test_several_tabs_of_a_seat_stay_in_step(server: Running, pair: list[Seat]) -> None:
    """A drawing in one tab shows in the other, and can be taken back there."""
    first, _ = pair
    tab = Seat(server.url, first.table, first.token)
    tab.connect()
    first.move(first_move(first))
    assert receive_until(tab, "own")["own"]["answer"]["move"] == "draw"
    tab.move({"move": "take-back"})
    while first.own is None or first.own["choices"] is None:
        receive_until(first, "own")
    tab.close()


def test_the_preview_of_a_drawing_is_what_it_brings(server: Running) -> None:
    """A solo player's preview is the worth of the sheet after the drawing."""
    seat = table_of(server.url, 1, setup={"ambushes": "none", "ruins": False})[0]
    seat.start()
    seat.connect()
    for _ in range(4):
        assert seat.board is not None
        season = seat.board["season"]
        move = first_move(seat)
        before = seat.preview()
        after = seat.preview(move)
        assert before["season_after"] == after["season_before"]
        seat.move(move)
        receive_until(seat, "update")
        if seat.board["season"] == season:
            now = seat.preview()
            assert [edict["after"] for edict in now["edicts"]] == [edict["after"] for edict in after["edicts"]]
            assert (now["coins_after"], now["monsters_after"]) == (after["coins_after"], after["monsters_after"])


def test_what_a_seat_has_drawn_counts_in_what_its_map_is_worth(server: Running) -> None:
    """Before everybody has drawn; for the others the map is as it lies there, and a take-back takes it back."""
    host, guest = seats = table_of(server.url, 2, setup={"ambushes": "none"})
    host.start()
    for seat in seats:
        seat.connect()
    assert host.own is not None
    moves = legal_moves(host.own["choices"])[:200]
    before, move = host.preview(), max(moves, key=lambda each: sum(_edicts(host.preview(each))))
    promised = host.preview(move)
    assert _edicts(promised) != _edicts(before)
    host.move(move)
    receive_until(host, "own")
    assert _edicts(host.preview()) == _edicts(promised)
    guest.send({"type": "preview", "id": "w", "seat": 0})
    assert receive_until(guest, "preview")["worth"] == before
    host.move({"move": "take-back"})
    receive_until(host, "own")
    assert host.preview() == before
    for seat in seats:
        seat.close()


def _edicts(worth: Json) -> list[int]:
    return [edict["after"] for edict in worth["edicts"]]


def test_the_legal_anchors_are_all_and_only_legal(server: Running) -> None:
    """Every move made from the anchors is accepted as a preview, and there are as many as the rules count."""
    seat = table_of(server.url, 1)[0]
    seat.start()
    seat.connect()
    assert seat.own is not None
    moves = legal_moves(seat.own["choices"])
    table = server.registry.live[seat.table]
    assert table.game is not None
    assert len(moves) == Options(table.game.now.state, SeatNumber(0)).count()
    for move in moves[::25]:
        assert seat.preview(move)["sheet"] == 0


def test_a_skill_says_where_it_may_draw_besides(server: Running) -> None:
    """Search offers the spaces beside the main shape, and the move with one of them is accepted."""
    seat = table_of(server.url, 1, setup={"skills": ["search", "lore", "stealth"], "ambushes": "none"})[0]
    seat.start()
    seat.connect()
    move = {**first_move(seat), "skill": "search"}
    seat.send({"type": "extras", "id": "x", "move": move})
    extras = receive_until(seat, "extras")["extras"]["spaces"]
    assert extras
    seat.move({**move, "extra": names_of(extras[0])})
    drawn = [each for each in receive_until(seat, "update")["events"] if each["event"] == "drawn"]
    assert drawn[0]["extra"]["spaces"] == names_of(extras[0])


def test_spectators_see_the_table_and_can_do_nothing(server: Running, pair: list[Seat]) -> None:
    """Without a token one gets the board, no choices, and every move is refused."""
    watcher = Seat(server.url, pair[0].table, "")
    watcher.token = None  # type: ignore[assignment]  # a spectator has none
    welcome = watcher.connect()
    assert welcome["seat"] is None
    assert welcome["own"] is None
    assert welcome["board"]["waiting"] == [0, 1]
    assert refusal(lambda: watcher.move({"move": "take-back"})) == "token-needed"
    watcher.close()


def test_spectators_may_ask_what_a_map_is_worth(server: Running, pair: list[Seat]) -> None:
    """As it lies before everybody; a move is previewed only by its seat."""
    spectator = Seat(server.url, pair[0].table, "")
    spectator.token = None  # type: ignore[assignment]
    spectator.connect()
    spectator.send({"type": "preview", "id": "w", "seat": 1})
    assert receive_until(spectator, "preview")["worth"]["sheet"] == 1
    for wrong in ({"seat": 2}, {"seat": 0, "move": first_move(pair[0])}):
        spectator.send({"type": "preview", "id": "x", **wrong})
        assert receive_until(spectator, "refused")["error"]["code"] == "bad-message"
    spectator.send({"type": "preview", "id": "y"})
    assert receive_until(spectator, "refused")["error"]["code"] == "token-needed"
    for seat in (*pair, spectator):
        seat.close()


def test_who_joins_after_a_game_has_no_map_in_it(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """The last game is still shown while people sit down for the next one."""
    seats, _ = finished(server)
    seats[0].ask("POST", "/rematch")
    newcomer = Seat.join(server.url, seats[0].table, "Newcomer")
    newcomer.connect()
    drawing = {"move": "draw", "spaces": ["A1"], "terrain": "forest"}
    nudge = {"type": "signal", "kind": "nudge", "seat": 1}
    assert seats[0].board is not None
    showing = {"type": "showing", "game": seats[0].board["game"]}
    answers = []
    for message in (
        *({"type": "preview"}, {"type": "preview", "move": drawing}, {"type": "preview", "seat": 2}),
        *({"type": "extras", "move": drawing}, {"type": "hint"}, nudge),
    ):
        newcomer.send({"id": "x", **message})
        answers.append(receive_until(newcomer, "refused")["error"]["code"])
    assert answers == ["not-started", "not-started", "bad-message", "not-started", "not-started", "stale"]
    newcomer.send({"id": "y", **showing})
    assert receive_until(newcomer, "ack")["id"] == "y"
    assert [record for record in caplog.records if record.name == "quillmap.sockets"] == []
    for seat in (*seats, newcomer):
        seat.close()


def test_everybody_has_their_own_map_of_the_last_game(server: Running) -> None:
    """Whoever changes places or leaves before the next game, and whoever takes the empty seat."""
    seats = table_of(server.url, 3)
    seats[0].start()
    play_out(seats)
    seats[0].ask("POST", "/rematch")

    def own_numbers() -> list[int | None]:
        found = [seat.connect()["own"] for seat in (*seats, *newcomers)]
        for seat in (*seats, *newcomers):
            seat.close()
        return [own and own["seat"] for own in found]

    newcomers: list[Seat] = []
    seats[0].ask("PUT", "/order", {"seats": [3, 1, 2]})
    assert own_numbers() == [0, 1, 2]
    seats.pop(1).ask("DELETE", "/seats/2")
    newcomers.append(Seat.join(server.url, seats[0].table, "Newcomer"))
    assert own_numbers() == [0, 2, None]
    seats[0].start()
    assert own_numbers() == [1, 0, 2]


def test_a_rematch_keeps_the_table(server: Running) -> None:
    """The same people play again, in another order; both games stay, and tell which seats played them."""
    seats, first_game = finished(server)
    seats[0].ask("POST", "/rematch")
    seats[0].ask("PUT", "/order", {"seats": [2, 1]})
    seats[0].start()
    play_out(seats, seed="again")
    games = seats[0].ask("GET")["table"]["games"]
    assert len(games) == 2
    assert games[0] == first_game
    summaries = [call(server.url, "GET", f"/api/games/{game}") for game in games]
    assert [len(summary["totals"]) for summary in summaries] == [2, 2]
    assert [summary["seats"] for summary in summaries] == [[1, 2], [2, 1]]
