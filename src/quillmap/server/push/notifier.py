"""Tells people who are away that it is their turn, where push is possible and they have asked for it."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.problems import Problem
from quillmap.server.push.public_hosts import PublicHosts, read_endpoint
from quillmap.server.push.sealing import load_seal, stored_seal
from quillmap.server.push.sender import PushMessage, PushSender
from quillmap.server.push.turns import LEAST_SECONDS, Occasion, addressees, message, occasion, topic
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.storage.interface import Storage
from quillmap.server.tables import actions
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.document import PushSubscription, SeatDocument

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

_encode: Final = msgspec.json.Encoder().encode
_log = logging.getLogger("quillmap.push")


class TurnNotifier:
    """Watches tables with a pace of days. Where push is not possible, nothing is sent."""

    def __init__(
        self,
        config: Config,
        metrics: Metrics,
        calendar: Calendar,
        hosts: PublicHosts | None = None,
    ) -> None:
        self._calendar = calendar
        self._metrics = metrics
        self._hosts = hosts
        self._limits = config.limits
        self._public_url = config.public_url
        self._seal = None if config.database else load_seal(config.data, config.public_url)
        self._sender: PushSender | None = None
        self._rates = RateLimiter(*config.limits.push_rate)
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._removing: set[asyncio.Task[None]] = set()

    @property
    def public_key(self) -> str | None:
        """What browsers need to subscribe; None where nothing can be sent."""
        return None if self._seal is None else self._seal.public_key

    def open(self) -> None:
        """Start sending; needs a running event loop."""
        if self._seal is not None:
            self._sender = PushSender(self._seal, self._hosts or PublicHosts(), self._metrics, self._limits)

    async def open_with_stored_key(self, storage: Storage) -> None:
        """Start sending with the key that is kept in the storage, because there is no folder."""
        self._seal = await stored_seal(storage, self._public_url)
        self.open()

    def close(self) -> None:
        """Stop; what has not been sent is forgotten."""
        for task in (*self._telling.values(), *self._removing):
            task.cancel()
        if self._sender is not None:
            self._sender.close()

    def check(self, subscription: PushSubscription) -> None:
        """Raise a problem unless messages can be sent to this device."""
        if self._seal is None:
            raise Problem("no-push")
        read_endpoint(subscription.endpoint)
        self._seal.check(subscription)

    def look(self, table: "LiveTable") -> None:
        """Tell people at a table what they have to be told now, if anything."""
        if self._sender is None or table.document.id in self._telling:
            return
        about = occasion(table, self._calendar.now())
        if about is not None:
            task = asyncio.get_running_loop().create_task(self._tell(table, about))
            self._telling[table.document.id] = task
            task.add_done_callback(partial(self._told, table.document.id))

    def _told(self, table_id: str, task: asyncio.Task[None]) -> None:
        del self._telling[table_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("people could not be told", exc_info=error)

    async def _tell(self, table: "LiveTable", about: Occasion) -> None:
        """Note that people are told, then tell them: a message may be lost, but never comes twice."""
        assert table.shown is not None
        question = table.shown.question
        document = table.document
        noted = replace(document, told=question) if about == "turn" else replace(document, reminded=question)
        seats = tuple(addressees(table))
        try:
            table.quotas.change(table.payer, noted)
            await table.change(noted)
        except Problem:
            return
        for seat in seats:
            for subscription in seat.push:
                self._send(table, seat, subscription, about)

    def _send(self, table: "LiveTable", seat: SeatDocument, subscription: PushSubscription, about: Occasion) -> None:
        assert self._sender is not None
        if not self._rates.take(table.payer):
            self._metrics.pushes.labels("dropped").inc()
            return
        content = message(table.document, seat, subscription.language, about)
        seconds = max(LEAST_SECONDS, int(content.deadline - self._calendar.now()))
        forget = partial(self._forget_soon, table, seat.id, subscription.endpoint)
        self._sender.send(
            PushMessage(subscription, _encode(content), seconds, topic(table.document.id), forget, table.payer),
        )

    def _forget_soon(self, table: "LiveTable", seat_id: int, endpoint: str) -> None:
        task = asyncio.get_running_loop().create_task(self._forget(table, seat_id, endpoint))
        self._removing.add(task)
        task.add_done_callback(self._removing.discard)

    async def _forget(self, table: "LiveTable", seat_id: int, endpoint: str) -> None:
        """Remove a device that its push service no longer knows."""
        with suppress(Problem):  # it can't be stored now: it is tried again after the next message
            await table.change(actions.unsubscribe(table.document, seat_id, endpoint))
