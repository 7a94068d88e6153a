"""Attacks: each tries to see or do what it must not."""

import json
import logging
import socket
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.request import Request, urlopen

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from quillmap.play.codec import read_setup
from quillmap.rules.chance import seed_hash
from quillmap.rules.dealing import begin
from quillmap.rules.events import GameBegan, SeasonBegan, Submitted
from quillmap.rules.setup import ambush_pool, hero_pool
from quillmap.server.client import Refused, Seat, call
from quillmap.server.storage.sqlite.storage import FILE_NAME
from server.harness import LONGEST_WAIT, Json, Running, first_move, play_out, receive_until, refusal, running, table_of


def everything_seen(seats: list[Seat]) -> list[str]:
    """Play a whole game and return every message that the last seat got."""
    seen: list[str] = []
    spy = seats[-1]
    receive = spy.receive

    def listening(timeout: float | None = None) -> Json:
        message = receive(timeout)
        seen.append(json.dumps(message))
        return message

    spy.receive = listening  # type: ignore[method-assign]  # only to listen in
    play_out(seats)
    return seen


def test_no_message_shows_a_hidden_card_or_the_seed(server: Running) -> None:
    """Before the end nobody gets the seed, the order of a deck, or a card before it is turned over."""
    seats = table_of(server.url, 2, setup={"box": "mixed"})
    seats[0].start()
    seen = everything_seen(seats)
    assert seats[0].board is not None
    log = server.log(seats[0].board["game"])
    began = log[0]
    assert isinstance(began, GameBegan)
    before_end = [text for text in seen if '"event": "game-ended"' not in text and '"result": null' in text]
    assert before_end
    assert not any(began.setup.seed in text for text in before_end)
    assert not any(word in text for text in seen for word in ('"deck"', '"ambush_deck"', '"hero_deck"'))
    # Every card that a message names was turned over by then, or is in every deck.
    hidden = {*began.ambush_deck, *began.hero_deck}
    turned: set[str] = set()
    for text in before_end:
        message = json.loads(text)
        board = message.get("board")
        if board is not None:
            turned |= set(board["revealed"]) | set(board["gone"])
            # What may come is the whole pool: it says nothing about which of it was dealt.
            may_come = board.pop("to_come")
            for kind, pool in (("ambush", ambush_pool(began.setup)), ("hero", hero_pool(began.setup))):
                assert may_come.get(f"{kind}_candidates", []) in ([], [card for card in pool if card not in turned])
        assert all(card in turned for card in hidden if f'"{card}"' in json.dumps(message))


def test_a_word_that_can_be_guessed_is_known_by_what_it_deals(server: Running) -> None:
    """What lies open fits one of many words: hiding the hash keeps no such deal secret, and SECURITY.md says so."""
    words = ["summer", *(f"word {number}" for number in range(300))]
    host, guest = table_of(server.url, 2, setup={"seed": "summer"})
    host.start()
    board = guest.connect()["board"]
    guest.close()
    assert board["seed_hash"] == ""
    setup = read_setup(board["setup"])
    assert [word for word in words if list(begin(replace(setup, seed=word)).edicts) == board["edicts"]] == ["summer"]


def test_the_hash_of_a_chosen_seed_is_told_with_the_seed(server: Running) -> None:
    """A list of words finds a word by its hash, and with it every card: so nobody is told before the end."""
    seats = table_of(server.url, 2, setup={"seed": "summer"})
    spectator = Seat(server.url, seats[0].table, "")
    spectator.token = None  # type: ignore[assignment]
    seen: list[str] = []
    for client in (*seats, spectator):
        client.connect()
    seats[0].start()
    for client in (*seats, spectator):
        told = receive_until(client, "update")
        assert (told["board"]["seed_hash"], told["events"][0]["seed_hash"]) == ("", "")
        seen += [json.dumps(told), json.dumps(client.connect()), json.dumps(seats[0].ask("GET"))]
        client.close()
    seen.append(json.dumps(call(server.url, "GET", f"/api/tables/{seats[0].table}/story", None, seats[1].token)))
    assert not any(seed_hash("summer") in text for text in seen)
    play_out(seats)
    welcome = seats[1].connect()
    seats[1].close()
    assert (welcome["board"]["seed_hash"], welcome["board"]["result"]["seed"]) == (seed_hash("summer"), "summer")
    story = call(server.url, "GET", f"/api/tables/{seats[0].table}/story", None, seats[1].token)
    assert story["events"][0]["seed_hash"] == seed_hash("summer")
    game = welcome["board"]["game"]
    assert call(server.url, "GET", f"/api/games/{game}/verdict")["finding"] == "honest"
    seats[0].ask("POST", "/rematch")
    seats[0].start()
    chance = seats[0].connect()
    seats[0].close()
    assert len(chance["board"]["seed_hash"]) == 64  # the seed of the next game is random again


def test_nobody_sees_a_drawing_before_everybody_has_drawn(server: Running) -> None:
    """Others are told that a seat has drawn, and not what."""
    first, second = table_of(server.url, 2)
    first.start()
    first.connect()
    second.connect()
    move = first_move(first)
    first.move(move)
    seen = []
    while not (message := receive_until(second, "progress", "update", "own"))["answered"]:
        seen.append(message)
    assert not any(message["type"] != "progress" for message in seen)
    assert second.connect()["own"]["answer"] is None
    assert second.board is not None
    assert all("forest" not in seat["sheet"] for seat in second.board["seats"])


def test_a_seat_draws_only_for_itself(server: Running) -> None:
    """A move names no seat; one that does is not understood."""
    first, second = table_of(server.url, 2)
    first.start()
    second.connect()
    assert second.board is not None
    move = {**first_move(second), "seat": 0}
    second.send({"type": "move", "id": "x", "question": second.board["question"], "move": move})
    assert receive_until(second, "refused")["error"]["code"] == "bad-message"
    assert first.connect()["own"]["answer"] is None


def test_the_token_of_another_table_opens_nothing(server: Running) -> None:
    """Neither its socket nor its host's rights."""
    mine, other = Seat.create(server.url, "Ada"), Seat.create(server.url, "Eve")
    thief = Seat(server.url, mine.table, other.token)
    assert refusal(thief.connect) == "unknown-token"
    assert refusal(thief.start) == "not-host"
    assert refusal(lambda: thief.add_bots("random")) == "not-host"
    assert refusal(lambda: thief.ask("DELETE", "/seats/1")) == "not-yours"
    assert refusal(lambda: thief.ask("POST", "/seats/1/token")) == "not-yours"


def test_a_guest_has_no_rights_of_the_host(server: Running) -> None:
    """Every right of the host is tried with a guest's token."""
    host, guest = table_of(server.url, 2)
    attempts: list[tuple[str, str, Json | None]] = [
        ("POST", "/start", None),
        ("POST", "/bots", {"level": "random"}),
        ("PUT", "/order", {"seats": [2, 1]}),
        ("PUT", "/host", {"seat": 2}),
        ("PATCH", "", {"listed": True}),
        ("POST", "/rematch", None),
    ]
    for method, path, body in attempts:
        assert refusal(partial(guest.ask, method, path, body)) == "not-host"
    stand_ins = [("PUT", "/seats/1/stand-in", body) for body in ({"until": "end"}, {"level": "random"})]
    for method, path, body in [("DELETE", "/seats/1", None), *stand_ins]:
        assert refusal(partial(guest.ask, method, path, body)) == "not-yours"
    assert host.ask("GET")["table"]["status"] == "waiting"


def test_without_a_token_nothing_is_done(server: Running) -> None:
    """Every change of a table needs one."""
    host = Seat.create(server.url, "Ada")
    assert refusal(lambda: call(server.url, "POST", f"/api/tables/{host.table}/start")) == "token-needed"
    assert refusal(lambda: call(server.url, "DELETE", f"/api/tables/{host.table}/seats/1")) == "token-needed"


def test_a_private_table_is_found_by_nobody_without_link_or_code(server: Running) -> None:
    """It is in no list, and wrong links and codes find nothing."""
    host = Seat.create(server.url, "Ada")
    assert host.table not in json.dumps(call(server.url, "GET", "/api/tables"))
    assert refusal(lambda: call(server.url, "GET", f"/api/tables/{host.table[:-1]}")) == "no-such-table"
    assert refusal(lambda: call(server.url, "GET", "/api/codes/AAAAAA")) == "no-such-code"
    assert refusal(lambda: Seat(server.url, "guess", host.token).connect()) == "no-such-table"


def test_a_table_without_spectators_is_read_by_its_seats_only(server: Running) -> None:
    """The link alone opens no socket there."""
    host = Seat.create(server.url, "Ada", spectators=False)
    watcher = Seat(server.url, host.table, "")
    watcher.token = None  # type: ignore[assignment]  # a spectator has none
    assert refusal(watcher.connect) == "no-spectators"


def test_a_running_game_has_no_record_yet(server: Running) -> None:
    """Record and replay come when the game is over."""
    host = Seat.create(server.url, "Ada")
    host.start()
    game = host.ask("GET")["table"]["game"]
    for what in ("", "/record", "/replay", "/events/1/seats/0", "/seats/0/review"):
        assert refusal(partial(call, server.url, "GET", f"/api/games/{game}{what}")) == "no-such-game"


def test_only_hashes_of_tokens_are_stored(server: Running) -> None:
    """The token is in no file of the server."""
    host, guest = table_of(server.url, 2)
    with sqlite3.connect(server.config.data / FILE_NAME) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert host.table in dump
    assert host.token not in dump
    assert guest.token not in dump


def test_logs_hold_no_token_and_no_link(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """What is logged of a request names neither."""
    with caplog.at_level(logging.INFO, logger="quillmap"):
        host = Seat.create(server.url, "Ada")
        host.start()
    logged = "\n".join(str(vars(record)) for record in caplog.records)
    assert "/api/tables" in logged
    assert host.token not in logged
    assert host.table not in logged


def test_a_stranger_page_opens_no_socket(server: Running) -> None:
    """The origin of a browser's socket has to be this server's; ours is let in."""
    host = Seat.create(server.url, "Ada")
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{host.table}"
    for stranger in ("https://evil.example", "null", "http://["):
        with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin(stranger)):
            pass
        assert refused.value.response.status_code == 403
    with connect(address, origin=Origin(server.url)) as ours:
        ours.send('{"type": "hello"}')
        assert json.loads(ours.recv())["type"] == "welcome"


PAGES = [
    ("maps.example.org", "https://maps.example.org", True),
    ("maps.example.org", "http://maps.example.org", False),
    ("maps.example.org", "https://maps.example.org:8443", False),
    ("maps.example.org", "https://maps.example.org/", False),
    ("127.0.0.1", "https://maps.example.org", True),
    ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
    ("127.0.0.1:8000", "http://127.0.0.1:9000", False),
    ("127.0.0.1:8000", "ftp://127.0.0.1:8000", False),
    ("127.0.0.1:8000", "http://user@127.0.0.1:8000", False),
]


def test_a_page_is_known_by_its_scheme_and_port_too(tmp_path: Path) -> None:
    """Whoever stands between us and a visitor can make a page without encryption that has our name."""
    with running(tmp_path, public_url="https://maps.example.org:443") as server:
        assert [(*page[:2], opens_socket(server, *page[:2])) for page in PAGES] == PAGES


def test_an_empty_origin_is_nobody(server: Running, tmp_path: Path) -> None:
    """Whether the server has a public address or not."""
    assert not opens_socket(server, "localhost", "")
    with running(tmp_path, public_url="https://maps.example.org") as public:
        assert not opens_socket(public, "maps.example.org", "")


def test_a_proxy_says_how_a_page_was_loaded(tmp_path: Path) -> None:
    """Behind encryption, pages without it are none of ours."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        proxied = "X-Forwarded-Proto: https\r\n"
        assert opens_socket(server, "localhost", "https://localhost", proxied)
        assert not opens_socket(server, "localhost", "http://localhost", proxied)
        assert opens_socket(server, "localhost", "http://localhost")
        assert not opens_socket(server, "localhost", "http://localhost\r\nOrigin: http://localhost")


def opens_socket(server: Running, host: str, origin: str, headers: str = "") -> bool:
    """Return whether a page of this origin may open a socket."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONGEST_WAIT) as plain:
        plain.sendall(
            f"GET /ws/tables/nowhere HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Origin: {origin}\r\n{headers}Sec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        return plain.recv(12) == b"HTTP/1.1 101"


def test_every_answer_carries_the_security_headers(server: Running) -> None:
    """Also errors and documents."""
    for path in ("/healthz", "/openapi.json", "/api/tables/none", "/nowhere", "/static/none.js"):
        request = Request(server.url + path)
        try:
            answer = urlopen(request)
        except OSError as error:
            answer = error
        with answer:
            headers = answer.headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe-inline" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "set-cookie" not in headers


def test_a_new_personal_link_closes_the_old_one(server: Running) -> None:
    """The old token's socket is told goodbye, and the token opens nothing any more."""
    host = Seat.create(server.url, "Ada")
    host.connect()
    answer = host.ask("POST", "/seats/1/token")
    assert answer["personal_link"].endswith("#" + answer["token"])
    goodbye = receive_until(host, "goodbye")
    assert (goodbye["code"], goodbye["seconds"]) == ("moved", None)
    with pytest.raises(ConnectionClosed):
        receive_until(host, "nothing")
    assert refusal(host.connect) == "unknown-token"
    moved = Seat(server.url, host.table, answer["token"])
    assert moved.connect()["seat"] == 1
    moved.close()


def test_a_bot_is_only_one_of_the_servers(server: Running) -> None:
    """A client can't make the server import a module of its choosing."""
    host = Seat.create(server.url, "Ada")
    assert refusal(lambda: host.add_bots("os:system")) == "no-such-bot"


@pytest.mark.parametrize(
    ("lines", "network"),
    [
        (["10.1.2.3"], "10.1.2.3"),
        (["10.1.2.3", "10.4.5.6"], "10.4.5.6"),
        (["10.1.2.3, 10.4.5.6:80", "127.0.0.1"], "10.4.5.6"),
        (["nonsense", "10.4.5.6"], "10.4.5.6"),
        (["10.1.2.3", "nonsense"], "127.0.0.1"),
        (["unknown"], "127.0.0.1"),
        ([""], "127.0.0.1"),
    ],
)
def test_only_addresses_are_believed_of_a_proxy(tmp_path: Path, lines: list[str], network: str) -> None:
    """All lines of the header count as one, and nobody is counted under a name that they made up."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        headers = [*(("X-Forwarded-For", line) for line in lines)]
        table = httpx.post(f"{server.url}/api/tables", json={"name": "Ada"}, headers=headers).json()["table"]["id"]
        assert server.registry.live[table].origin == network


def test_only_somebody_of_a_table_stands_for_it(tmp_path: Path) -> None:
    """After a restart a stranger who looks at a table is not the one under whom its bots and games are counted."""
    with running(tmp_path) as server:
        (host,) = table_of(server.url, 1)
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        address = f"ws://127.0.0.1:{server.port}/ws/tables/{host.table}"

        def came(hello: dict[str, str], network: str) -> str:
            with connect(address, additional_headers={"x-forwarded-for": network}) as socket:
                socket.send(json.dumps({"type": "hello", **hello}))
                assert json.loads(socket.recv())["type"] == "welcome"
            return server.registry.live[host.table].origin

        assert came({}, "192.0.2.9") == ""
        assert came({"token": host.token}, "192.0.2.1") == "192.0.2.1"
        assert came({"token": host.token}, "192.0.2.2") == "192.0.2.1"


def test_answers_are_cut_from_the_log_that_is_kept(server: Running) -> None:
    """The kept log has the secrets that no message has, so that a restart goes on with the same cards."""
    host, other = table_of(server.url, 2)
    host.start()
    host.connect()
    host.move(first_move(host))
    log = server.log(host.board["game"] if host.board else "")
    assert any(isinstance(event, SeasonBegan) and event.deck for event in log)
    assert any(isinstance(event, Submitted) and event.answer is not None for event in log)
    with pytest.raises(Refused):
        Seat(server.url, host.table, other.token + "x").connect()


def test_a_renewed_link_takes_the_rights_of_a_host_along(server: Running) -> None:
    """Also of one who opened the table without a seat, and then sat down: the old link opens nothing any more."""
    screen = Seat.create(server.url, "Screen", play=False)
    seated = call(server.url, "POST", f"/api/tables/{screen.table}/seats", {"name": "Ada", "token": screen.token})
    assert seated["table"]["host"] == seated["seat"]
    renewed = screen.ask("POST", f"/seats/{seated['seat']}/token")["token"]
    assert refusal(lambda: screen.ask("PATCH", body={"hints": False})) == "not-host"
    Seat(server.url, screen.table, renewed).ask("PATCH", body={"hints": False})
