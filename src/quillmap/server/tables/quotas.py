"""Quotas of a network and of a site: seats and bots at tables, places in the lobby, room in memory and on the disk.

They allow a class of thirty or a party of a hundred behind one address. All networks of a site together may have more,
but leave most places to others. Counts are kept in memory and start from zero after a restart, which no client can
cause.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import NETWORKS_OF_A_SITE, Bucket, Budget, RateLimiter, network_of, site_of
from quillmap.server.tables.document import FINISHED, PLAYING, WAITING, TableDocument

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable


class Quotas:
    """Counts what every network uses; each check raises the problem ``quota-used-up``."""

    def __init__(self, limits: Limits, tables: Callable[[], Iterable["LiveTable"]]) -> None:
        self._limits = limits
        self._tables = tables
        self._coming: list[tuple[str, TableDocument]] = []
        """Tables that are being stored, with their networks: they count already, or many at once would all pass."""
        self._disk = RateLimiter(*limits.disk_rate)
        self._documents = RateLimiter(*limits.document_rate)
        self._news = RateLimiter(*limits.news_rate)
        self._signals = RateLimiter(*limits.signal_rate)
        self._watched = Budget(limits.watched_per_address, math.inf, limits.watched_per_site)
        self._sockets: dict[tuple[str, str], tuple[int, int]] = {}
        """By table and network: how many sockets it has there, and how many seats they were counted for."""

    @contextmanager
    def adding(self, origin: str, document: TableDocument, log_size: int = 0) -> Iterator[None]:
        """Refuse a new table that is more than its network may have, and count it while it is stored.

        The log that it may come with is charged now: others that are asked for meanwhile would pass otherwise.
        """
        if document.listed:
            self._check_lobby(origin)
        if bots := _bots_at(document):
            self.check_bots(origin, bots)
        self.check_disk(origin)
        self._disk.bucket(origin).overdraw(document.size + log_size)
        coming = origin, document
        self._coming.append(coming)
        try:
            yield
        finally:
            self._coming.remove(coming)

    def _all_tables(self) -> Iterator[tuple[str, TableDocument]]:
        """Yield all tables in memory and those being stored, each with its network."""
        for table in self._tables():
            yield table.origin, table.document
        yield from self._coming

    def _used_by(self, origin: str, use: Callable[[TableDocument], int]) -> tuple[int, int]:
        """Return what the tables of a network use of something, and those of its whole site."""
        site = site_of(origin)
        of_site = [(each, use(document)) for each, document in self._all_tables() if site_of(each) == site]
        return sum(used for each, used in of_site if each == origin), sum(used for _, used in of_site)

    def _check_lobby(self, origin: str) -> None:
        """Refuse another table in the lobby to a network, or a site, that has many there."""
        network, site = self._used_by(origin, lambda each: each.listed and each.status == WAITING)
        _refuse(network >= self._limits.listed_per_address or site >= self._limits.listed_per_site)

    def check_bots(self, origin: str, count: int) -> None:
        """Refuse more bots, or stand-ins, to a network, or a site, that has very many at its tables."""
        network, site = self._used_by(origin, _bots_at)
        most = self._limits.bots_per_address
        _refuse(network + count > most or site + count > NETWORKS_OF_A_SITE * most)

    def check_game(self, origin: str, seats: int) -> None:
        """Refuse another game to a network that has filled its part of the disk, or, with its site, of the memory."""
        self.check_disk(origin)
        network, site = self._used_by(origin, _playing_at)
        _refuse(network + seats > self._limits.playing_per_address or site + seats > self._limits.playing_per_site)

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

    def check_listing(self, table: "LiveTable", address: str) -> None:
        """Refuse to show a table in the lobby for a network that has many there, or where it has many seats."""
        self._check_lobby(network_of(address))
        taken = _networks_at(table)
        _refuse(_most_frequent(taken) > self._limits.listed_seats_per_address)
        _refuse(_most_frequent(map(site_of, taken)) > self._limits.listed_seats_per_site)

    def check_disk(self, origin: str) -> None:
        """Refuse another game to a network that has filled its part of the disk."""
        _refuse(not self._disk.take(origin, 0))

    def stored(self, table: "LiveTable", size: int) -> None:
        """Count what was written for a table."""
        self._disk.bucket(table.origin).overdraw(size)

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

    def told(self, table: "LiveTable", size: int) -> float:
        """Count what a table has sent to tell of a change; return for how many seconds it keeps the next one."""
        return self._news.bucket(table.origin).overdraw(size)

    def check_signal(self, table: "LiveTable", sockets: int) -> None:
        """Count that as many sockets are told of a reaction, or raise ``too-soon`` after very many."""
        bucket = self._signals.bucket(table.origin)
        if not bucket.take(0):
            raise Problem("too-soon", seconds=math.ceil(bucket.wait(0)))
        bucket.overdraw(sockets)


def _playing_at(document: TableDocument) -> int:
    """Return how many seats a table has at which a game goes on."""
    return len(document.seats) if document.status == PLAYING else 0


def _bots_at(document: TableDocument) -> int:
    """Return how many bots play at a table, or will."""
    return 0 if document.status == FINISHED else sum(seat.is_played_by_bot for seat in document.seats)


def _networks_at(table: "LiveTable") -> list[str]:
    """Return the networks that have taken seats at a table, one for each seat."""
    return [table.seat_networks[seat.id] for seat in table.document.seats if seat.id in table.seat_networks]


def _most_frequent(names: Iterable[str]) -> int:
    """Return how often the most frequent of some names is among them."""
    return max(Counter(names).values(), default=0)


def _refuse(is_too_much: bool) -> None:
    if is_too_much:
        raise Problem("quota-used-up")
