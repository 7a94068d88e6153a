"""Endpoints of notifications: on which devices a person is told of their turn, at a table with a pace of days."""

from quillmap.locales import languages
from quillmap.server.http.call import Call
from quillmap.server.http.endpoint import endpoint
from quillmap.server.problems import Problem
from quillmap.server.protocol.push_bodies import ChangePush, PushAnswer, PushOffer
from quillmap.server.rate_limits import RateLimiter, network_of
from quillmap.server.tables import actions
from quillmap.server.tables.document import PushSubscription, SeatDocument, TableDocument
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import seat_with


class PushHandlers:
    """Answers the endpoints of notifications."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._new_devices = RateLimiter(*registry.config.limits.subscription_rate)

    @endpoint("GET", "/api/push", is_constant=True)
    async def push(self) -> PushOffer:
        """Say whether this server sends notifications, and with which key."""
        return PushOffer(self._registry.notifier.public_key)

    @endpoint(
        *("PUT", "/api/tables/{table}/seats/{seat}/push", "token-needed", "no-such-table", "no-such-seat", "not-yours"),
        *("bad-endpoint", "no-push", "quota-used-up"),
    )
    async def change_push(self, call: Call, body: ChangePush) -> PushAnswer:
        """Tell the person of one's own seat on a device when it is their turn, or no longer."""
        token = call.token
        table = await self._registry.table(call.path["table"], network_of(call.address))
        seat = seat_with(table.document, token)
        if seat is None or seat.id != call.seat_id():
            raise Problem("not-yours")
        if body.keys is None:
            await self._change(call, table, actions.unsubscribe(table.document, seat.id, body.endpoint))
        else:
            language = body.language if body.language in languages() else "en"
            device = PushSubscription(body.endpoint, body.keys.p256dh, body.keys.auth, language)
            await self._subscribe(call, table, seat, device)
        changed = table.document.seat(seat.id)
        return PushAnswer(0 if changed is None else len(changed.push))

    async def _subscribe(self, call: Call, table: LiveTable, seat: SeatDocument, device: PushSubscription) -> None:
        if device in seat.push:  # pages ask again whenever they are opened
            return
        if not self._new_devices.take(call.address):
            raise Problem("quota-used-up")
        self._registry.notifier.check(device)
        await self._change(call, table, actions.subscribe(table.document, seat.id, device))

    async def _change(self, call: Call, table: LiveTable, document: TableDocument) -> None:
        if document is not table.document:
            self._registry.quotas.change(call.address, document, table.document)
            await table.change(document, network_of(call.address))
