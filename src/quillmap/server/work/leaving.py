"""Work that ends with whoever wanted it, unless it has begun: then it is finished, and paid for."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def finished_once_begun(work: Coroutine[Any, Any, Result], has_begun: Callable[[], bool]) -> Result:
    """Return what *work* returns; when this is cancelled, *work* is cancelled, too, unless it has begun."""
    working = asyncio.create_task(work)
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        if not has_begun():
            working.cancel()
        working.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody needs it
        raise
