"""How bots think, in a separate process: given a view and the seats to answer for, they return answers."""

import logging
from typing import NamedTuple

from quillmap.analysis.hint_reasons import Reason, hint_reasons
from quillmap.bots.bot import Bot
from quillmap.bots.master import PLAYOUTS, MasterBot
from quillmap.bots.people import PersonBot
from quillmap.bots.registry import class_and_settings
from quillmap.bots.steps import Done
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.server.bots.turns import Interrupted, WorkTurn

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
    before: Interrupted | None = None
    """What the first of these bots had found out when its turn ended."""


class BotTurn(NamedTuple):
    """What the first bots of a job have answered, None where one failed."""

    answers: tuple[Answer | None, ...]
    interrupted: Interrupted | None = None
    """What the next one has found out, if the turn ended while it was thinking."""


class HintJob(NamedTuple):
    """What a bot is asked for a single seat, and what this seat sees."""

    asked: BotJob
    seen: View


class Hint(NamedTuple):
    """What a bot would answer, None if it failed, and what that is good for."""

    answer: Answer | None
    why: tuple[Reason, ...] = ()


def get_ready(_: None) -> None:
    """Begin to load the compiled rules, or to compile them, and do not wait for it."""
    readiness.never_wait()
    readiness.is_ready()


def think(job: BotJob) -> BotTurn:
    """Return what the bots of *job* answer; if that takes long, only some of it."""
    readiness.never_wait()  # while the rules are being compiled, simpler bots answer
    turn, before = WorkTurn(job.share), job.before
    answers: list[Answer | None] = []
    for seat, name in job.seats:
        if not turn.has_room() and answers:
            break
        try:
            found = _chosen(job, seat, name, turn, before)
        except Exception:  # a bot is a plug-in: its bugs are logged, and the game goes on without it
            _log.exception("bot %s failed", name)
            found = None
        if isinstance(found, Interrupted):
            return BotTurn(tuple(answers), found)
        answers.append(found)
        before = None
    return BotTurn(tuple(answers))


def _chosen(job: BotJob, seat: Seat, name: str, turn: WorkTurn, before: Interrupted | None) -> Answer | Interrupted:
    bot, options = _made(job, seat, name), Options(job.view, seat)
    if not isinstance(bot, MasterBot):  # no other bot thinks for long
        return bot.choose(job.view, options)
    found = turn.go_on(bot.choose_in_steps(job.view, options), before)
    return found.result if isinstance(found, Done) else found


def _made(job: BotJob, seat: Seat, name: str) -> Bot:
    kind, settings = class_and_settings(name)
    if job.share < 1 and issubclass(kind, MasterBot):
        settings["playouts"] = round(PLAYOUTS * job.share)
    if job.day and issubclass(kind, PersonBot):
        settings["day"] = f"{job.day}/{seat}"
    return kind(f"{job.seed}/{seat}", **settings)


def advise(job: HintJob) -> Hint | Interrupted:
    """Return what the bot of *job* would answer, and what that is good for; or how far it got."""
    turn = think(job.asked)
    if turn.interrupted is not None:
        return turn.interrupted
    [answer] = turn.answers
    if answer is None or answer not in Options(job.seen, job.asked.seats[0][0]):
        return Hint(None)
    try:
        return Hint(answer, hint_reasons(job.seen, answer))
    except Exception:  # a hint without its reasons is better than none
        _log.exception("a hint has no reasons")
        return Hint(answer)
