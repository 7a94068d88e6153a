"""Sends messages beside the game: nobody's move ever waits for a push service.

Everything is bounded: how many messages wait, how many are on their way at once (to one service, of one network, and in
all), how often and how long each is tried. Networks share what there is: services that never answer hold up those who
named them. What exceeds a bound is dropped and counted: a notification is a courtesy.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from quillmap.server.hosting.config import Limits
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.push.delivery import Answer, NoAnswer, post
from quillmap.server.push.public_hosts import NotPublic, PublicHosts, PushEndpoint, read_endpoint
from quillmap.server.push.sealing import Seal
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.tables.document import PushSubscription
from quillmap.server.work.slots import SharedSlots

MOST_WAITING: Final = 2000
AT_ONCE: Final = (24, 16)
AT_ONCE_TO_A_HOST: Final = (6, 4)
"""How many are on their way, and how many of them may be of one network."""
HOST_RATE: Final = (400, 20)
"""Messages to one push service, at once and a second: nobody can be flooded through this server."""
LONGEST_WAIT: Final = 900.0
"""Seconds that a service may ask to be left alone before its message is tried again."""
GONE: Final = (404, 410)
AGAIN: Final = (408, 425, 429, 500, 502, 503, 504)

_log = logging.getLogger("quillmap.push")


@dataclass(frozen=True, slots=True)
class PushMessage:
    """Something to be shown on one device."""

    subscription: PushSubscription
    payload: bytes
    seconds: int
    """For how long it is worth showing."""
    topic: str
    """A newer message with the same topic takes the place of one that waits for the device."""
    on_gone: Callable[[], None]
    """Called when the push service no longer knows the device."""
    network: str
    """Where the table was opened."""


class PushSender:
    """Sends messages, each in a task of its own."""

    def __init__(self, seal: Seal, hosts: PublicHosts, metrics: Metrics, limits: Limits) -> None:
        self._seal = seal
        self._hosts = hosts
        self._metrics = metrics
        self._limits = limits
        self._rates = RateLimiter(*HOST_RATE)
        self._at_once = SharedSlots(*AT_ONCE)
        self._at_once_to: WeakValueDictionary[str, SharedSlots] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(1, "push-seal")

    def send(self, message: PushMessage) -> None:
        """Send *message* when there is time; never waits."""
        host = read_endpoint(message.subscription.endpoint).host
        if len(self._tasks) >= MOST_WAITING or not self._rates.take(host):
            self._metrics.pushes.labels("dropped").inc()
            return
        task = asyncio.get_running_loop().create_task(self._deliver(message))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def close(self) -> None:
        """Stop; what has not been sent is forgotten."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._hosts.close()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a notification failed", exc_info=error)

    async def _deliver(self, message: PushMessage) -> None:
        for pause in (*self._limits.push_pauses, None):
            answer = await self._tried(message)
            if answer is not None and answer.status not in AGAIN:
                break
            if pause is not None:
                await asyncio.sleep(max(pause, min(answer.retry_after if answer else 0, LONGEST_WAIT)))
        is_gone = answer is not None and answer.status in GONE
        is_sent = answer is not None and 200 <= answer.status < 300
        self._metrics.pushes.labels("gone" if is_gone else "sent" if is_sent else "failed").inc()
        if is_gone:
            message.on_gone()

    async def _tried(self, message: PushMessage) -> Answer | None:
        """Return the answer of the push service; None if there was none."""
        endpoint = read_endpoint(message.subscription.endpoint)
        network, host = message.network, endpoint.host
        of_host = self._at_once_to.setdefault(host, SharedSlots(*AT_ONCE_TO_A_HOST))
        # First the turn at the host: those who wait for a slow one keep no place from the others.
        async with of_host.holding(network, host), self._at_once.holding(network, host):
            try:
                async with asyncio.timeout(self._limits.push_seconds):
                    places = await self._hosts.places(host, network)
                body, headers = await self._sealed(message, endpoint)
                return await post(endpoint, places, self._hosts.context, headers, body, self._limits.push_seconds)
            except NotPublic:
                _log.warning("a push service has no public address", extra={"host": endpoint.host})
                return Answer(0, 0.0)
            except (NoAnswer, OSError, TimeoutError) as error:
                _log.info("a push service did not answer", extra={"host": endpoint.host, "error": str(error)})
                return None

    async def _sealed(self, message: PushMessage, endpoint: PushEndpoint) -> tuple[bytes, dict[str, str]]:
        loop = asyncio.get_running_loop()
        body = await loop.run_in_executor(self._threads, self._seal.encrypt, message.subscription, message.payload)
        signed = await loop.run_in_executor(self._threads, self._seal.authorization, endpoint)
        return body, {
            "authorization": signed,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(message.seconds),
            "topic": message.topic,
            "urgency": "normal",
        }
