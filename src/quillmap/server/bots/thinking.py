"""How bots think, in a separate process: given a view and the seats to answer for, they return answers."""

import logging
import time
from typing import Final, NamedTuple

from quillmap.bots.reasons import Reason, reasons
from quillmap.bots.registry import load_bot
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options

TURN_SECONDS: Final = 0.25
"""After this time others have their turn."""

_log = logging.getLogger("quillmap.bots")


class BotJob(NamedTuple):
    """A view and the seats to answer for, each with the level of its bot."""

    view: View
    seats: tuple[tuple[Seat, str], ...]
    seed: str


def think(job: BotJob) -> list[Answer | None]:
    """Return what the bots of *job* answer, None where one failed; only the first of them if that takes long."""
    readiness.never_wait()  # while the rules are being compiled, simpler bots answer
    end = time.monotonic() + TURN_SECONDS
    found: list[Answer | None] = []
    for seat, level in job.seats:
        if found and time.monotonic() > end:
            break
        try:
            bot = load_bot(level)(f"{job.seed}/{seat}")
            found.append(bot.choose(job.view, Options(job.view, seat)))
        except Exception:  # a bot is a plug-in: its bugs are logged, and the game goes on without it
            _log.exception("bot %s failed", level)
            found.append(None)
    return found


def explain(job: tuple[View, Answer]) -> tuple[Reason, ...]:
    """Return what an answer is good for."""
    return reasons(*job)
