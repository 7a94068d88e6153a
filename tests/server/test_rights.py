"""Who may do what at which stage: a model of the rights, compared with the real server over random sequences.

In the suite a few hundred actions; ``QUILLMAP_ACTIONS=20000`` makes as many as one likes.
"""

import os
import random
from dataclasses import dataclass, field
from typing import Final, cast

import pytest

from quillmap.server.client import Refused, Seat, call
from quillmap.server.tables.tokens import new_token
from server.harness import Json, Running, play_out

ACTIONS: Final = int(os.environ.get("QUILLMAP_ACTIONS", "400"))
ACTIONS_OF_A_TABLE: Final = 100
MOST_SEATS: Final = 4
DONE: Final = ""
"""What an action that is allowed answers."""


@dataclass
class Model:
    """A table as the rights see it."""

    table: str
    host: int
    tokens: dict[int, str]
    """Of the people who sit at the table, by the ids of their seats."""
    bots: list[int] = field(default_factory=list)
    status: str = "waiting"
    spectators: bool = True
    lost: list[str] = field(default_factory=list)
    """Tokens that open nothing: of removed seats, renewed ones, and those of strangers."""

    @property
    def seats(self) -> list[int]:
        """Everybody at the table."""
        return [*self.tokens, *self.bots]

    def is_host(self, token: str | None) -> bool:
        """Return whether *token* has the host's rights."""
        return token is not None and self.tokens.get(self.host) == token

    def seat_of(self, token: str | None) -> int | None:
        """Return whose token it is."""
        return next((seat for seat, known in self.tokens.items() if known == token), None)


class Driver:
    """Makes random actions at one table, and knows what each must answer."""

    def __init__(self, server: Running, chance: random.Random) -> None:
        self.url = server.url
        self.chance = chance
        token = new_token()
        wish = {"name": "Host", "token": token, "most_seats": MOST_SEATS}
        answer = call(self.url, "POST", "/api/tables", wish)
        self.model = Model(answer["table"]["id"], answer["seat"], {answer["seat"]: token}, lost=[new_token()])

    def ask(self, method: str, path: str, body: Json | None = None, token: str | None = None) -> tuple[str, Json]:
        """Make a request, and return the code of the refusal, or ``DONE`` and the answer."""
        try:
            return DONE, call(self.url, method, f"/api/tables/{self.model.table}{path}", body, token)
        except Refused as refused:
            return refused.code, {}

    def anybody(self) -> str | None:
        """Return somebody's token: of a seat, of nobody any more, or none at all."""
        return self.chance.choice(
            [*self.model.tokens.values(), *self.model.tokens.values(), *self.model.lost[-3:], None]
        )

    def some_seat(self) -> int:
        """Return a seat of the table, or one that is not there."""
        return self.chance.choice([*self.model.seats, 77])

    def host_may(self, token: str | None, otherwise: str = DONE, *, before_start: bool = True) -> str:
        """Return what a right of the host answers to *token*."""
        if token is None:
            return "token-needed"
        if not self.model.is_host(token):
            return "not-host"
        return "already-started" if before_start and self.model.status != "waiting" else otherwise

    def seat_may(self, token: str | None, seat: int, otherwise: str = DONE) -> str:
        """Return what a right of a seat, or of the host for it, answers to *token*."""
        if token is None:
            return "token-needed"
        if self.model.seat_of(token) != seat and not self.model.is_host(token):
            return "not-yours"
        return otherwise

    # -- actions: each returns what the model expects and what the server answered -----------------

    def change_table(self) -> tuple[str, str]:
        """Forbid or allow spectators."""
        token, wish = self.anybody(), self.chance.random() < 0.5
        expected = self.host_may(token)
        if expected == DONE:
            self.model.spectators = wish
        return expected, self.ask("PATCH", "", {"spectators": wish}, token)[0]

    def add_bots(self) -> tuple[str, str]:
        """Seat a bot."""
        token = self.anybody()
        expected = self.host_may(token, "table-full" if len(self.model.seats) >= MOST_SEATS else DONE)
        code, answer = self.ask("POST", "/bots", {"level": "random", "count": 1}, token)
        if code == DONE:
            self.model.bots = [seat["id"] for seat in answer["table"]["seats"] if seat["kind"] == "bot"]
        return expected, code

    def hand_on(self) -> tuple[str, str]:
        """Give the host's rights away."""
        token, seat = self.anybody(), self.some_seat()
        fate = "no-such-seat" if seat not in self.model.seats else "not-a-person" if seat in self.model.bots else DONE
        expected = self.host_may(token, fate, before_start=False)
        if expected == DONE:
            self.model.host = seat
        return expected, self.ask("PUT", "/host", {"seat": seat}, token)[0]

    def reorder(self) -> tuple[str, str]:
        """Seat everybody in another order, or name somebody twice."""
        token, seats = self.anybody(), self.model.seats
        self.chance.shuffle(seats)
        is_right = self.chance.random() < 0.7
        order = seats if is_right else [*seats, seats[0]]
        return self.host_may(token, DONE if is_right else "bad-order"), self.ask(
            "PUT", "/order", {"seats": order}, token
        )[0]

    def start(self) -> tuple[str, str]:
        """Begin the game."""
        token = self.anybody()
        expected = self.host_may(token)
        if expected == DONE:
            self.model.status = "playing"
        return expected, self.ask("POST", "/start", token=token)[0]

    def finish(self) -> tuple[str, str]:
        """Play the game to its end, if one is being played."""
        if self.model.status == "playing":
            play_out([Seat(self.url, self.model.table, token) for token in self.model.tokens.values()])
            self.model.status = "finished"
        return DONE, DONE

    def rematch(self) -> tuple[str, str]:
        """Let the table wait again."""
        token = self.anybody()
        expected = self.host_may(token, DONE if self.model.status == "finished" else "not-finished", before_start=False)
        if expected == DONE:
            self.model.status = "waiting"
        return expected, self.ask("POST", "/rematch", token=token)[0]

    def join(self) -> tuple[str, str]:
        """Take a seat, with a token of one's own: a known one finds its seat again."""
        token = self.chance.choice([new_token(), *self.model.tokens.values()])
        known = self.model.seat_of(token) is not None
        full = len(self.model.seats) >= MOST_SEATS
        refusal = "already-started" if self.model.status != "waiting" else "table-full" if full else DONE
        code, answer = self.ask("POST", "/seats", {"name": "Guest", "token": token})
        if code == DONE:
            self.model.tokens[answer["seat"]] = token
        return DONE if known else refusal, code

    def rename(self) -> tuple[str, str]:
        """Change a name."""
        token, seat = self.anybody(), self.some_seat()
        fate = DONE
        if seat not in self.model.seats:
            fate = "no-such-seat"
        elif self.model.status != "waiting" and (token is None or self.model.seat_of(token) != seat):
            fate = "already-started"
        return self.seat_may(token, seat, fate), self.ask("PATCH", f"/seats/{seat}", {"name": "Renamed"}, token)[0]

    def remove(self) -> tuple[str, str]:
        """Leave, or be removed."""
        token, seat, model = self.anybody(), self.some_seat(), self.model
        fate = DONE
        if model.status != "waiting":
            fate = "already-started"
        elif seat not in model.seats:
            fate = "no-such-seat"
        elif seat == model.host and len(model.tokens) == 1:
            fate = "host-needed"
        expected = self.seat_may(token, seat, fate)
        code, answer = self.ask("DELETE", f"/seats/{seat}", token=token)
        if expected == DONE:
            model.lost.append(model.tokens.pop(seat, new_token()))
            model.bots = [each for each in model.bots if each != seat]
            model.host = answer["table"]["host"] if answer else model.host
        return expected, code

    def renew(self) -> tuple[str, str]:
        """Ask for a new personal link."""
        token, seat = self.anybody(), self.some_seat()
        is_own = token is not None and self.model.seat_of(token) == seat
        code, answer = self.ask("POST", f"/seats/{seat}/token", token=token)
        if code == DONE and is_own:
            self.model.lost.append(self.model.tokens[seat])
            self.model.tokens[seat] = answer["token"]
        return "token-needed" if token is None else DONE if is_own else "not-yours", code

    def watch(self) -> tuple[str, str]:
        """Open a socket."""
        token = self.anybody()
        expected = DONE if self.model.spectators else "no-spectators"
        if token is not None:
            expected = DONE if self.model.seat_of(token) is not None else "unknown-token"
        seat = Seat(self.url, self.model.table, cast("str", token))  # a spectator says hello without one
        try:
            seat.connect()
        except Refused as refused:
            return expected, refused.code
        finally:
            seat.close()
        return expected, DONE


NAMES: Final = (
    *("change_table", "add_bots", "hand_on", "reorder", "start", "rematch"),
    *("join", "join", "rename", "remove", "renew", "watch", "finish"),
)


@pytest.mark.parametrize("number", range(max(1, ACTIONS // ACTIONS_OF_A_TABLE)))
def test_the_server_allows_what_the_model_allows(server: Running, number: int) -> None:
    """Host, seats, spectators, strangers, removed and renewed tokens, before, during and after a game."""
    chance = random.Random(f"rights/{number}")
    driver = Driver(server, chance)
    done = []
    for _ in range(ACTIONS_OF_A_TABLE):
        name = chance.choice(NAMES)
        expected, found = getattr(driver, name)()
        done.append((name, found))
        assert found == expected, done[-5:]
