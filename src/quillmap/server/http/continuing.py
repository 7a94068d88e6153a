"""Opening the table at which somebody plays on from a moment of a finished game."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from quillmap.server.http.call import Call
from quillmap.server.http.table_links import seated_answer
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import PlayOn, Seated
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.tables.keeper import TableKeeper
from quillmap.server.tables.playing_on import Beginning, Begun, continued_table, person_of
from quillmap.server.tables.tokens import checked_token


class Source(NamedTuple):
    """Where a game that goes on comes from."""

    seats: int
    """How many it has, or at least."""
    read: Callable[[], Awaitable[bytes]]
    """Reads its beginning, which stays packed."""
    unpack: Callable[[bytes], Beginning]


class Continuing:
    """Opens such tables, each at the expense of the network that asks for it."""

    def __init__(self, registry: TableKeeper, new_tables: RateLimiter) -> None:
        self._registry = registry
        self._new_tables = new_tables

    async def open(self, call: Call, source: Source, seat: int, wish: PlayOn) -> Seated:
        """Open the table at which a game goes on, with a person in *seat* and bots in all others.

        Whoever may have no more tables is refused before anything is read, and the log of a large game is unpacked
        only when it is its turn, in a thread: those who wait for theirs keep little in memory, and nobody's move waits.
        """
        network = network_of(call.address)
        token = checked_token(wish.token)
        person = person_of(wish, seat, token)
        if not self._new_tables.take(call.address):
            raise Problem("too-many-tables")
        self._registry.quotas.check_playing_on(network, source.seats)
        packed = await source.read()

        def begin() -> Begun:
            game = source.unpack(packed)
            document = continued_table(game, person, is_on_device=self._registry.is_on_device)
            return Begun(document, game.events)

        table = await self._registry.add_begun(begin, network)
        return seated_answer(call, self._registry.config, table.document, table.document.host, token)
