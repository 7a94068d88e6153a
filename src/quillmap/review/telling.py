"""A review as sentences in any of the languages: one decision, and a seat's whole game."""

from typing import TYPE_CHECKING

from quillmap.fast.value.weights import STAR
from quillmap.locales import Catalogue
from quillmap.play.notation import space_names
from quillmap.review.reasons import explain_reasons, reasons_of, signed
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero

if TYPE_CHECKING:  # what is told of is made of this
    from quillmap.review.results import JudgedDecision, SeatReview


def tell_decision(decision: "JudgedDecision", words: Catalogue) -> str:
    """Return how good a decision was, and if it cost something, what would have been better and why."""
    grade = f"{words.text(f'cards.{decision.card}.name')}: {words.text(f'review.class.{decision.grade}')}"
    if not decision.loss:
        return f"{grade}."
    best = f"{words.text('review.column.best')}: {move_text(decision.best[0].move, words)}."
    is_harm = decision.owner != decision.seat
    why = explain_reasons(reasons_of(decision.difference, decision.edicts), words, is_harm=is_harm)
    return " ".join(filter(None, [f"{grade} ({signed(-decision.loss, words)}).", best, why]))


def tell_review(review: "SeatReview", words: Catalogue) -> str:
    """Return whom a seat drew like, its stars and where they come from, and every decision that cost something."""
    sums = {"luck": review.luck, "loss": tuple(-part for part in review.loss), "remainder": review.remainder}
    account = [f"{words.text('review.stars')}: {sum(review.final) // STAR}"]
    account.append(f"{words.text('review.expected')}: {signed(sum(review.expected), words).removeprefix('+')}")
    account += [f"{words.text(f'review.{name}')}: {signed(sum(worth), words)}" for name, worth in sums.items()]
    lines = [words.text("review.level.text", level=words.text(f"setup.bot.{review.level}.label")), ", ".join(account)]
    lines += [f"{each.event}. {tell_decision(each, words)}" for each in review.decisions if each.loss]
    return "\n".join(lines)


def move_text(move: Answer, words: Catalogue) -> str:
    """Return an answer in a few words."""
    match move:
        case Draw():
            drawn = f"{words.text(f'terms.terrain.{move.terrain}')} {' '.join(space_names(move.spaces))}"
            if move.skill is None:
                return drawn
            return f"{drawn} + {words.text(f'cards.{move.skill}.name')} {' '.join(space_names(move.extra))}".rstrip()
        case PlaceHero():
            return f"{' '.join(space_names(move.space))} → {' '.join(space_names(move.path))}"
        case Destroy():
            return words.text("review.destroyed", space=space_names(move.space)[0])
        case Declare():
            return words.text(f"review.declared.{'yes' if move.use else 'no'}")
