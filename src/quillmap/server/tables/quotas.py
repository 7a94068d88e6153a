"""Quotas of a network and of a site: seats and bots at tables, places in the lobby, room in memory and on the disk.

They allow a class of thirty or a party of a hundred behind one address. All networks of a site together may have more,
but leave most places to others. Counts are kept in memory and start from zero after a restart, which no client can
cause.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import (
    NETWORKS_OF_A_SITE,
    Bucket,
    Budget,
    RateLimiter,
    SharedRateLimiter,
    network_of,
    site_of,
)
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.usage import Usage, Use, use_of

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable


class Quotas:
    """Bounds what every network uses; each check raises the problem ``quota-used-up``."""

    def __init__(self, limits: Limits, usage: Usage) -> None:
        self._limits = limits
        self._usage = usage
        self._most = (
            Use(limits.listed_per_address, limits.bots_per_address, limits.playing_per_address),
            Use(limits.listed_per_site, NETWORKS_OF_A_SITE * limits.bots_per_address, limits.playing_per_site),
        )
        """What a network may use, and a site."""
        self._disk = RateLimiter(*limits.disk_rate)
        self._documents = RateLimiter(*limits.document_rate)
        self._news = SharedRateLimiter(*limits.news_rate)
        self._progress = SharedRateLimiter(*limits.news_rate)
        self._signals = SharedRateLimiter(*limits.signal_rate)
        self._watched = Budget(limits.watched_per_address, math.inf, limits.watched_per_site)
        self._sockets: dict[tuple[str, str], tuple[int, int]] = {}
        """By table and network: how many sockets it has there, and how many seats they were counted for."""

    @contextmanager
    def adding(self, origin: str, document: TableDocument, log_size: int = 0) -> Iterator[None]:
        """Refuse a new table that is more than its network may have, and count it while it is stored.

        Many that are asked for at once would all pass otherwise. So the log that it may come with is charged now, too.
        """
        _refuse(document.listed and not self._has_room(origin, listed=1))
        if bots := use_of(document).bots:
            self.check_bots(origin, bots)
        self.check_disk(origin)
        self._disk.bucket(origin).overdraw(document.size + log_size)
        counted = self._usage.count(origin, document)
        try:
            yield
        finally:
            counted.end()

    def has_room_for(self, origin: str, document: TableDocument) -> bool:
        """Return whether a network could have asked for all that a table uses, beside what it has."""
        return self._has_room(origin, **{name: count for name, count in use_of(document)._asdict().items() if count})

    def _has_room(self, origin: str, **more: int) -> bool:
        """Return whether a network, and its site, may use so much more; nobody's tables use nothing more."""
        used = zip(self._usage.of(origin), self._most, strict=True)
        return origin != "" and all(
            getattr(now, name) + count <= getattr(most, name) for now, most in used for name, count in more.items()
        )

    def check_bots(self, origin: str, count: int) -> None:
        """Refuse more bots to a network, or a site, that has very many at its tables."""
        _refuse(not self._has_room(origin, bots=count))

    def check_game(self, origin: str, seats: int) -> None:
        """Refuse another game to a network that has filled its part of the disk, or, with its site, of the memory."""
        self.check_disk(origin)
        _refuse(not self._has_room(origin, playing=seats))

    def check_start(self, origin: str, document: TableDocument) -> None:
        """Refuse to begin the game of a table in memory to a network that has many, or too many bots already.

        Those of tables that were not in memory have not been counted when others came.
        """
        self.check_game(origin, len(document.seats))
        if use_of(document).bots:
            self.check_bots(origin, 0)

    def check_playing_on(self, origin: str, seats: int) -> None:
        """Refuse another game that one person plays on with bots in all other *seats*."""
        self.check_game(origin, seats)
        self.check_bots(origin, seats - 1)

    def watch(self, table: "LiveTable", network: str) -> None:
        """Count a table that a socket of a network keeps in the memory, once for all its sockets there."""
        watched = (table.document.id, network)
        sockets, seats = self._sockets.get(watched, (0, len(table.document.seats)))
        _refuse(not sockets and not self._watched.take(network, seats))
        self._sockets[watched] = (sockets + 1, seats)

    def recount(self, table: "LiveTable") -> None:
        """Count seats that have come since for all who keep a table in the memory; whoever is there may stay."""
        for network in {connection.network for connection in table.connections}:
            sockets, seats = self._sockets[table.document.id, network]
            if (more := len(table.document.seats) - seats) > 0:
                self._watched.hold(network, more)
                self._sockets[table.document.id, network] = (sockets, seats + more)

    def watch_no_longer(self, table: "LiveTable", network: str) -> None:
        """Count one socket of a network fewer."""
        watched = (table.document.id, network)
        sockets, seats = self._sockets.pop(watched)
        if sockets > 1:
            self._sockets[watched] = (sockets - 1, seats)
        else:
            self._watched.give_back(network, seats)

    def check_seat(self, table: "LiveTable", address: str) -> None:
        """Refuse another seat at a table that anybody can find to a network, or a site, that has many there."""
        if table.document.listed:
            taken = _networks_at(table)
            of_network = taken.count(network_of(address))
            of_site = [site_of(each) for each in taken].count(site_of(address))
            _refuse(of_network >= self._limits.listed_seats_per_address)
            _refuse(of_site >= self._limits.listed_seats_per_site)

    def note_seat(self, table: "LiveTable", seat_id: int, address: str) -> None:
        """Remember who takes a seat, and forget those that there are no longer."""
        known = {seat.id: table.seat_networks.get(seat.id) for seat in table.document.seats}
        kept = {seat: network for seat, network in known.items() if network is not None}
        table.seat_networks = {**kept, seat_id: network_of(address)}

    def check_listing(self, table: "LiveTable") -> None:
        """Refuse to show a table in the lobby."""
        _refuse(not self.may_list(table))

    def may_list(self, table: "LiveTable") -> bool:
        """Return whether a table may be in the lobby: its network has few there, and none has many of its seats.

        It counts for who opened it, whoever asks: otherwise one network could list what another has opened.
        """
        taken = _networks_at(table)
        return (
            self._has_room(table.origin, listed=1)
            and _most_frequent(taken) <= self._limits.listed_seats_per_address
            and _most_frequent(map(site_of, taken)) <= self._limits.listed_seats_per_site
        )

    def check_disk(self, origin: str) -> None:
        """Refuse another game to a network that has filled its part of the disk."""
        _refuse(not self._disk.take(origin, 0))

    def stored(self, table: "LiveTable", by: str, size: int) -> None:
        """Count what was written for a table: for the network *by* that made the move, or if nobody did, its own."""
        self._disk.bucket(by or table.payer).overdraw(size)

    def change(self, address: str, document: TableDocument, before: TableDocument | None = None) -> None:
        """Count a table that an address has changed, or raise ``too-many`` if it changes much all the time.

        With every change the whole table is stored again, and a full one has half a megabyte. What it has more than
        *before* stays on the disk. To learn its size takes a millisecond, which who is refused must not cost: that
        counts even if there turns out to be no room on the disk.
        """
        stored, disk = self.documents_of(address), self._disk.bucket(address)
        if not stored.take(0):
            raise Problem("too-many")
        stored.overdraw(document.size)
        grown = 0 if before is None else document.size - before.size
        if grown > 0 and not disk.take(0):
            raise Problem("too-many")
        disk.overdraw(max(0, grown))

    def documents_of(self, address: str) -> Bucket:
        """Return what an address may still change, in bytes of tables."""
        return self._documents.bucket(address)

    def news_wait(self, table: "LiveTable", by: str, waited: float = 0.0) -> float:
        """Return for how many seconds a table keeps to itself what the network *by* has changed *waited* seconds ago.

        Who makes changes pays for all who are told, so whoever else is there, or has opened the table, waits for
        nothing; and who pays for one table doesn't wait at another, where strangers may have many sockets.
        """
        return max(0.0, min(self._limits.news_seconds - waited, self._news.wait(by, table.document.id)))

    def told(self, table: "LiveTable", by: str, size: int) -> None:
        """Count what a table has sent to tell of what the network *by* has changed."""
        self._news.overdraw(by, table.document.id, size)

    def told_progress(self, table: "LiveTable", size: int) -> float:
        """Count what it has sent to tell who is there and who draws; return for how many seconds it keeps the next.

        That is counted beside other news: whoever has just drawn must not wait for a table of large crests. Each table
        waits only for what it has sent itself, whoever opened it: strangers may have many sockets at another one.
        """
        self._progress.overdraw(table.payer, table.document.id, size)
        return min(self._limits.news_seconds, self._progress.wait(table.payer, table.document.id))

    def check_signal(self, table: "LiveTable", by: str, sockets: int) -> None:
        """Count that as many sockets are told of a reaction from the network *by*, or raise ``too-soon`` after many.

        Who reacts pays, at each table for itself, as for other news; and a table sends only so much, whoever reacts.
        """
        sent = table.signals.sent
        wait = max(self._signals.wait(by, table.document.id), sent.wait(0))
        if wait > 0:
            raise Problem("too-soon", seconds=math.ceil(wait))
        self._signals.overdraw(by, table.document.id, sockets)
        sent.overdraw(sockets)


def _networks_at(table: "LiveTable") -> list[str]:
    """Return the networks that have taken seats at a table, one for each seat."""
    return [table.seat_networks[seat.id] for seat in table.document.seats if seat.id in table.seat_networks]


def _most_frequent(names: Iterable[str]) -> int:
    """Return how often the most frequent of some names is among them."""
    return max(Counter(names).values(), default=0)


def _refuse(is_too_much: bool) -> None:
    if is_too_much:
        raise Problem("quota-used-up")
