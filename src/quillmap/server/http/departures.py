"""Clients that go before they are answered: what only they needed ends with them."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.types import Receive

from quillmap.server.problems import Problem

Answer = TypeVar("Answer")


async def while_client_waits(receive: Receive, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return what *work* returns; cancel it, and raise a problem, if the client goes before.

    *receive* gives the messages of a request whose body has been read: the only one to come says that it has gone.
    """
    working = asyncio.create_task(work)
    going = asyncio.create_task(_client_goes(receive))
    try:
        await asyncio.wait((working, going), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem("bad-request", "it broke off")
        return working.result()
    finally:
        going.cancel()
        working.cancel()


async def _client_goes(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
