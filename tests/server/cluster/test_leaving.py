"""Nodes that stop, die or freeze: their tables go on at others, with everybody, with clocks and bots."""

import threading

import psycopg

from quillmap.rules.events import GameEnded
from quillmap.server.client import Seat
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


def test_a_move_to_a_former_holder_is_made_once(own_nodes: Nodes) -> None:
    """The node does not know yet that it was replaced: the move is refused there, and made where the table is."""
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
    seat.send({"type": "move", "id": "once", "question": seat.board["question"], "move": move})
    assert receive_until(seat, "refused", "goodbye")["type"] in ("refused", "goodbye")
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
