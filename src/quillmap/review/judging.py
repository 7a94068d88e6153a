"""What one decision of a seat, or one card that came, cost or brought."""

from dataclasses import dataclass, replace

from quillmap.analysis.answers import Analysis, analyse_in_steps
from quillmap.analysis.foresight import Foresight, Method, deals_for
from quillmap.analysis.parts import Worth, mean, subtract
from quillmap.bots.positions import ONLY, answered, brought_to_rest, revealed, unseen_cards
from quillmap.bots.steps import Steps, finish
from quillmap.play.view import View
from quillmap.review.results import JudgedCard, JudgedDecision, Valued
from quillmap.review.scale import grade_of
from quillmap.review.tasks import Decision, Harm, Reveal, Task
from quillmap.rules.ids import CardId
from quillmap.rules.moves import Answer

ALTERNATIVES = 5
"""How many of the best answers are told."""
DEALS_SHARE = 120
"""A card that could come gets one deal for each of this many playouts of a decision."""
FEWEST_DEALS = 2


def judge(task: Task, foresight: Foresight, playouts: int, seed: str) -> JudgedDecision | JudgedCard:
    """Return what a decision cost, or what luck a card or a neighbour brought."""
    own_seed = _seed_of(task, seed)
    match task:
        case Decision():
            return judge_decision(task, foresight, playouts, seed)
        case Reveal():
            return JudgedCard(task.event, task.seat, task.card, _luck(task, foresight, playouts, own_seed))
        case Harm():
            worth = _harm(task, foresight, playouts, own_seed)
            return JudgedCard(task.event, task.seat, task.card, worth, is_harm=True)


def judge_decision(task: Decision, foresight: Foresight, playouts: int, seed: str) -> JudgedDecision:
    """Return what a decision cost, or would cost if it were made."""
    return finish(judge_decision_in_steps(task, foresight, playouts, seed))


def judge_decision_in_steps(task: Decision, foresight: Foresight, playouts: int, seed: str) -> Steps[JudgedDecision]:
    """Do the same in steps, between which it may be put aside."""
    found = yield from analyse_in_steps(
        *(task.view, task.seat), playouts=playouts, seed=_seed_of(task, seed), played=task.played, foresight=foresight
    )
    return _judged(task, found)


@dataclass(frozen=True, slots=True)
class JudgedInstead:
    """Another answer to a question, and what it brings more than the one that was given."""

    judged: JudgedDecision
    gained: Worth
    """By part; the sum may be less than nothing."""


def judge_instead_in_steps(
    task: Decision, answer: Answer, foresight: Foresight, playouts: int, seed: str
) -> Steps[JudgedInstead]:
    """Return what another *answer* would have cost, compared on the same deals as the one that was played."""
    found = yield from analyse_in_steps(
        *(task.view, task.seat),
        playouts=playouts,
        seed=_seed_of(task, seed),
        played=answer,
        others=(task.played,),
        foresight=foresight,
    )
    given = next(each for each in found.candidates if each.move == task.played)
    assert found.played is not None
    return JudgedInstead(_judged(task, found), subtract(found.played.worth, given.worth))


def _seed_of(task: Task, seed: str) -> str:
    return f"{seed}/{task.seat}/{task.event}"


def _judged(task: Decision, found: Analysis) -> JudgedDecision:
    best, played = found.candidates[0], found.played
    assert played is not None
    loss = best.value - played.value
    if loss <= played.margin:
        loss = 0
    return JudgedDecision(
        event=task.event,
        seat=task.seat,
        ask=task.ask,
        card=task.card,
        owner=found.owner,
        grade=grade_of(loss),
        loss=loss,
        margin=played.margin,
        played=Valued(played.move, played.value),
        best=tuple(Valued(each.move, each.value) for each in found.candidates[:ALTERNATIVES]),
        difference=subtract(best.worth, played.worth),
        has_choice=found.options > 1,
        edicts=task.view.edicts,
    )


def _luck(task: Reveal, foresight: Foresight, playouts: int, seed: str) -> Worth:
    """Return what the position is worth with the card less the mean over all cards that could have come."""
    chances = unseen_cards(task.position)
    worths = {card: _with_card(task.position, card, foresight, playouts, seed) for card in chances}
    common = [
        sum(chance * worths[card][part] for card, chance in chances.items()) for part in range(len(worths[task.card]))
    ]
    return subtract(worths[task.card], tuple(round(each) for each in common))


def _with_card(position: View, card: CardId, foresight: Foresight, playouts: int, seed: str) -> Worth:
    after = revealed(position, card)
    return mean(foresight.look_after(position, after, deals_for(after, _deals(foresight, playouts), seed)))


def _harm(task: Harm, foresight: Foresight, playouts: int, seed: str) -> Worth:
    """Return what a neighbour left of a map less what one who knows where it hurts would have left."""
    done = answered(task.position, replace(task.done, seat=ONLY))
    usual = brought_to_rest(task.position)
    deals = deals_for(done, 4 * _deals(foresight, playouts), seed)
    return subtract(
        mean(foresight.look_after(task.position, done, deals)), mean(foresight.look_after(task.position, usual, deals))
    )


def _deals(foresight: Foresight, playouts: int) -> int:
    return max(FEWEST_DEALS, playouts // DEALS_SHARE) if foresight.method is Method.LOOK_AHEAD else 1
