"""Requests and sockets that reach a node which does not hold their table."""

import json
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from quillmap.rules.events import GameEnded
from quillmap.rules.evolve import fold
from quillmap.server.client import Seat, call
from quillmap.server.cluster.passed_requests import CLIENT, NOT_HERE, SCHEME, SEAL
from quillmap.server.cluster.seals import Seals
from quillmap.server.http.middleware import SECURITY_HEADERS
from quillmap.server.rate_limits import RateLimiter
from server.cluster.nodes import SECRET, Nodes
from server.harness import play_out, receive_until, refusal, wait_until
from server.raw_sockets import frame, handshake, opened, read_answer, read_head

PLAYER = "secret-of-a-device-1234567"


def at(url: str, seat: Seat) -> Seat:
    """Return the same seat, asking another node."""
    return Seat(url, seat.table, seat.token)


def test_a_game_is_played_from_all_nodes(nodes: Nodes) -> None:
    """The host at one, the guest at another, both at one table; the game is found at both afterwards."""
    first, second = nodes.urls
    host = Seat.create(first, "Ada")
    guest = Seat.join(second, host.ask("GET")["table"]["code"], "Ben")
    at(second, host).add_bots("random", 1)
    at(second, host).start()
    results = play_out([host, guest])
    assert results[0] == results[1]
    assert host.board is not None
    game = host.board["game"]
    for node in nodes.running:
        log = node.log(game)
        assert isinstance(log[-1], GameEnded)
        assert fold(log).result == log[-1]
        assert call(node.url, "GET", f"/api/games/{game}/verdict")["code"] == "honest"
    assert [host.table in node.registry.live for node in nodes.running] == [True, False]


def test_everybody_sees_each_other(nodes: Nodes) -> None:
    """Presence, signals and spectators are those of the table, wherever their sockets are."""
    first, second = nodes.urls
    host = Seat.create(first, "Ada")
    guest = Seat.join(second, host.table, "Ben")
    watcher = Seat(second, host.table, "")
    host.connect()
    guest.connect()
    while (progress := receive_until(host, "progress"))["present"] != [1, 2]:
        pass
    assert progress["spectators"] == 0
    with connect(f"{second.replace('http', 'ws')}/ws/tables/{watcher.table}") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv())["type"] == "welcome"
        while receive_until(guest, "progress")["spectators"] != 1:
            pass
    guest.close()
    while receive_until(host, "progress")["present"] != [1]:
        pass
    host.close()


def test_refusals_come_through(nodes: Nodes) -> None:
    """With the same codes, and the same close codes, as without a detour."""
    first, second = nodes.urls
    host = Seat.create(first, "Ada", spectators=False)
    assert refusal(lambda: Seat(second, host.table, "wrong" * 6).ask("POST", "/start")) == "not-host"
    assert refusal(lambda: call(second, "GET", "/api/tables/nowhere-at-all-12345")) == "no-such-table"
    assert refusal(lambda: Seat(second, host.table, "wrong" * 6).connect()) == "unknown-token"
    with connect(f"{second.replace('http', 'ws')}/ws/tables/{host.table}") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv())["error"]["code"] == "no-spectators"
        with pytest.raises(Exception, match="4403"):
            socket.recv()


def test_links_lead_to_the_address_that_was_asked(nodes: Nodes) -> None:
    """A client knows nothing of the node behind."""
    first, second = nodes.urls
    host = Seat.create(first, "Ada")
    joined = call(second, "POST", f"/api/tables/{host.table}/seats", {"name": "Ben"})
    assert joined["link"].startswith(f"{second}/t/")


def test_the_daily_expedition_is_one_attempt_on_all_nodes(nodes: Nodes) -> None:
    """Whichever node is asked leads back to it."""
    wish = {"name": "Ada", "player": PLAYER}
    started = [call(url, "POST", "/api/daily/today", wish) for url in nodes.urls]
    assert started[0]["table"]["id"] == started[1]["table"]["id"]
    assert started[0]["token"] == started[1]["token"]
    play_out([Seat(nodes.urls[1], started[0]["table"]["id"], started[0]["token"])])
    mine = [call(url, "GET", "/api/daily/today/mine", token=PLAYER) for url in nodes.urls]
    assert [each["state"] for each in mine] == ["finished"] * 2


def test_an_attempt_that_begins_on_two_nodes_at_once_is_one(nodes: Nodes, caplog: pytest.LogCaptureFixture) -> None:
    """However the two requests overtake each other, both lead to the same table; that is no failure to log."""
    for number in range(10):
        wish = {"name": "Ada", "player": f"device-number-{number}-1234567890"}
        with ThreadPoolExecutor(2) as threads:
            started = list(threads.map(lambda url, wish=wish: call(url, "POST", "/api/daily/today", wish), nodes.urls))
        assert started[0]["table"]["id"] == started[1]["table"]["id"]
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]


def test_the_lobby_is_the_same_everywhere(nodes: Nodes) -> None:
    """Tables where somebody waits come first, also at other nodes; seats are counted where they are taken."""
    first, second = nodes.urls
    waiting = Seat.create(first, "Ada", listed=True)
    empty = Seat.create(second, "Ben", listed=True)
    waiting.connect()

    def lobby(url: str) -> list[str]:
        return [entry["id"] for entry in call(url, "GET", "/api/tables")["tables"]]

    wait_until(lambda: lobby(first)[0] == waiting.table)
    wait_until(lambda: lobby(second)[0] == waiting.table)
    wait_until(lambda: empty.table in lobby(first))
    wait_until(lambda: empty.table in lobby(second))
    Seat.join(second, waiting.table, "Cleo")

    def seats() -> list[int]:
        return [table["seats"] for table in call(first, "GET", "/api/tables")["tables"] if table["id"] == waiting.table]

    wait_until(lambda: seats() == [2])
    waiting.close()


def test_nobody_passes_for_a_node(nodes: Nodes) -> None:
    """Neither a wrong seal nor a player's token makes a node believe where a request comes from."""
    url = nodes.urls[0]
    seat = Seat.create(url, "Ada")
    for seal in ("", "0" * 64, seat.token, "ä"):
        headers = {SEAL: seal, CLIENT: "10.1.2.3", SCHEME: "http", "authorization": f"Bearer {seat.token}"}
        request = Request(f"{url}/api/tables/{seat.table}", headers=headers)
        with pytest.raises(HTTPError) as error, urlopen(request):
            pass
        with error.value:
            assert error.value.code == 503
        with (
            pytest.raises(InvalidStatus),
            connect(f"{url.replace('http', 'ws')}/ws/tables/{seat.table}", additional_headers=headers),
        ):
            pass


def test_who_passes_for_a_node_is_counted_like_everybody(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong seal is no way around limits, host names and headers; a node that meant another one is told so."""
    url = f"{nodes.urls[0]}/api/paces"
    refused = httpx.get(url, headers={SEAL: "0" * 64})
    assert (refused.status_code, refused.headers[NOT_HERE]) == (503, "1")
    assert refused.headers.items() >= SECURITY_HEADERS.items()
    assert httpx.get(url, headers={SEAL: "0" * 64, "host": "evil.example"}).json()["error"]["code"] == "wrong-host"
    monkeypatch.setattr(RateLimiter, "take", lambda _self, _address, amount=1: amount != 1)  # bytes are let through
    assert httpx.get(url, headers={SEAL: "0" * 64}).status_code == 429
    headers = {SEAL: "0" * 64}
    address = f"{nodes.urls[0].replace('http', 'ws')}/ws/tables/any"
    with pytest.raises(InvalidStatus, match="429"), connect(address, additional_headers=headers):
        pass


@pytest.mark.parametrize("token", [b"\xff\xfe", b"\xc3\xa9", b"\x80"])
def test_a_token_of_strange_characters_is_unknown_everywhere(nodes: Nodes, token: bytes) -> None:
    """The node that passes a request on answers as the one that holds the table does."""
    host = Seat.create(nodes.urls[0], "Ada")
    for url in nodes.urls:
        headers = {b"authorization": b"Bearer " + token, b"accept-language": b"\xe4"}
        assert httpx.get(f"{url}/api/tables/{host.table}", headers=headers).status_code == 200
        answer = httpx.post(f"{url}/api/tables/{host.table}/start", headers=headers).json()
        assert answer["error"]["code"] == "not-host"


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (b"?a#b", b"bad-request"),
        (b"#b", b"no-such-table"),
        (b"?a=%23", b"welcome"),
        (b"?[]{}|^`<>;@:/?", b"welcome"),
    ],
)
def test_an_address_that_can_not_be_passed_on_is_a_bad_request(
    nodes: Nodes, query: bytes, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Sockets are told so at once, and nobody finds the table in the log."""
    first, second = nodes.running
    table = Seat.create(first.url, "Ada").table
    with opened(second) as plain:
        asked, rest = handshake(second, table).split(b" HTTP/1.1", 1)
        plain.sendall(asked + query + b" HTTP/1.1" + rest)
        assert b" 101 " in read_head(plain)
        plain.sendall(frame({"type": "hello", "protocol": 1}))
        assert answer in plain.recv(4096)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]
    assert table not in "".join(str(vars(record)) for record in caplog.records)


@pytest.mark.parametrize("header", ["Accept: a \t ", "Accept: \t", "Accept-Language:de\t", "Authorization: Bearer {} "])
def test_blanks_around_a_header_are_passed_over(nodes: Nodes, header: str) -> None:
    """They are legal, and mean nothing: the other node is not kept from answering."""
    first, second = nodes.running
    host = Seat.create(first.url, "Ada")
    body = b'{"name": "Ben"}'
    for method, path, content, status in (("GET", "", b"", b" 200 "), ("POST", "/seats", body, b" 201 ")):
        with opened(second) as plain:
            plain.sendall(
                f"{method} /api/tables/{host.table}{path} HTTP/1.1\r\nHost: 127.0.0.1:{second.port}\r\n"
                f"{header.format(host.token)}\r\nContent-Type: application/json \r\n"
                f"Content-Length: {len(content)}\r\n\r\n".encode()
                + content
            )
            assert status in read_head(plain)


def test_no_link_is_made_for_a_foreign_name(nodes: Nodes) -> None:
    """What was passed on is refused under such a name like everything else, though its seal is right."""
    node = nodes.running[0]
    table = Seat.create(node.url, "Ada").table

    def sealed(method: str, target: str, host: str) -> dict[str, str]:
        seal = Seals(SECRET).seal(node.registry.storage.node_id, method, target, "10.1.2.3", "http")
        return {SEAL: seal, CLIENT: "10.1.2.3", SCHEME: "http", "host": host}

    def join(host: str) -> httpx.Response:
        target = f"/api/tables/{table}/seats"
        return httpx.post(f"{node.url}{target}", headers=sealed("POST", target, host), json={"name": "Ben"})

    assert join("localhost").json()["link"].startswith("http://localhost/t/")
    assert join("evil.example").json()["error"]["code"] == "wrong-host"
    with opened(node) as plain:
        named = "".join(f"{name}: {value}\r\n" for name, value in sealed("GET", f"/ws/tables/{table}", "x").items())
        asked = handshake(node, table).replace(f"Host: 127.0.0.1:{node.port}\r\n".encode(), named.encode())
        plain.sendall(asked.replace(b"host: x", b"host: evil.example"))
        assert b"wrong-host" in read_answer(plain)
    node.registry.members.names.add("other-node.example")  # as if such a node had joined
    assert join("other-node.example:8000").json()["link"].startswith("http://other-node.example:8000/t/")


def test_the_address_of_a_client_is_carried_along(nodes: Nodes) -> None:
    """Limits count the client, and not the node in between."""
    first, second = nodes.running
    host = Seat.create(first.url, "Ada", listed=True)
    call(second.url, "POST", f"/api/tables/{host.table}/seats", {"name": "Ben"})
    table = first.registry.live[host.table]
    assert set(table.seat_networks.values()) == {"127.0.0.1"}
