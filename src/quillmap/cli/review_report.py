"""A review as text: the account of a game, its curve, and every decision."""

from collections.abc import Iterator
from typing import Final

from quillmap.analysis.answers import PLAIN_MARGIN
from quillmap.analysis.foresight import Method
from quillmap.analysis.parts import part_names
from quillmap.cli.language import figure, say
from quillmap.fast.value.weights import STAR
from quillmap.locales import Catalogue
from quillmap.play.notation import space_names
from quillmap.review.reasons import explain_reasons, part_name, reasons_of
from quillmap.review.results import JudgedDecision, SeatReview
from quillmap.review.scale import Grade
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero

_BARS: Final = "▁▂▃▄▅▆▇█"
_MARKS: Final = {Grade.SLIP: "·", Grade.MISTAKE: "?", Grade.BLUNDER: "!"}
"""What stands under the curve."""
_SHOWN_CARDS: Final = 3
"""How many of the luckiest and how many of the unluckiest cards are named."""


def report(review: SeatReview, *, has_others: bool, words: Catalogue) -> Iterator[str]:
    """Yield the lines of a review."""
    if has_others:
        yield say("story.seat", seat=review.seat)
    level = words.text(f"setup.bot.{review.level}.label")
    yield words.text("review.level.text", level=level)
    yield f"{words.text('review.accuracy')}: {figure(review.accuracy, 1)}"
    if review.method is Method.VALUE:
        yield words.text("review.by-value.text", margin=figure(PLAIN_MARGIN / STAR, 1))
    yield ""
    yield from _account(review, words)
    yield ""
    yield from _curve(review, words)
    yield ""
    yield from _cards(review, words)
    yield ""
    yield from _decisions(review, words)
    yield ""


def _account(review: SeatReview, words: Catalogue) -> Iterator[str]:
    """Yield expected + luck − loss + remainder = stars, as a whole and part by part, and what the master would have."""
    columns = ["expected", "luck", "loss", "remainder", "stars"]
    figures = [review.expected, review.luck, tuple(-each for each in review.loss), review.remainder, review.final]
    if review.master is not None:
        columns.append("master")
        figures.append(review.master)
    width = max(len(words.text(f"review.{each}")) for each in columns)
    for column, worth in zip(columns, figures, strict=True):
        is_signed = column in ("luck", "loss", "remainder")
        yield f"{words.text(f'review.{column}'):{width}}  {figure(sum(worth) / STAR, 1, is_signed=is_signed):>7}"
    yield ""
    head = [words.text("review.column.part"), *(words.text(f"review.{each}") for each in columns)]
    rows = [head]
    for place, part in enumerate(part_names(review.edicts)):
        values = [each[place] / STAR for each in figures]
        if any(values):
            rows.append([part_name(part, words), *(figure(value, 1) for value in values)])
    yield from _table(rows)


def _curve(review: SeatReview, words: Catalogue) -> Iterator[str]:
    """Yield a line of bars: the stars that the seat could expect after each of its decisions."""
    own = [each for each in review.decisions if each.owner == review.seat]
    values = [each.played.value for each in own]
    if not values:
        return
    low, high = min(values), max(values)
    yield f"{words.text('review.curve')}: {figure(low / STAR, 1)} – {figure(high / STAR, 1)}"
    span = max(high - low, 1)
    yield "".join(_BARS[(len(_BARS) - 1) * (value - low) // span] for value in values)
    yield "".join(_MARKS.get(each.grade, " ") for each in own).rstrip()


def _cards(review: SeatReview, words: Catalogue) -> Iterator[str]:
    """Yield the luckiest and the unluckiest cards."""
    cards = sorted(review.cards, key=lambda each: -each.luck)
    chosen = [*cards[:_SHOWN_CARDS], *cards[_SHOWN_CARDS:][-_SHOWN_CARDS:]]
    rows = [[words.text("review.column.event"), words.text("review.column.card"), words.text("review.luck")]]
    for card in chosen:
        name = words.text(f"cards.{card.card}.name")
        name = words.text("review.harm", card=name) if card.is_harm else name
        rows.append([str(card.event), name, figure(card.luck / STAR, 1, is_signed=True)])
    yield from _table(rows)


def _decisions(review: SeatReview, words: Catalogue) -> Iterator[str]:
    """Yield every decision; below those that lost something, why."""
    event, card, grade, loss, best = (
        words.text(f"review.column.{each}") for each in ("event", "card", "class", "loss", "best")
    )
    rows = [[event, card, grade, loss, "±", best]]
    reasons = [""]
    for each in review.decisions:
        rows.append(
            [
                str(each.event),
                words.text(f"cards.{each.card}.name"),
                words.text(f"review.class.{each.grade}"),
                figure(each.loss / STAR, 1),
                figure(each.margin / STAR, 1),
                move_text(each.best[0].move, words) if each.loss else "",
            ]
        )
        reasons.append(_why(each, review, words))
    for line, reason in zip(_table(rows), reasons, strict=True):
        yield line
        if reason:
            yield f"    {reason}"


def _why(decision: JudgedDecision, review: SeatReview, words: Catalogue) -> str:
    if not decision.loss:
        return ""
    is_harm = decision.owner != decision.seat
    return explain_reasons(reasons_of(decision.difference, review.edicts), words, is_harm=is_harm)


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


def _table(rows: list[list[str]]) -> Iterator[str]:
    """Yield rows with their columns aligned: words to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    is_number = [all(_is_figure(cell) for cell in column[1:]) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            f"{cell:>{width}}" if right else f"{cell:{width}}"
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ]
        yield "  ".join(cells).rstrip()


def _is_figure(cell: str) -> bool:
    return bool(cell) and all(letter.isdigit() or letter in "+−.," for letter in cell)
