"""Large tables over the network: many sockets at one table, each of which sees the same game."""

import asyncio

import msgspec
import pytest

from load.player import Player
from quillmap.server.client import Seat
from server.harness import Json, Running, awaited, table_of, wait_until


async def play(url: str, seats: list[Seat]) -> list[Player]:
    """Let every seat play at random over a socket of its own, all at once, until the game is over."""
    players = [Player(seat.table, seat.token, n) for n, seat in enumerate(seats)]
    await asyncio.gather(*(player.open(url) for player in players))
    while not players[0].is_over:
        for player in players:
            player.changed.clear()
        await asyncio.gather(*(player.draw() for player in players if player.choices is not None))
        await asyncio.gather(*(asyncio.wait_for(player.changed.wait(), 60) for player in players))
    for player in players:
        player.close()
    return players


@pytest.mark.parametrize(("count", "box"), [(5, "heroes"), (12, "mixed"), (100, "base")])
def test_many_sockets_play_one_game(server: Running, count: int, box: str) -> None:
    """Nothing is refused, and at the end every screen shows what the stored events add up to."""
    seats = table_of(server.url, count, setup={"box": box})
    seats[0].start()
    players = awaited(play(server.url, seats))
    game = seats[0].ask("GET")["table"]["game"]
    expected = server.stored_board(game)
    assert len(expected["result"]["totals"]) == count
    for player in players:
        assert player.refusals == []
        told: Json = msgspec.json.decode(player.last)
        assert told["board"] == expected
    wait_until(lambda: server.registry.metrics.sockets._value.get() == 0)


def test_people_between_bots(server: Running) -> None:
    """Two people and eighteen bots: ambushes go from seat to seat whoever sits there, and the game ends."""
    host, guest = table_of(server.url, 2, setup={"ambushes": "base"})
    host.add_bots("random", 18)
    host.ask("PUT", "/order", {"seats": [*range(3, 12), 1, *range(12, 21), 2]})
    host.start()
    players = awaited(play(server.url, [host, guest]))
    expected = server.stored_board(host.ask("GET")["table"]["game"])
    assert len(expected["result"]["ranks"]) == 20
    assert all(msgspec.json.decode(player.last)["board"] == expected for player in players)
