"""The client module: what it promises to programs that play."""

from websockets.exceptions import ConnectionClosedError

from quillmap.server.client import Seat
from server.harness import Json, Running, random_choice, table_of


class Unlucky(Seat):
    """A seat whose connection breaks each time that a move is acknowledged for the first time."""

    def __init__(self, base_url: str, table: str, token: str) -> None:
        super().__init__(base_url, table, token)
        self.broken: set[str] = set()

    def receive(self, timeout: float | None = None) -> Json:
        """Lose the connection instead of the first acknowledgement of each move."""
        message = super().receive(timeout)
        if message["type"] == "ack" and message["id"] not in self.broken:
            self.broken.add(message["id"])
            raise ConnectionClosedError(None, None)
        return message


def test_a_game_goes_on_when_every_acknowledgement_is_lost(server: Running) -> None:
    """Each move is sent again, happens once, and the client waits for nothing that it has seen already."""
    (host,) = table_of(server.url, 1)
    host.start()
    seat = Unlucky(server.url, host.table, host.token)
    seat.play(random_choice("unlucky"))
    assert len(seat.broken) > 15
