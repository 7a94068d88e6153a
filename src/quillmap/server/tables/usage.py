"""What the tables of every network, and of every site, use together: running counts.

There may be thousands of tables in memory, so no request can look at all of them. A table is counted once, and knows as
what: so whatever becomes of it, exactly that is taken away again.
"""

from typing import Final, NamedTuple

from quillmap.server.rate_limits import site_of
from quillmap.server.tables.document import BOT, FINISHED, PLAYING, WAITING, TableDocument


class Use(NamedTuple):
    """What one table uses, or several together."""

    listed: int = 0
    """Tables that the lobby shows."""
    bots: int = 0
    """Bots that play, or will; not those that stand in for people, whose seats are counted with the game.

    Whoever opened a table has not asked for these.
    """
    playing: int = 0
    """Seats at which a game goes on."""


NOTHING: Final = Use()


def use_of(document: TableDocument) -> Use:
    """Return what a table uses."""
    return Use(
        listed=int(document.listed and document.status == WAITING),
        bots=0 if document.status == FINISHED else sum(seat.kind == BOT for seat in document.seats),
        playing=len(document.seats) if document.status == PLAYING else 0,
    )


class Usage:
    """The counts of all networks and sites that have tables."""

    def __init__(self) -> None:
        self._of_networks: dict[str, Use] = {}
        self._of_sites: dict[str, Use] = {}

    def of(self, origin: str) -> tuple[Use, Use]:
        """Return what the tables of a network use, and those of its whole site."""
        return self._of_networks.get(origin, NOTHING), self._of_sites.get(site_of(origin), NOTHING)

    def everything(self) -> tuple[dict[str, Use], dict[str, Use]]:
        """Return what all networks use that use anything, and all sites."""
        return dict(self._of_networks), dict(self._of_sites)

    def count(self, origin: str, document: TableDocument) -> "CountedTable":
        """Count a table from now on."""
        return CountedTable(self, origin, document)

    def add(self, origin: str, use: Use, sign: int) -> None:
        """Count what a table uses, or, with a *sign* of -1, no longer."""
        for counts, name in ((self._of_networks, origin), (self._of_sites, site_of(origin))):
            now = Use(*(each + sign * more for each, more in zip(counts.get(name, NOTHING), use, strict=True)))
            if now == NOTHING:
                counts.pop(name, None)
            else:
                counts[name] = now


class CountedTable:
    """A table that is counted, until it ends."""

    __slots__ = ("_document", "_origin", "_usage", "use")

    def __init__(self, usage: Usage, origin: str, document: TableDocument) -> None:
        self._usage = usage
        self._origin = origin
        self._document = document
        self.use = use_of(document)
        usage.add(origin, self.use, 1)

    def change(self, origin: str, document: TableDocument) -> None:
        """Count it as what it is now, for the network that it belongs to now."""
        before, self._document = self._document, document
        is_same = (document.status, document.listed) == (before.status, before.listed)
        is_same = is_same and document.seats is before.seats  # most changes are moves, which alter nothing of it
        use = self.use if is_same else use_of(document)
        if (origin, use) != (self._origin, self.use):
            self._usage.add(self._origin, self.use, -1)
            self._usage.add(origin, use, 1)
            self._origin, self.use = origin, use

    def end(self) -> None:
        """Count it no longer."""
        self._usage.add(self._origin, self.use, -1)
        self.use = NOTHING
