"""What an answer is good for, as a hint tells it: which parts of a map's worth it raises most, or lowers next door."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from quillmap.analysis.parts import COINS, MONSTERS, SIZE, PartedValue, Worth, add, subtract
from quillmap.bots.appraisal import STAR
from quillmap.play.prospects import prospect
from quillmap.play.view import View
from quillmap.rules.ids import CardId
from quillmap.rules.moves import Answer
from quillmap.rules.scoring import score
from quillmap.rules.seasons import SEASONS, YEAR, edicts_of
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet, haunted
from quillmap.rules.state import State, Step

Part: TypeAlias = Literal["edict", "coins", "monsters"]

MOST: Final = 2
"""How many reasons are given: more do not fit into a sentence."""


class Reason(NamedTuple):
    """A part of the map that an answer is good for."""

    part: Part
    card: CardId | None
    """The edict, if it is one."""
    stars: int
    """What it comes to by the end of the year, as the bots see it; on a neighbour's map what it takes away."""


@lru_cache(maxsize=64)
def _value(setup: Setup, edicts: tuple[CardId, ...]) -> PartedValue:
    return PartedValue(setup, edicts)


def worth_when_done(state: State, sheet: Sheet, purse: int) -> Worth:
    """Return what *sheet* is worth for the rest of the year, by part, when the present card is done."""
    found, season, left = [0] * SIZE, state.season, state.season_card.time - state.time
    is_between = state.step in (Step.DEALING, Step.LASTING)
    found[COINS] = STAR * purse * (YEAR - season - is_between)
    if left <= 0:
        if not is_between:
            for place in edicts_of(season):
                found[place] = STAR * score(state.edicts[place], sheet, state.setup.rulebook)
            found[MONSTERS] = -STAR * haunted(sheet).bit_count()
        season += 1
        if season >= YEAR:
            return tuple(found)
        left = SEASONS[state.setup.seasons][season].time
    return add(tuple(found), _value(state.setup, state.edicts).of(sheet, season, left))


def hint_reasons(view: View, answer: Answer) -> tuple[Reason, ...]:
    """Return what *answer* is good for, the most important first; nothing if no part is worth a star."""
    found = prospect(view, answer)
    gained = subtract(
        worth_when_done(view, found.after.sheet, found.after.purse),
        worth_when_done(view, found.before.sheet, found.before.purse),
    )
    sign = 1 if found.sheet == answer.seat else -1
    parts: list[tuple[int, Part, CardId | None]] = [
        *((gain, "edict", card) for gain, card in zip(gained[:YEAR], view.edicts, strict=True)),
        (gained[COINS], "coins", None),
        (gained[MONSTERS], "monsters", None),
    ]
    told = [Reason(part, card, round(sign * gain / STAR)) for gain, part, card in parts]
    told.sort(key=lambda reason: -reason.stars)
    return tuple(reason for reason in told[:MOST] if reason.stars > 0)
