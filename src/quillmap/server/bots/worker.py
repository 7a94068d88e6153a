"""The process in which bots think: reads jobs from standard input, writes answers to standard output.

It ends when its input does, so it outlives no server, however that ended.
"""

import logging
import os
import pickle
import sys
from typing import Final

from quillmap.bots.registry import load_bot
from quillmap.fast import readiness
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.server.bots.players import Job

NICENESS: Final = 5
"""People come before bots: the server and its sockets get the processor first."""

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
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs = sys.stdin.buffer
    readiness.never_wait()  # while the rules are being compiled, simpler bots answer
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a bot prints must not get between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            job: Job = pickle.load(jobs)
        except (EOFError, KeyboardInterrupt):
            return
        pickle.dump(answers(job), replies, protocol=pickle.HIGHEST_PROTOCOL)
        replies.flush()


if __name__ == "__main__":
    main()
