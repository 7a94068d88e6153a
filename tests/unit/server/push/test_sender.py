"""Messages of one network do not wait for those of another."""

import asyncio
import threading
from dataclasses import replace
from typing import cast

import pytest

from quillmap.server.hosting.config import Limits
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.push import public_hosts, sender
from quillmap.server.push.delivery import Answer
from quillmap.server.push.public_hosts import PublicHosts, PushEndpoint
from quillmap.server.push.sealing import Seal
from quillmap.server.push.sender import PushMessage, PushSender
from quillmap.server.tables.document import PushSubscription
from server.harness import awaited

LONGEST_SECONDS = 60.0
"""Only a test that fails takes as long."""


class Envelope:
    """Leaves messages as they are."""

    def encrypt(self, _subscription: PushSubscription, payload: bytes) -> bytes:
        """Return what is sent."""
        return payload

    def authorization(self, _endpoint: PushEndpoint) -> str:
        """Return what a push service asks for."""
        return "somebody"


def message(host: str, network: str) -> PushMessage:
    """Return a message to a device."""
    return PushMessage(PushSubscription(f"https://{host}/{network}", "a", "b"), b"", 60, "topic", lambda: None, network)


def test_names_that_never_resolve_hold_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of them leave a slot and a thread to another network, also at a service that both use."""
    is_over = threading.Event()

    def resolved(host: str) -> list[str]:
        if host.startswith("slow"):
            is_over.wait(LONGEST_SECONDS)
        return ["93.184.215.14"]

    monkeypatch.setattr(public_hosts, "_addresses", resolved)

    async def scenario() -> None:
        is_sent = asyncio.Event()

        async def post(endpoint: PushEndpoint, *_: object) -> Answer:
            if endpoint.target == "/198.51.100.2":
                is_sent.set()
            return Answer(201, 0.0)

        monkeypatch.setattr(sender, "post", post)
        limits = replace(Limits(), push_seconds=LONGEST_SECONDS)
        sending = PushSender(cast("Seal", Envelope()), PublicHosts(), Metrics(), limits)
        for n in range(400):
            sending.send(message(f"slow{n}.quillmap.net", "198.51.100.1"))
        for _ in range(100):
            await asyncio.sleep(0)
        for _ in range(20):
            sending.send(message("push.quillmap.net", "198.51.100.1"))
        sending.send(message("push.quillmap.net", "198.51.100.2"))
        try:
            async with asyncio.timeout(LONGEST_SECONDS / 3):
                await is_sent.wait()
        finally:
            is_over.set()
            sending.close()

    awaited(scenario())
