"""Quotas of a network: seats and bots at tables, places in the lobby, room on the disk.

They allow a class of thirty or a party of a hundred behind one address. Counts are kept in memory and start from zero
after a restart, which no client can cause.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Bucket, RateLimiter, network_of
from quillmap.server.tables.document import FINISHED, WAITING, TableDocument

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

    @contextmanager
    def adding(self, origin: str, document: TableDocument) -> Iterator[None]:
        """Refuse a new table that is more than its network may have, and count it while it is stored."""
        if document.listed:
            self._check_lobby(origin)
        if bots := _bots_at(document):
            self.check_bots(origin, bots)
        coming = origin, document
        self._coming.append(coming)
        try:
            yield
        finally:
            self._coming.remove(coming)

    def _documents_of(self, origin: str) -> list[TableDocument]:
        known = [each.document for each in self._tables() if each.origin == origin]
        return known + [document for network, document in self._coming if network == origin]

    def _check_lobby(self, origin: str) -> None:
        """Refuse another table in the lobby to a network that has many there."""
        listed = [each for each in self._documents_of(origin) if each.listed and each.status == WAITING]
        _refuse(len(listed) >= self._limits.listed_per_address)

    def check_bots(self, origin: str, count: int) -> None:
        """Refuse more bots, or stand-ins, to a network that has very many at its tables."""
        bots = sum(map(_bots_at, self._documents_of(origin)))
        _refuse(bots + count > self._limits.bots_per_address)

    def check_seat(self, table: "LiveTable", address: str) -> None:
        """Refuse another seat at a table that anybody can find to a network that has many there."""
        if table.document.listed:
            _refuse(_seats_by_network(table)[network_of(address)] >= self._limits.listed_seats_per_address)

    def note_seat(self, table: "LiveTable", seat_id: int, address: str) -> None:
        """Remember who takes a seat, and forget those that there are no longer."""
        known = {seat.id: table.seat_networks.get(seat.id) for seat in table.document.seats}
        kept = {seat: network for seat, network in known.items() if network is not None}
        table.seat_networks = {**kept, seat_id: network_of(address)}

    def check_listing(self, table: "LiveTable", address: str) -> None:
        """Refuse to show a table in the lobby for a network that has many there, or where one has taken many seats."""
        self._check_lobby(network_of(address))
        _refuse(max(_seats_by_network(table).values(), default=0) > self._limits.listed_seats_per_address)

    def check_disk(self, origin: str) -> None:
        """Refuse another game to a network that has filled its part of the disk."""
        _refuse(not self._disk.take(origin, 0))

    def stored(self, table: "LiveTable", size: int) -> None:
        """Count what was written for a table."""
        self._disk.bucket(table.origin).overdraw(size)

    def change(self, address: str, document: TableDocument) -> None:
        """Count a table that an address has changed, or raise ``too-many`` if it changes much all the time.

        With every change the whole table is stored again, and a full one has half a megabyte.
        """
        bucket = self.documents_of(address)
        if not bucket.take(0):
            raise Problem("too-many")
        bucket.overdraw(len(msgspec.json.encode(document)))

    def documents_of(self, address: str) -> Bucket:
        """Return what an address may still change, in bytes of tables."""
        return self._documents.bucket(address)

    def told(self, table: "LiveTable", size: int) -> float:
        """Count what a table has sent to tell of a change; return for how many seconds it keeps the next one."""
        return self._news.bucket(table.origin).overdraw(size)


def _bots_at(document: TableDocument) -> int:
    """Return how many bots play at a table, or will."""
    return 0 if document.status == FINISHED else sum(seat.is_played_by_bot for seat in document.seats)


def _seats_by_network(table: "LiveTable") -> Counter[str]:
    """Return how many seats every network has taken at a table."""
    return Counter(table.seat_networks[seat.id] for seat in table.document.seats if seat.id in table.seat_networks)


def _refuse(is_too_much: bool) -> None:
    if is_too_much:
        raise Problem("quota-used-up")
