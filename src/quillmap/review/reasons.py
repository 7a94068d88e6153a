"""Why one answer is better than another, in a sentence: what it gains by part, and at what price."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from quillmap.analysis.parts import OTHER_PARTS, Worth, part_names
from quillmap.fast.value.weights import STAR
from quillmap.locales import Catalogue
from quillmap.rules.ids import CardId

WORTH_TELLING: Final = STAR * 3 // 10
"""A smaller difference is left out of the sentence."""
MOST_TOLD: Final = 2
"""How many gains and how many costs a sentence names."""


class PartDifference(NamedTuple):
    """A part, and how many thousandths of a star the better answer has more in it."""

    part: str
    difference: int


def reasons_of(difference: Worth, edicts: Sequence[CardId]) -> list[PartDifference]:
    """Return what two answers differ in, the largest difference first."""
    found = [PartDifference(part, each) for part, each in zip(part_names(edicts), difference, strict=True) if each]
    return sorted(found, key=lambda reason: -abs(reason.difference))


def explain_reasons(reasons: Sequence[PartDifference], words: Catalogue, *, is_harm: bool = False) -> str:
    """Return a sentence that names the largest gains and costs; empty if there is nothing worth telling."""
    told = [reason for reason in reasons if abs(reason.difference) >= WORTH_TELLING]
    gains = [_item(reason, words) for reason in told if reason.difference > 0][:MOST_TOLD]
    costs = [_item(reason, words) for reason in told if reason.difference < 0][:MOST_TOLD]
    if not gains:
        return ""
    params = {"gains": ", ".join(gains)}
    if is_harm:
        return words.text("review.reason.harm.text", **params)
    if not costs:
        return words.text("review.reason.gain.text", **params)
    return words.text("review.reason.price.text", **params, costs=", ".join(costs))


def part_name(part: str, words: Catalogue) -> str:
    """Return what a part is called: a scoring card has its name."""
    return words.text(f"review.part.{part}" if part in OTHER_PARTS else f"cards.{part}.name")


def signed(value: int, words: Catalogue) -> str:
    """Return thousandths of a star as stars with a sign and one digit, as the language writes them."""
    tenths = (abs(value) * 10 + STAR // 2) // STAR
    sign = "−" if value < 0 and tenths else "+"
    return sign + words.text("command.number", whole=tenths // 10, part=tenths % 10)


def _item(reason: PartDifference, words: Catalogue) -> str:
    return f"{part_name(reason.part, words)} ({signed(reason.difference, words)})"
