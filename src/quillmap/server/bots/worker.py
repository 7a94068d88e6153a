"""The process in which bots think."""

import logging

from quillmap.bots.registry import load_bot
from quillmap.fast import readiness
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.server.bots.players import Job
from quillmap.server.work.processes import answer_jobs

_log = logging.getLogger("quillmap.bots")


def answers(job: Job) -> list[Answer | None]:
    """Return what the bots of *job* answer, None where one failed."""
    found: list[Answer | None] = []
    for seat, level in job.seats:
        try:
            bot = load_bot(level)(f"{job.seed}/{seat}")
            found.append(bot.choose(job.view, Options(job.view, seat)))
        except Exception:  # a bot is a plug-in: its bugs are logged, and the game goes on without it
            _log.exception("bot %s failed", level)
            found.append(None)
    return found


def main() -> None:
    """Answer jobs until the input ends."""
    readiness.never_wait()  # while the rules are being compiled, simpler bots answer
    answer_jobs(answers)


if __name__ == "__main__":
    main()
