"""Nodes that stop, die or freeze: their tables go on at others, with everybody, with clocks and bots."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from quillmap.rules.events import GameEnded
from quillmap.server.client import Refused, Seat, call
from quillmap.server.problems import Problem
from quillmap.server.storage.postgresql.storage import PostgresStorage
from server.cluster.nodes import Nodes
from server.harness import Running, play_out, random_choice, receive_until, wait_until


def bury(nodes: Nodes, node: Running) -> str:
    """Let others take a node for dead that is not, as if it had been frozen; return its former id."""
    former = node.registry.storage.node_id
    with psycopg.connect(nodes.database) as connection:
        connection.execute("DELETE FROM nodes WHERE id = %s", (former,))
    return former


def test_a_node_that_stops_hands_its_tables_over(own_nodes: Nodes) -> None:
    """Sockets are asked to come back at once; whichever node is asked next has the table."""
    first, second = own_nodes.running
    seat = Seat.create(first.url, "Ada")
    passed = Seat(second.url, seat.table, seat.token)
    seat.connect()
    passed.connect()
    stopping = threading.Thread(target=first.stop)
    stopping.start()
    assert receive_until(seat, "goodbye") == {"type": "goodbye", "code": "stopping", "seconds": 0}
    passed.reconnect()
    assert seat.table in second.registry.live
    assert passed.ask("GET")["table"]["id"] == seat.table
    stopping.join()
    seat.close()
    passed.close()


def test_people_play_on_until_it_is_known_that_a_node_stops(own_nodes: Nodes) -> None:
    """Load balancers are told first; so nobody is sent back to the node that asked them to go."""
    first, _ = own_nodes.running
    wait_until(lambda: first.registry.members.count == 2)
    seat = Seat.create(first.url, "Ada")
    seat.start()
    seat.connect()
    first.registry.notice_seconds = 1.0
    stopping = threading.Thread(target=first.stop)
    stopping.start()
    wait_until(lambda: not first.registry.is_ready)
    with pytest.raises(Refused) as refused:
        call(first.url, "GET", "/readyz")
    assert refused.value.code == "not-ready"
    assert seat.board is not None
    assert seat.own is not None
    assert seat.move(random_choice(1)(seat.board, seat.own["choices"])) > 0
    assert seat.table in first.registry.live
    assert receive_until(seat, "goodbye")["code"] == "stopping"
    stopping.join()
    seat.close()


def test_tables_are_handed_over_one_after_the_other(own_nodes: Nodes) -> None:
    """While the first are at the other node already, the rest are played at; none is claimed back."""
    first, second = own_nodes.running
    wait_until(lambda: first.registry.members.count == 2)
    seats = [Seat.create(first.url, "Ada") for _ in range(6)]
    for seat in seats:
        seat.start()
        seat.connect()
    stopping = threading.Thread(target=first.stop)
    stopping.start()
    wait_until(lambda: len(first.registry.live) < len(seats))
    assert first.registry.live, "all were let go at once"
    [given, *_] = [seat for seat in seats if seat.table not in first.registry.live]
    kept = [seat for seat in seats if seat.table in first.registry.live][-1]
    assert kept.board is not None
    assert kept.own is not None
    assert kept.move(random_choice(1)(kept.board, kept.own["choices"])) > 0
    with pytest.raises(Refused) as refused:
        Seat(first.url, given.table, given.token).connect()
    assert refused.value.code == "not-ready"
    for seat in seats:
        receive_until(seat, "goodbye")
        seat.base_url = second.url
        seat.reconnect()
        assert seat.table in second.registry.live
        seat.close()
    stopping.join()


def test_the_last_node_does_not_wait_for_others(own_nodes: Nodes) -> None:
    """Nobody could take its tables over: it says goodbye at once."""
    first, second = own_nodes.running
    wait_until(lambda: second.registry.members.count == 2)
    first.stop()
    wait_until(lambda: second.registry.members.count == 1)
    seat = Seat.create(second.url, "Ada")
    seat.connect()
    second.registry.notice_seconds = 60.0
    second.stop()
    assert receive_until(seat, "goodbye")["code"] == "stopping"
    seat.close()


def test_bots_and_clocks_go_on_elsewhere(own_nodes: Nodes) -> None:
    """Nobody has to come to a table whose node has stopped in the middle of a game."""
    first, second = own_nodes.running
    host = Seat.create(first.url, "Screen", play=False)
    host.add_bots("random", 40)
    clocked = Seat.create(first.url, "Ada", pace={"kind": "seconds", "amount": 15, "timeout": "bot"})
    host.start()
    clocked.start()
    game = host.ask("GET")["table"]["game"]
    assert not second.registry.live
    first.stop()
    wait_until(lambda: clocked.table in second.registry.live, seconds=60)
    summary = second.registry.storage.game_summary
    wait_until(lambda: second.result_of(summary(game)) is not None, seconds=120)
    assert isinstance(second.log(game)[-1], GameEnded)


def test_a_node_that_was_taken_for_dead_starts_again(own_nodes: Nodes) -> None:
    """It forgets its tables and closes their sockets; games go on wherever they are asked for next."""
    first, second = own_nodes.running
    seat = Seat.create(first.url, "Ada")
    seat.start()
    seat.connect()
    former = bury(own_nodes, first)
    other = Seat(second.url, seat.table, seat.token)
    other.reconnect()
    assert seat.table in second.registry.live
    wait_until(lambda: first.registry.storage.node_id != former)
    wait_until(lambda: seat.table not in first.registry.live)
    assert receive_until(seat, "goodbye")["code"] == "not-stored"
    other.close()
    play_out([seat])  # at the first node, which passes everything on
    assert seat.table not in first.registry.live


@contextmanager
def without_renewals(node: Running) -> Iterator[None]:
    """Keep a node from the database for longer than it is taken for alive."""
    storage = node.registry.storage
    assert isinstance(storage, PostgresStorage)
    is_over = threading.Event()
    store = storage.writer.transaction

    def wait_and_store(batches: Sequence[Any]) -> None:
        is_over.wait()
        store(batches)

    storage.writer.transaction = wait_and_store
    storage._sure_until = 0.0
    try:
        yield
    finally:
        is_over.set()


def test_a_node_that_may_have_been_replaced_shows_nothing_old(own_nodes: Nodes) -> None:
    """Its tables may have gone on elsewhere: whoever waits there is let go, and whoever comes sees the newest board."""
    first, second = own_nodes.running
    seat = Seat.create(first.url, "Ada")
    seat.start()
    seat.connect()
    with without_renewals(first):
        assert receive_until(seat, "goodbye")["code"] == "not-stored"
        bury(own_nodes, first)
        elsewhere = Seat(second.url, seat.table, seat.token)
        elsewhere.reconnect()
        assert elsewhere.board is not None
        assert elsewhere.own is not None
        elsewhere.move(random_choice(1)(elsewhere.board, elsewhere.own["choices"]))
        seat.reconnect()
        assert seat.board is not None
        assert seat.board["version"] > elsewhere.board["version"] or seat.board == elsewhere.board
    elsewhere.close()
    seat.close()


def test_nobody_sits_down_at_a_table_that_was_given_up(nodes: Nodes) -> None:
    """They would never be shown anything."""
    [first, _] = nodes.running
    seat = Seat.create(first.url, "Ada")
    table = first.registry.live[seat.table]
    first.registry.loop.call_soon_threadsafe(table.give_up)
    wait_until(lambda: seat.table not in first.registry.live)
    with pytest.raises(Problem) as refused:
        table.admit(None)  # type: ignore[arg-type]  # whoever it is
    assert refused.value.code == "not-ready"


def test_a_move_to_a_former_holder_is_made_once(own_nodes: Nodes) -> None:
    """A node that may not know yet that it was replaced does not make the move; the one that has the table does."""
    first, second = own_nodes.running
    seat = Seat.create(first.url, "Ada")
    seat.start()
    seat.connect()
    bury(own_nodes, first)
    other = Seat(second.url, seat.table, seat.token)
    other.reconnect()
    assert seat.board is not None
    assert seat.own is not None
    move = random_choice(1)(seat.board, seat.own["choices"])
    with suppress(ConnectionClosed):  # by now it may know, and have said goodbye
        seat.send({"type": "move", "id": "once", "question": seat.board["question"], "move": move})
        assert receive_until(seat, "ack", "refused", "goodbye")["type"] != "ack"
    other.send({"type": "move", "id": "once", "question": seat.board["question"], "move": move})
    version = receive_until(other, "ack")["version"]
    log = second.log(seat.board["game"])
    assert len(log) == version
    other.close()
    seat.close()


def test_a_killed_node_is_replaced_when_its_row_has_expired(own_nodes: Nodes) -> None:
    """A row that nobody renews stands for a node that is gone: a request waits for that, and is answered then."""
    [_, second] = own_nodes.running
    wait_until(lambda: second.registry.members.count == 2)
    seat = Seat.create(second.url, "Ada")
    with psycopg.connect(own_nodes.database) as connection:
        connection.execute(
            "INSERT INTO nodes (id, name, address, cluster, expires)"
            " SELECT 'ghost', 'ghost', 'http://127.0.0.1:1', cluster, now() + interval '1 second' FROM nodes LIMIT 1"
        )
        connection.execute("UPDATE leases SET node = 'ghost', epoch = epoch + 1")
    second.registry.loop.call_soon_threadsafe(second.registry.live.clear)
    wait_until(lambda: not second.registry.live)
    assert seat.ask("GET")["table"]["id"] == seat.table
    assert seat.table in second.registry.live
