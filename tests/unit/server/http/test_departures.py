"""Clients that go before they are answered."""

import asyncio

import pytest
from starlette.types import Message

from quillmap.server.http.departures import while_client_waits
from quillmap.server.problems import Problem


class Client:
    """Says nothing more, until it goes."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.messages: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive(self) -> Message:
        """Return what comes of it next."""
        if self.messages:
            return self.messages.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}


def test_what_a_client_waits_for_is_answered() -> None:
    """And what goes wrong is told."""

    async def work() -> str:
        await asyncio.sleep(0.01)
        return "answer"

    async def fail() -> str:
        raise Problem("bad-record")

    async def scenario() -> None:
        assert await while_client_waits(Client().receive, work()) == "answer"
        with pytest.raises(Problem) as told:
            await while_client_waits(Client().receive, fail())
        assert told.value.code == "bad-record"
        while len(asyncio.all_tasks()) > 1:  # in a moment nobody listens any more
            await asyncio.sleep(0)

    asyncio.run(scenario())


@pytest.mark.parametrize("who", ["client", "server"])
def test_work_ends_with_the_client_or_the_server(who: str) -> None:
    """Whoever ends first."""
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def scenario() -> None:
        client = Client()
        serving = asyncio.create_task(while_client_waits(client.receive, work()))
        await asyncio.sleep(0.01)
        if who == "client":
            client.gone.set()
        else:
            serving.cancel()
        with pytest.raises(Problem if who == "client" else asyncio.CancelledError):
            await serving
        await asyncio.wait_for(ended.wait(), 10)

    asyncio.run(scenario())
