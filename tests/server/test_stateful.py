"""A table driven at random: joins, leaves, dropped connections, repeats, stale and foreign messages.

After every step all that is shown agrees with a fold of the stored log, and no seat was asked to believe anything else.
"""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from quillmap.server.client import Seat, legal_moves
from server.harness import Json, Running, receive_until, refusal, running

PEOPLE = 4


class TableMachine(RuleBasedStateMachine):
    """Everything that clients do to one table."""

    server: Running

    @initialize()
    def open(self) -> None:
        """Open a table; its host is the first seat."""
        self.host = Seat.create(self.server.url, "Host", setup={"box": "base", "ambushes": "base"})
        self.seats: list[Seat] = [self.host]
        self.ids = [1]
        self.next_id = 2
        self.has_started = False
        self.sent: list[tuple[Seat, Json]] = []
        self.host.connect()

    def _connected(self, place: int) -> Seat:
        seat = self.seats[place % len(self.seats)]
        if seat._socket is None:
            seat.connect()
        return seat

    def _sync(self, seat: Seat) -> None:
        """Read everything that was sent to *seat* so far."""
        seat.send({"type": "ping", "id": "sync"})
        while True:
            if receive_until(seat, "pong", "update", "own", "refused", "ack")["type"] == "pong":
                return

    # -- the table -----------------------------------------------------------------------------

    @precondition(lambda self: not self.has_started and len(self.seats) < PEOPLE)
    @rule()
    def join(self) -> None:
        """Take a seat, asking twice with the same token."""
        token = f"token-of-seat-number-{self.next_id:04d}"
        seats = [Seat.join(self.server.url, self.host.table, "Guest", token=token) for _ in range(2)]
        self.seats.append(seats[0])
        self.ids.append(self.next_id)
        self.next_id += 1

    @precondition(lambda self: not self.has_started and len(self.seats) > 1)
    @rule(place=st.integers(1, PEOPLE))
    def leave(self, place: int) -> None:
        """Let a guest leave before the start."""
        guests = [number for number, seat in enumerate(self.seats) if seat is not self.host]
        place = guests[place % len(guests)]
        seat = self.seats.pop(place)
        seat.ask("DELETE", f"/seats/{self.ids.pop(place)}")
        seat.close()

    @precondition(lambda self: not self.has_started)
    @rule(order=st.randoms(use_true_random=False))
    def shuffle(self, order: random.Random) -> None:
        """Seat everybody in another order."""
        pairs = list(zip(self.seats, self.ids, strict=True))
        order.shuffle(pairs)
        self.seats, self.ids = [seat for seat, _ in pairs], [number for _, number in pairs]
        self.host.ask("PUT", "/order", {"seats": self.ids})

    @precondition(lambda self: not self.has_started)
    @rule()
    def start(self) -> None:
        """Begin the game."""
        self.host.start()
        self.has_started = True

    # -- playing -------------------------------------------------------------------------------

    @rule(place=st.integers(0, PEOPLE))
    def drop(self, place: int) -> None:
        """Lose a connection."""
        self.seats[place % len(self.seats)].close()

    @precondition(lambda self: self.has_started)
    @rule(place=st.integers(0, PEOPLE), choice=st.integers(0, 10_000), times=st.integers(1, 3))
    def draw(self, place: int, choice: int, times: int) -> None:
        """Draw for a seat that is asked, and send the message up to three times."""
        seat = self._connected(place)
        self._sync(seat)
        if seat.own is None or seat.own["choices"] is None or seat.board is None:
            return
        moves = legal_moves(seat.own["choices"])
        message = {
            "type": "move",
            "id": f"m{len(self.sent)}",
            "question": seat.board["question"],
            "move": moves[choice % len(moves)],
        }
        self.sent.append((seat, message))
        for _ in range(times):
            seat.send(message)
        versions = {receive_until(seat, "ack")["version"] for _ in range(times)}
        assert len(versions) == 1

    @precondition(lambda self: self.has_started)
    @rule(place=st.integers(0, PEOPLE))
    def take_back(self, place: int) -> None:
        """Take an answer back, if there is one."""
        seat = self._connected(place)
        self._sync(seat)
        if seat.own is not None and seat.own["answer"] is not None:
            seat.move({"move": "take-back"})

    @precondition(lambda self: bool(self.sent))
    @rule(which=st.integers(0, 10_000))
    def repeat(self, which: int) -> None:
        """Send an old message once more: it is acknowledged, and nothing happens."""
        seat, message = self.sent[which % len(self.sent)]
        if seat._socket is None:
            seat.connect()
        self._sync(seat)
        before = self._log_length()
        seat.send(message)
        assert receive_until(seat, "ack", "refused")["type"] == "ack"
        assert self._log_length() == before

    @precondition(lambda self: self.has_started)
    @rule(place=st.integers(0, PEOPLE), question=st.integers(0, 3), choice=st.integers(0, 100))
    def stale(self, place: int, question: int, choice: int) -> None:
        """Send a move for a question that is not the present one: it is refused."""
        seat = self._connected(place)
        self._sync(seat)
        if seat.board is None or (seat.board["question"] == question and seat.board["result"] is None):
            return
        before = self._log_length()
        move = {"move": "draw", "spaces": [f"A{1 + choice % 11}"], "terrain": "forest"}
        seat.send({"type": "move", "id": f"stale{choice}", "question": question, "move": move})
        assert receive_until(seat, "refused")["error"]["code"] == "stale"
        assert self._log_length() == before

    @rule(place=st.integers(0, PEOPLE))
    def intrude(self, place: int) -> None:
        """Try a wrong token: it gets nothing."""
        thief = Seat(self.server.url, self.host.table, f"not-the-token-of-anybody-{place}")
        assert refusal(thief.connect) == "unknown-token"
        thief.close()

    # -- what always holds ---------------------------------------------------------------------

    def _log_length(self) -> int:
        game = self.server.registry.live[self.host.table].document.game
        return len(self.server.log(game))

    @invariant()
    def all_agree_with_the_log(self) -> None:
        """Compare what every connected seat sees with the fold of the log."""
        if not getattr(self, "has_started", False):
            return
        game = self.server.registry.live[self.host.table].document.game
        for number, seat in enumerate(self.seats):
            if seat._socket is not None:
                self._sync(seat)
                stored = self.server.stored_board(game)
                assert seat.board is not None
                # Between two rounds only the answers differ, which come as progress and as the own part.
                for key in ("seats", "revealed", "question", "season", "result", "card"):
                    assert seat.board[key] == stored[key]
                assert seat.own is not None
                assert seat.own["seat"] == number
                assert (seat.own["choices"] is not None) == (number in stored["waiting"])
                assert (seat.own["answer"] is not None) == (number in stored["answered"])

    def teardown(self) -> None:
        """Close what is open."""
        for seat in getattr(self, "seats", []):
            seat.close()


def test_a_table_driven_at_random_agrees_with_its_log() -> None:
    """Hypothesis looks for a sequence that breaks it."""
    with TemporaryDirectory() as folder, running(Path(folder)) as server:
        machine = type("Machine", (TableMachine,), {"server": server})
        run = settings(
            max_examples=10,
            stateful_step_count=30,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        )
        run_state_machine_as_test(machine, settings=run)
