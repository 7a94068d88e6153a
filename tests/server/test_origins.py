"""Tables that left the memory and come back count for who opened them, and bring nobody more than their share."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from quillmap.server.client import Seat, call, legal_moves
from quillmap.server.problems import Problem
from quillmap.server.tables import actions
from quillmap.server.tables.lobby import KEPT_SECONDS
from server.harness import GENEROUS, LONGEST_WAIT, Json, Running, refusal, running, wait_until
from server.test_resting import let_go
from server.test_shares import _resigned

OPENER = "127.0.0.1"
STRANGER = "192.0.2.9"


@contextmanager
def coming_from(
    network: str, server: Running, table: str, token: str | None
) -> Iterator[tuple[ClientConnection, Json]]:
    """Look at a table from a network; without a token, as a stranger. Yield the socket, and how it was welcomed."""
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
    with connect(address, additional_headers={"x-forwarded-for": network}) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        welcome = json.loads(socket.recv(LONGEST_WAIT))
        assert welcome["type"] == "welcome"
        yield socket, welcome


def joined_from(network: str, server: Running, table: str) -> str:
    """Sit down at a table from a network; return the token of the seat."""
    url, headers = f"{server.url}/api/tables/{table}/seats", {"x-forwarded-for": network}
    return str(httpx.post(url, json={"name": "Cleo"}, headers=headers).raise_for_status().json()["token"])


def rest(server: Running, table: str) -> None:
    """Let a table leave the memory, as soon as all of it is stored and its people have gone."""
    wait_until(lambda: let_go(server, table))


def shown(server: Running) -> set[str]:
    """Return the tables that the lobby shows, read anew."""
    server.registry._listed._began -= KEPT_SECONDS
    return {each["id"] for each in call(server.url, "GET", "/api/tables")["tables"]}


def listed(server: Running, count: int) -> list[Seat]:
    """Open tables in the lobby."""
    return [Seat.create(server.url, "Ada", listed=True) for _ in range(count)]


def test_a_table_that_comes_back_counts_for_who_opened_it(tmp_path: Path) -> None:
    """When they come; whoever else comes before, a guest or somebody with the host's rights, charges nobody."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        host = Seat.create(server.url, "Ada", listed=True)
        host.add_bots("random", 3)
        guest = joined_from(STRANGER, server, host.table)

        def come_back(token: str, network: str, origin: str) -> None:
            rest(server, host.table)
            with coming_from(network, server, host.table, token):
                assert server.registry.live[host.table].origin == origin
                assert STRANGER not in server.registry.usage.everything()[0]

        come_back(guest, STRANGER, "")
        come_back(host.token, STRANGER, "")
        come_back(host.token, OPENER, OPENER)
        host.ask("PUT", "/host", {"seat": 5})
        come_back(guest, STRANGER, "")


def test_who_inherits_a_table_pays_for_what_they_ask_for(tmp_path: Path) -> None:
    """With all that it has: otherwise a stranger who waits at a table of the lobby could use up its opener's share."""
    with running(tmp_path, replace(GENEROUS, bots_per_address=6), trusted_proxy="127.0.0.1") as server:
        host = Seat.create(server.url, "Ada", listed=True)
        host.add_bots("random", 2)
        guest = joined_from(STRANGER, server, host.table)
        host.ask("PUT", "/host", {"seat": 4})

        def ask(path: str, body: dict[str, object] | None = None) -> httpx.Response:
            headers = {"x-forwarded-for": STRANGER, "authorization": f"Bearer {guest}"}
            return httpx.post(f"{server.url}/api/tables/{host.table}{path}", json=body, headers=headers)

        ask("/bots", {"level": "random", "count": 3}).raise_for_status()
        usage = server.registry.usage
        assert (usage.of(OPENER)[0].bots, usage.of(STRANGER)[0].bots) == (0, 5)
        assert ask("/bots", {"level": "random", "count": 2}).json()["error"]["code"] == "quota-used-up"
        Seat.create(server.url, "Bea").add_bots("random", 6)
        ask("/start").raise_for_status()
        assert (usage.of(OPENER)[0].playing, usage.of(STRANGER)[0].playing) == (0, 7)


def test_handing_tables_on_brings_no_more_into_the_lobby(tmp_path: Path) -> None:
    """Who opens tables at one address, and asks for a bot from another, has no more there than the share of the two."""
    limits = replace(GENEROUS, listed_per_address=2)
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server:

        def ask_from_elsewhere(seat: Seat) -> httpx.Response:
            headers = {"x-forwarded-for": STRANGER, "authorization": f"Bearer {seat.token}"}
            bot = {"level": "random", "count": 1}
            return httpx.post(f"{server.url}/api/tables/{seat.table}/bots", json=bot, headers=headers)

        for host in listed(server, 2):
            ask_from_elsewhere(host).raise_for_status()
        third, _ = listed(server, 2)
        assert ask_from_elsewhere(third).json()["error"]["code"] == "quota-used-up"
        assert refusal(lambda: listed(server, 1)) == "quota-used-up"
        assert len(shown(server)) == 4


def test_a_host_whose_address_has_changed_is_seen_waiting(tmp_path: Path) -> None:
    """Also if the table had left the memory, and counts for who opened it."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        [host] = listed(server, 1)
        rest(server, host.table)
        with coming_from(STRANGER, server, host.table, host.token):
            assert [each.id for each in server.registry._occupied()] == [host.table]


def test_who_looks_at_a_game_with_bots_fills_nobody_s_share(tmp_path: Path) -> None:
    """It counts as soon as it is loaded, because bots may think there, but only if there is room."""
    with running(tmp_path, replace(GENEROUS, bots_per_address=4)) as server:
        first, second = Seat.create(server.url, "Ada"), Seat.create(server.url, "Ada")
        first.add_bots("random", 3)
        first.start()
        rest(server, first.table)
        second.add_bots("random", 3)
        call(server.url, "GET", f"/api/tables/{first.table}")
        assert server.registry.usage.of(OPENER)[0].bots == 3
        second.start()


def test_who_has_no_room_for_an_inherited_table_gets_nothing_more(tmp_path: Path) -> None:
    """It stays with who opened it as it is."""
    with running(tmp_path, replace(GENEROUS, bots_per_address=4), trusted_proxy="127.0.0.1") as server:
        host = Seat.create(server.url, "Ada")
        host.add_bots("random", 2)
        guest = joined_from(STRANGER, server, host.table)
        headers = {"x-forwarded-for": STRANGER}
        own = httpx.post(f"{server.url}/api/tables", json={"name": "Cleo"}, headers=headers).json()
        headers["authorization"] = f"Bearer {own['token']}"
        bots: dict[str, object] = {"level": "random", "count": 3}
        url = f"{server.url}/api/tables"
        httpx.post(f"{url}/{own['table']['id']}/bots", json=bots, headers=headers).raise_for_status()
        host.ask("PUT", "/host", {"seat": 4})
        headers["authorization"] = f"Bearer {guest}"
        for path, body in (("/bots", {"level": "random", "count": 1}), ("/start", None)):
            refused = httpx.post(f"{url}/{host.table}{path}", json=body, headers=headers)
            assert refused.json()["error"]["code"] == "quota-used-up"
        listed = httpx.patch(f"{url}/{host.table}", json={"listed": True}, headers=headers)
        assert listed.json()["error"]["code"] == "quota-used-up"
        assert server.registry.usage.of(OPENER)[0].bots == 2


def test_seats_that_come_later_count_for_who_keeps_a_table_in_memory(tmp_path: Path) -> None:
    """Otherwise somebody could keep any number of full tables by looking at them while they are empty."""
    with running(tmp_path, replace(GENEROUS, watched_per_address=6)) as server:
        first, second = Seat.create(server.url, "Ada"), Seat.create(server.url, "Bea")
        first.connect()
        first.add_bots("random", 4)
        Seat.join(server.url, first.table, "Cleo")
        assert refusal(second.connect) == "quota-used-up"
        first.close()
        wait_until(lambda: not server.registry.live[first.table].connections)
        second.connect()
        second.close()


def test_who_only_looks_at_a_table_charges_nobody_for_it(tmp_path: Path) -> None:
    """Otherwise a stranger could look at all tables that somebody has ever opened, who could then open none."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2)) as server:
        for host in listed(server, 2):
            rest(server, host.table)
            call(server.url, "GET", f"/api/tables/{host.table}")
        assert len(server.registry.live) == 2
        listed(server, 2)


def test_the_lobby_shows_a_share_of_those_that_left_the_memory(tmp_path: Path) -> None:
    """Whoever waits until tables have left the memory, and opens others, has no more in the lobby than before."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2), trusted_proxy="127.0.0.1") as server:
        old = listed(server, 2)
        assert shown(server) == {each.table for each in old}
        for host in old:
            rest(server, host.table)
        new = listed(server, 2)
        assert shown(server) == {each.table for each in new}, "rooms that nobody waits in give way to new ones"
        url, headers = f"{server.url}/api/tables", {"x-forwarded-for": STRANGER}
        other = httpx.post(url, json={"name": "Bea", "listed": True}, headers=headers).json()["table"]["id"]
        assert shown(server) == {other, *(each.table for each in new)}


def test_a_table_that_comes_back_waits_for_room_in_the_lobby(tmp_path: Path) -> None:
    """Also if people wait at all of them; it is shown as soon as another one is gone."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2)) as server, ExitStack() as people:
        old = listed(server, 2)
        for host in old:
            rest(server, host.table)
        new = listed(server, 2)
        for host in (*old, *new):
            host.connect()
            people.callback(host.close)
        assert shown(server) == {each.table for each in new}
        assert server.registry.usage.of(OPENER)[0].listed == 4
        assert refusal(lambda: listed(server, 1)) == "quota-used-up"
        for host in new:
            host.start()
        assert shown(server) == {each.table for each in old}


def test_a_site_has_its_share_of_those_that_come_back(tmp_path: Path) -> None:
    """A /48 has thousands of networks, each with a share of its own."""
    limits = replace(GENEROUS, listed_per_address=2, listed_per_site=3)
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server:
        for number in range(6):
            headers = {"x-forwarded-for": f"2001:db8:7:{number % 3}::1"}
            wish = {"name": "Ada", "listed": True}
            table = httpx.post(f"{server.url}/api/tables", json=wish, headers=headers).raise_for_status().json()
            rest(server, table["table"]["id"])
        assert len(shown(server)) == 3


def test_another_game_after_a_rest_finds_no_place_in_a_full_lobby(tmp_path: Path) -> None:
    """The table of a finished game left the memory; it waits again, for those who know it, whoever asks for that."""
    limits = replace(GENEROUS, listed_per_address=2)
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server:
        first, second = _resigned(server), _resigned(server)
        for host in (first, second):
            rest(server, host.table)
        others = listed(server, 2)
        assert first.ask("POST", "/rematch")["table"]["listed"] is False
        headers = {"x-forwarded-for": STRANGER, "authorization": f"Bearer {second.token}"}
        again = httpx.post(f"{server.url}/api/tables/{second.table}/rematch", headers=headers).json()
        assert (again["table"]["status"], again["table"]["listed"]) == ("waiting", True), "it counts for who asks"
        assert shown(server) == {second.table, *(each.table for each in others)}
        assert server.registry.live[second.table].origin == STRANGER


def test_games_that_rest_between_bring_no_more_into_the_lobby(tmp_path: Path) -> None:
    """Tables for another game leave the memory one after the other, so that there is room for the next each time."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2)) as server:
        for _ in range(4):
            host = _resigned(server)
            assert host.ask("POST", "/rematch")["table"]["listed"] is True
            rest(server, host.table)
            host.connect()
            host.close()
            rest(server, host.table)
        assert len(shown(server)) == 2


def test_after_a_restart_a_table_counts_for_its_host(tmp_path: Path) -> None:
    """Its guests have asked for nothing of it, and nobody knows any more who opened it."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        host = Seat.create(server.url, "Ada", listed=True)
        host.add_bots("random", 3)
        guest = joined_from(STRANGER, server, host.table)
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        with coming_from(STRANGER, server, host.table, guest):
            table = server.registry.live[host.table]
            assert (table.origin, table.payer) == ("", host.table), "tables of nobody share no room for messages"
            assert shown(server) == {host.table}
        with coming_from("192.0.2.1", server, host.table, host.token):
            assert server.registry.live[host.table].origin == "192.0.2.1"


def test_after_a_restart_nobody_is_charged_for_more_than_their_share(tmp_path: Path) -> None:
    """Somebody could have handed the rights on. What there is no room for gets nothing more, and comes last."""
    limits = replace(GENEROUS, bots_per_address=4)
    with running(tmp_path, limits) as server:
        host = Seat.create(server.url, "Ada", listed=True)
        host.add_bots("random", 3)
    with running(tmp_path, limits) as server:
        own, host = Seat.create(server.url, "Bea"), Seat(server.url, host.table, host.token)
        own.add_bots("random", 2)
        host.connect()
        table = server.registry.live[host.table]
        assert (table.origin, server.registry.usage.of(OPENER)[0].bots) == ("", 2)
        assert [each.id for each in server.registry._occupied()] == []
        assert refusal(lambda: host.add_bots("random", 1)) == "quota-used-up"
        assert refusal(host.start) == "quota-used-up"
        own.ask("DELETE", "/seats/2")
        host.start()
        assert table.origin == OPENER
        host.close()


def test_after_a_restart_a_host_with_a_full_lobby_can_play(tmp_path: Path) -> None:
    """A place in the lobby is no reason: of those a share is shown, and the start gives it back."""
    limits = replace(GENEROUS, listed_per_address=1)
    with running(tmp_path, limits) as server:
        host = Seat.create(server.url, "Ada", listed=True)
    with running(tmp_path, limits) as server:
        Seat.create(server.url, "Bea", listed=True)
        Seat(server.url, host.table, host.token).start()


def _answer_and_take_back(socket: ClientConnection, welcome: Json, number: int) -> list[Json]:
    """Answer the question of a seat and take that back; return what is said to both."""
    question, said = welcome["board"]["question"], []
    for name, move in (("a", legal_moves(welcome["own"]["choices"])[0]), ("b", {"move": "take-back"})):
        socket.send(json.dumps({"type": "move", "id": f"{name}{number}", "question": question, "move": move}))
        while (message := json.loads(socket.recv(LONGEST_WAIT)))["type"] not in ("ack", "refused"):
            pass
        said.append(message)
    return said


@pytest.mark.parametrize("has_rested", [False, True])
def test_guests_pay_for_what_they_have_stored(tmp_path: Path, has_rested: bool) -> None:
    """Not whoever opened the table; nor does a table have a share of its own when nobody of its network has come."""
    limits = replace(GENEROUS, disk_rate=(6000, 0.001))
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server:
        hosts = [Seat.create(server.url, "Ada") for _ in range(2)]
        guests = [joined_from(STRANGER, server, host.table) for host in hosts]
        refused = 0
        for host, guest in zip(hosts, guests, strict=True):
            host.start()
            if has_rested:
                rest(server, host.table)
            with coming_from(STRANGER, server, host.table, guest) as (socket, welcome):
                for number in range(30):
                    said = _answer_and_take_back(socket, welcome, number)
                    if said[1]["type"] == "refused":
                        assert said[1]["error"]["code"] == "quota-used-up"
                        refused += 1
                        break
        assert refused == 2
        Seat.create(server.url, "Bea").start()
        headers = {"x-forwarded-for": STRANGER}
        opened = httpx.post(f"{server.url}/api/tables", json={"name": "Cleo"}, headers=headers)
        assert opened.json()["error"]["code"] == "quota-used-up"


def test_a_game_that_can_not_begin_charges_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table stays as it is, and counts for whom it counted."""
    with running(tmp_path, trusted_proxy="127.0.0.1") as server:
        host = Seat.create(server.url, "Ada", listed=True)
        guest = joined_from(STRANGER, server, host.table)
        host.ask("PUT", "/host", {"seat": 2})

        def fail(*_: object) -> None:
            raise Problem("bad-setup")

        monkeypatch.setattr(actions, "start", fail)
        headers = {"x-forwarded-for": STRANGER, "authorization": f"Bearer {guest}"}
        answer = httpx.post(f"{server.url}/api/tables/{host.table}/start", headers=headers)
        assert answer.json()["error"]["code"] == "bad-setup"
        assert set(server.registry.usage.everything()[0]) == {OPENER}
