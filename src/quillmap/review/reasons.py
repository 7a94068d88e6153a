"""Why one answer is better than another, in a sentence: what it gains by part, and at what price."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from quillmap.analysis.parts import OTHER_PARTS, Worth, part_names
from quillmap.fast.value.weights import STAR
from quillmap.locales import Catalogue
from quillmap.rules.ids import CardId

WORTH_TELLING: Final = STAR * 3 // 10
"""A smaller difference is left out of the sentence."""
LEAST_REST: Final = 2
"""What is left of a sum is told from here on, in tenths of a star; less may be nothing but rounding."""
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
    """Return a sentence that names the largest gains and costs, and one with what is left of the sum.

    The numbers add up as they are shown, in tenths. There is nothing to say if no gain is worth telling.
    """
    told = [reason for reason in reasons if abs(reason.difference) >= WORTH_TELLING]
    gains = [reason for reason in told if reason.difference > 0][:MOST_TOLD]
    costs = [] if is_harm else [reason for reason in told if reason.difference < 0][:MOST_TOLD]
    if not gains:
        return ""
    params = {"gains": _listed(gains, words)}
    if costs:
        sentence = words.text("review.reason.price.text", **params, costs=_listed(costs, words))
    else:
        sentence = words.text(f"review.reason.{'harm' if is_harm else 'gain'}.text", **params)
    whole = sum(reason.difference for reason in reasons)
    rest = _tenths(whole) - sum(_tenths(reason.difference) for reason in (*gains, *costs))
    if abs(rest) < LEAST_REST:
        return sentence
    return f"{sentence} {words.text('review.rest.text', rest=signed(rest * STAR // 10, words))}"


def part_name(part: str, words: Catalogue) -> str:
    """Return what a part is called: a scoring card has its name."""
    return words.text(f"review.part.{part}" if part in OTHER_PARTS else f"cards.{part}.name")


def signed(value: int, words: Catalogue) -> str:
    """Return thousandths of a star as stars with a sign and one digit, as the language writes them."""
    tenths = _tenths(value)
    whole, part = divmod(abs(tenths), 10)
    return ("−" if tenths < 0 else "+") + words.text("command.number", whole=whole, part=part)


def _tenths(value: int) -> int:
    """Return thousandths of a star as tenths, rounded."""
    rounded = (abs(value) * 10 + STAR // 2) // STAR
    return -rounded if value < 0 else rounded


def _listed(reasons: Sequence[PartDifference], words: Catalogue) -> str:
    return ", ".join(f"{part_name(part, words)} ({signed(difference, words)})" for part, difference in reasons)
