"""A review as text: the account of a game, its curve, and every decision."""

from collections.abc import Iterator
from itertools import chain, zip_longest
from textwrap import wrap
from typing import Final

from quillmap.analysis.answers import PLAIN_MARGIN
from quillmap.analysis.foresight import Method
from quillmap.analysis.parts import part_names
from quillmap.cli.language import figure, say
from quillmap.cli.terminal import width, wrapped
from quillmap.fast.value.weights import STAR
from quillmap.locales import Catalogue
from quillmap.review.reasons import explain_reasons, part_name, reasons_of
from quillmap.review.results import JudgedDecision, SeatReview
from quillmap.review.scale import Grade
from quillmap.review.telling import move_text

_BARS: Final = "▁▂▃▄▅▆▇█"
_MARKS: Final = {Grade.SLIP: "·", Grade.MISTAKE: "?", Grade.BLUNDER: "!"}
"""What stands under the curve."""
_CHANGES: Final = ("luck", "loss", "remainder")
"""The columns of the account that are told with a sign."""
_GAP: Final = 2
_NARROW_GAP: Final = 1
"""How many blanks stand between the columns of a table, and between those of one that is too wide."""
_SHOWN_CARDS: Final = 3
"""How many of the luckiest and how many of the unluckiest cards are named."""


def report(review: SeatReview, *, has_others: bool, words: Catalogue) -> Iterator[str]:
    """Yield the lines of a review, none longer than the terminal is wide."""
    for line in _sections(review, has_others=has_others, words=words):
        yield from wrapped(line)


def _sections(review: SeatReview, *, has_others: bool, words: Catalogue) -> Iterator[str]:
    if has_others:
        yield say("story.seat", seat=review.seat)
    level = words.text(f"setup.bot.{review.level}.label")
    yield words.text("review.level.text", level=level)
    yield f"{words.text('review.accuracy')}: {figure(review.accuracy, 1)}"
    yield words.text("review.figures.text")
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
    names = [words.text(f"review.{each}") for each in columns]
    rows = [[words.text("review.column.part"), *names]]
    for place, part in enumerate(part_names(review.edicts)):
        values = [each[place] / STAR for each in figures]
        if any(values):
            shown = [
                figure(each, 1, is_signed=column in _CHANGES) for column, each in zip(columns, values, strict=True)
            ]
            rows.append([part_name(part, words), *shown])
    if _needed(rows) > width():  # the names stand above, with the number that each column has instead
        rows[0] = [rows[0][0], *(f"({number})" for number in range(1, len(names) + 1))]
        names = [f"{number} {name}" for number, name in zip(rows[0][1:], names, strict=True)]
    longest = max(map(len, names))
    for column, name, worth in zip(columns, names, figures, strict=True):
        yield f"{name:{longest}}  {figure(sum(worth) / STAR, 1, is_signed=column in _CHANGES):>7}"
    yield words.text("review.account.text")
    yield ""
    yield from chain(*_table(rows))


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
    yield ", ".join(f"{mark} {words.text(f'review.class.{grade}')}" for grade, mark in _MARKS.items())


def _cards(review: SeatReview, words: Catalogue) -> Iterator[str]:
    """Yield the luckiest and the unluckiest cards."""
    cards = sorted(review.cards, key=lambda each: -each.luck)
    chosen = [*cards[:_SHOWN_CARDS], *cards[_SHOWN_CARDS:][-_SHOWN_CARDS:]]
    rows = [[words.text("review.column.event"), words.text("review.column.card"), words.text("review.luck")]]
    for card in chosen:
        name = words.text(f"cards.{card.card}.name")
        name = words.text("review.harm", card=name) if card.is_harm else name
        rows.append([str(card.event), name, figure(card.luck / STAR, 1, is_signed=True)])
    yield from chain(*_table(rows))


def _decisions(review: SeatReview, words: Catalogue) -> Iterator[str]:
    """Yield every decision; below those that lost something, what would have been better and why."""
    heads = [*(words.text(f"review.column.{each}") for each in ("event", "card", "class", "loss")), "±"]
    rows = [
        [
            str(each.event),
            words.text(f"cards.{each.card}.name"),
            words.text(f"review.class.{each.grade}"),
            figure(each.loss / STAR, 1),
            figure(each.margin / STAR, 1),
        ]
        for each in review.decisions
    ]
    head, *told = _table([heads, *rows])
    yield from head
    for lines, each in zip(told, review.decisions, strict=True):
        yield from lines
        if each.loss:
            yield f"    {words.text('review.column.best')}: {move_text(each.best[0].move, words)}"
            yield from _why(each, review, words)


def _why(decision: JudgedDecision, review: SeatReview, words: Catalogue) -> Iterator[str]:
    is_harm = decision.owner != decision.seat
    if why := explain_reasons(reasons_of(decision.difference, review.edicts), words, is_harm=is_harm):
        yield f"    {why}"


def _table(rows: list[list[str]]) -> Iterator[list[str]]:
    """Yield the lines of each row, with columns aligned: words to the left, figures to the right.

    Where the terminal is narrow, the widest column of words is broken.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    is_right = [all(_is_figure(cell) for cell in column[1:]) for column in columns]
    gap = _GAP if _needed(rows) <= width() else _NARROW_GAP
    if (missing := _needed(rows, gap) - width()) > 0:
        words = [place for place, right in enumerate(is_right) if not right]
        widest = max(words, key=lambda place: widths[place])
        longest_word = max(len(word) for cell in columns[widest] for word in cell.split())
        widths[widest] = max(widths[widest] - missing, longest_word)
    for row in rows:
        broken = [wrap(cell, most) for cell, most in zip(row, widths, strict=True)]
        yield [
            (" " * gap)
            .join(
                f"{cell:>{most}}" if right else f"{cell:{most}}"
                for cell, most, right in zip(cells, widths, is_right, strict=True)
            )
            .rstrip()
            for cells in zip_longest(*broken, fillvalue="")
        ]


def _needed(rows: list[list[str]], gap: int = _GAP) -> int:
    """Return how wide a table is whose cells are not broken."""
    return sum(max(map(len, column)) + gap for column in zip(*rows, strict=True)) - gap


def _is_figure(cell: str) -> bool:
    return bool(cell) and all(letter.isdigit() or letter in "+−.," for letter in cell)
