"""How a trainer judges an answer before it counts, in a process of the bots: the search is that of reviews."""

from typing import NamedTuple

from quillmap.analysis.engine import foresight_now
from quillmap.bots.positions import alone
from quillmap.bots.steps import Done
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.review.judging import judge_decision_in_steps
from quillmap.review.results import JudgedDecision
from quillmap.review.reviewing import SEED
from quillmap.review.tasks import Decision
from quillmap.rules.cards import TROLL
from quillmap.rules.moves import Answer
from quillmap.server.bots.turns import Interrupted, WorkTurn


class AnswerJob(NamedTuple):
    """An answer that somebody wants to give."""

    view: View
    answer: Answer
    event: int
    """The line of the record that will tell it: a review of the game judges it on the same deals."""
    playouts: int
    share: float = 1.0
    """How much of the usual time there is."""
    before: Interrupted | None = None
    """What was found out when the last turn ended."""


def judge_answer(job: AnswerJob) -> JudgedDecision | Interrupted:
    """Return what an answer would cost, or how much of that was found out in this turn.

    While the rules are being compiled, it is told by the learned value alone.
    """
    readiness.never_wait()
    turn = WorkTurn(job.share)
    view, seat = job.view, job.answer.seat
    assert view.ask is not None
    card = TROLL if view.card is None else view.card
    decision = Decision(job.event, seat, view.ask, card, view, job.answer)
    position = alone(view, seat, is_asked=True)
    foresight = foresight_now(position.setup, position.edicts)
    playouts = max(1, round(job.playouts * job.share))
    found = turn.go_on(judge_decision_in_steps(decision, foresight, playouts, SEED), job.before)
    return found.result if isinstance(found, Done) else found
