"""Why a bot would answer so: which parts of a map's value an answer raises most, or lowers on a neighbour's map."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from quillmap.bots.appraisal import STAR
from quillmap.fast.value.features import OUTLOOKS, ROOM, WIDTH, ground
from quillmap.fast.value.features.ground import monsters, room
from quillmap.fast.value.weights import ROW, TIMES, weights_of
from quillmap.play.prospects import prospect
from quillmap.play.view import View
from quillmap.rules.ids import CardId
from quillmap.rules.moves import Answer
from quillmap.rules.scoring import score
from quillmap.rules.seasons import SEASONS, YEAR, edicts_of, scorings_left
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


class Worths(NamedTuple):
    """What the parts of a map are worth for the rest of the year, in thousandths of a star."""

    edicts: tuple[int, ...]
    coins: int
    monsters: int
    room: int

    def less(self, other: "Worths") -> "Worths":
        """Return by how much each part is worth more than in *other*."""
        edicts = tuple(own - its for own, its in zip(self.edicts, other.edicts, strict=True))
        return Worths(edicts, self.coins - other.coins, self.monsters - other.monsters, self.room - other.room)


def worths(state: State, sheet: Sheet, purse: int) -> Worths:
    """Return what the parts of *sheet* are worth when the present card is done: the learned value, part by part."""
    edicts, lost, season, left = [0] * YEAR, 0, state.season, state.season_card.time - state.time
    is_between = state.step in (Step.DEALING, Step.LASTING)
    coins = STAR * purse * (YEAR - season - is_between)
    if left <= 0:
        if not is_between:
            for place in edicts_of(season):
                edicts[place] += STAR * score(state.edicts[place], sheet, state.setup.rulebook)
            lost = -STAR * haunted(sheet).bit_count()
        season += 1
        if season >= YEAR:
            return Worths(tuple(edicts), coins, lost, 0)
        left = SEASONS[state.setup.seasons][season].time
    weights = weights_of(state.edicts, state.is_automatic)
    first = ROW * (TIMES * season + left)
    for place, card in enumerate(state.edicts):
        if scorings_left(place, season):
            seen = OUTLOOKS[card](sheet) if card in OUTLOOKS else (score(card, sheet, state.setup.rulebook),)
            edicts[place] += _weighed(seen, weights, first + WIDTH * place)
    first += WIDTH * YEAR
    seen, threats = ground(sheet), ROOM + len(monsters(sheet))
    return Worths(
        tuple(edicts),
        coins + _weighed(seen[threats:], weights, first + threats),
        lost + _weighed(seen[ROOM:threats], weights, first + ROOM),
        _weighed(room(sheet), weights, first),
    )


def reasons(view: View, answer: Answer) -> tuple[Reason, ...]:
    """Return what *answer* is good for, the most important first; nothing if no part is worth a star."""
    found = prospect(view, answer)
    before = worths(view, found.before.sheet, found.before.purse)
    gained = worths(view, found.after.sheet, found.after.purse).less(before)
    sign = 1 if found.sheet == answer.seat else -1
    parts: list[tuple[int, Part, CardId | None]] = [
        *((gain, "edict", card) for gain, card in zip(gained.edicts, view.edicts, strict=True)),
        (gained.coins, "coins", None),
        (gained.monsters, "monsters", None),
    ]
    told = [Reason(part, card, round(sign * gain / STAR)) for gain, part, card in parts]
    told.sort(key=lambda reason: -reason.stars)
    return tuple(reason for reason in told[:MOST] if reason.stars > 0)


def _weighed(numbers: Sequence[int], weights: Sequence[int], first: int) -> int:
    return sum(number * weights[first + place] for place, number in enumerate(numbers))
