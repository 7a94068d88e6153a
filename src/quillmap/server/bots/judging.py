"""How a trainer judges an answer before it counts, in a process of the bots: the search is that of reviews."""

from typing import NamedTuple

from quillmap.analysis.engine import foresight_now
from quillmap.bots.positions import alone
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.review.judging import judge_decision
from quillmap.review.results import JudgedDecision
from quillmap.review.reviewing import SEED
from quillmap.review.tasks import Decision
from quillmap.rules.cards import TROLL
from quillmap.rules.moves import Answer


class AnswerJob(NamedTuple):
    """An answer that somebody wants to give."""

    view: View
    answer: Answer
    event: int
    """The line of the record that will tell it: a review of the game judges it on the same deals."""
    playouts: int


def judge_answer(job: AnswerJob) -> JudgedDecision:
    """Return what an answer would cost; while the rules are being compiled, by the learned value alone."""
    readiness.never_wait()
    view, seat = job.view, job.answer.seat
    assert view.ask is not None
    card = TROLL if view.card is None else view.card
    decision = Decision(job.event, seat, view.ask, card, view, job.answer)
    position = alone(view, seat, is_asked=True)
    return judge_decision(decision, foresight_now(position.setup, position.edicts), job.playouts, SEED)
