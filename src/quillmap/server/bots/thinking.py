"""How bots think, in a separate process: given a view and the seats to answer for, they return answers.

The more networks wait for bots, the shorter are their turns and the less the master looks at, so that nobody waits for
long however many there are.
"""

import logging
import time
from typing import Final, NamedTuple

from quillmap.analysis.hint_reasons import Reason, hint_reasons
from quillmap.bots.bot import Bot
from quillmap.bots.master import PLAYOUTS, MasterBot
from quillmap.bots.people import PersonBot
from quillmap.bots.registry import class_and_settings
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options

TURN_SECONDS: Final = 0.25
"""After this time others have their turn."""
LEAST_SHARE: Final = 1 / 12
"""What remains of a turn however many wait: the master's 40 playouts are still better than the surveyor."""

_log = logging.getLogger("quillmap.bots")


class BotJob(NamedTuple):
    """A view and the seats to answer for, each with its bot as ``registry.bot_maker`` takes it."""

    view: View
    seats: tuple[tuple[Seat, str], ...]
    seed: str
    share: float = 1.0
    """How much of the usual time there is."""
    day: str = ""
    """What decides in a whole game who has a good day."""


class HintJob(NamedTuple):
    """What a bot is asked for a single seat, and what this seat sees."""

    asked: BotJob
    seen: View


def share_of_turn(others: int) -> float:
    """Return how much of the usual time a turn has while this many others wait."""
    return max(LEAST_SHARE, 1 / (1 + others))


def get_ready(_: None) -> None:
    """Begin to load the compiled rules, or to compile them, and do not wait for it."""
    readiness.never_wait()
    readiness.is_ready()


def think(job: BotJob) -> list[Answer | None]:
    """Return what the bots of *job* answer, None where one failed; only the first of them if that takes long."""
    readiness.never_wait()  # while the rules are being compiled, simpler bots answer
    end = time.monotonic() + TURN_SECONDS * job.share
    found: list[Answer | None] = []
    for seat, name in job.seats:
        if found and time.monotonic() > end:
            break
        try:
            found.append(_made(job, seat, name).choose(job.view, Options(job.view, seat)))
        except Exception:  # a bot is a plug-in: its bugs are logged, and the game goes on without it
            _log.exception("bot %s failed", name)
            found.append(None)
    return found


def _made(job: BotJob, seat: Seat, name: str) -> Bot:
    kind, settings = class_and_settings(name)
    if job.share < 1 and issubclass(kind, MasterBot):
        settings["playouts"] = round(PLAYOUTS * job.share)
    if job.day and issubclass(kind, PersonBot):
        settings["day"] = f"{job.day}/{seat}"
    return kind(f"{job.seed}/{seat}", **settings)


def advise(job: HintJob) -> tuple[Answer | None, tuple[Reason, ...]]:
    """Return what the bot of *job* would answer, None if it failed, and what that is good for."""
    [answer] = think(job.asked)
    if answer is None or answer not in Options(job.seen, job.asked.seats[0][0]):
        return None, ()
    try:
        return answer, hint_reasons(job.seen, answer)
    except Exception:  # a hint without its reasons is better than none
        _log.exception("a hint has no reasons")
        return answer, ()
