"""Opening the table at which somebody plays on from a moment of a finished game."""

from quillmap.server.http.call import Call
from quillmap.server.http.table_links import seated_answer
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import PlayOn, Seated
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.tables.keeper import TableKeeper
from quillmap.server.tables.playing_on import Beginning, continued_table
from quillmap.server.tables.tokens import checked_token


class Continuing:
    """Opens such tables, each at the expense of the network that asks for it."""

    def __init__(self, registry: TableKeeper, new_tables: RateLimiter) -> None:
        self._registry = registry
        self._new_tables = new_tables

    async def open(self, call: Call, game: Beginning, seat: int, wish: PlayOn) -> Seated:
        """Open the table at which *game* goes on, with a person in *seat* and bots in all others."""
        network = network_of(call.address)
        if not self._new_tables.take(call.address):
            raise Problem("too-many-tables")
        token = checked_token(wish.token)
        document = continued_table(game, seat, wish, token, is_on_device=self._registry.is_on_device)
        self._registry.quotas.check_game(network, len(document.seats))
        self._registry.quotas.check_bots(network, len(document.seats) - 1)
        table = await self._registry.add_begun(document, game.events, network)
        return seated_answer(call, self._registry.config, table.document, table.document.host, token)
