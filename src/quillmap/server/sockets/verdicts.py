"""Telling a client what came of a move that a trainer judged."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from quillmap.review.results import JudgedDecision, write_result
from quillmap.rules.moves import IllegalMove
from quillmap.server.problems import Problem, illegal
from quillmap.server.protocol.messages import WarnedMessage
from quillmap.server.tables.training import TrainerVerdict

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.table import LiveTable


async def tell_verdict(
    judging: asyncio.Task[TrainerVerdict],
    table: "LiveTable",
    message_id: str,
    connection: "Connection",
    on_made: Callable[[None], None],
) -> None:
    """Wait for a verdict and tell it; *on_made* is called if the move was made."""
    try:
        verdict = await asyncio.shield(judging)  # it goes on when this socket is gone
    except IllegalMove as error:
        connection.refuse(message_id, illegal(error))
    except Problem as problem:
        connection.refuse(message_id, problem.body())
    except Exception as error:  # a bug, or the server stops: as in ``Connection.talk``
        connection.report("a trainer failed", error, message_id)
    else:
        if verdict.warning is None:
            on_made(None)
        else:
            connection.say(_warned(message_id, verdict.warning, table))
    finally:
        connection.judged.discard(message_id)


def _warned(message_id: str, found: JudgedDecision, table: "LiveTable") -> WarnedMessage:
    assert table.game is not None
    trainer, edicts = table.document.trainer, table.game.now.state.edicts
    written = write_result(found, edicts)
    best = written["best"][0]["move"] if trainer is not None and trainer.shows_best else None
    if best is not None:
        del best["seat"]  # as clients send them
    kept = {name: written[name] for name in ("class", "loss", "margin", "reasons")}
    return msgspec.convert({"type": "warned", "id": message_id, **kept, "best": best}, WarnedMessage)
