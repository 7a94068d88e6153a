"""Whether a position has one clearly best idea: its drawings compared, first many on few deals, then few on many.

The last comparison is on fresh deals, the same for all that are left, and only it counts. The drawings that lose
less than a star are the *right* ones. The others must all be far behind. A drawing that is far behind beyond doubt
gets no more deals; the best and its closest pursuers get all.
"""

from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import Final

from quillmap.analysis.comparing import margin, total
from quillmap.analysis.engine import foresight_of
from quillmap.analysis.foresight import deals_for
from quillmap.analysis.parts import Worth, mean
from quillmap.bots.appraisal import STAR
from quillmap.bots.master import DRAWS
from quillmap.bots.positions import ONLY, alone, answered
from quillmap.fast.native_search import Search
from quillmap.play.view import View
from quillmap.rules.moves import Draw

USUAL_DEALS: Final = 100
"""On how many deals a review compares the answers of its last round."""
LEAD: Final = 3 * STAR
"""How far the best must be ahead of everything that is wrong."""
TIE: Final = STAR
"""What loses less than that is right, too: the same idea, or one that is as good."""
MOST_RIGHT: Final = 8
"""More than that are not one idea."""
FURTHEST: Final = 6 * STAR
"""How far behind by the learned value a drawing may be and still be tried."""
MOST: Final = 150
"""How many drawings are tried at all."""
FRONT: Final = 12
"""How many of the most promising drawings must show a clear lead before any other is tried."""
ROUNDS: Final = ((6, 2500), (24, 1300), (96, 600))
"""On how many deals all others are tried, and how far those figures may be off: what is further behind is dropped."""
FRONT_DEALS: Final = 32
DOUBT: Final = STAR // 2
"""How far the figures of the most promising ones may be off."""
PURSUERS: Final = 3
"""How many wrong drawings go into the last round for their own sake."""
MOST_PURSUERS: Final = 16
FIRST_PART: Final = 8
"""After one part in this many of the last round's deals, what is settled is left out of the rest."""


@dataclass(slots=True)
class Finalist:
    """A drawing in the last round."""

    move: Draw
    position: View
    worths: list[Worth] = dataclass_field(default_factory=list)

    def behind(self, best: "Finalist") -> int:
        """Return by how much it is worse on the deals that both were played on."""
        count = min(len(self.worths), len(best.worths))
        return (total(best.worths[:count]) - total(self.worths[:count])) // count

    def margin(self, best: "Finalist") -> int:
        """Return how far to trust that."""
        count = min(len(self.worths), len(best.worths))
        return margin(best.worths[:count], self.worths[:count])


@dataclass(frozen=True, slots=True)
class Judged:
    """A drawing, how far it is behind the best, and in what."""

    move: Draw
    behind: int
    margin: int
    difference: Worth
    """What the best has more, by part."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the last round has found."""

    right: tuple[Judged, ...]
    """The best first."""
    wrong: tuple[Judged, ...]
    """Those that were compared to the end, the closest first."""

    @property
    def lead(self) -> int:
        """How far the best is ahead of the closest wrong drawing, in thousandths of a star."""
        return min((each.behind for each in self.wrong), default=0)


def prove(view: View, seed: str, *, times: int, others: tuple[Draw, ...] = ()) -> Proof | None:
    """Return the right drawings and the best wrong ones, if the right ones lead clearly; else None.

    *times* says how many times as many deals are played as in a review. *others* are compared to the end, too.
    """
    moves = promising(view, seed, only_clear=True)
    if not moves:
        return None
    moves += [each for each in dict.fromkeys(others) if each not in moves]
    round_ = _LastRound(view, moves, seed, USUAL_DEALS * times)
    round_.begin()
    if sorted_out(round_.judged(), is_last=False) is None:
        return None
    round_.end()
    return sorted_out(round_.judged(), is_last=True)


def compare(view: View, moves: list[Draw], seed: str, *, times: int) -> list[Judged]:
    """Return how far *moves* are behind the best of them, the best first."""
    round_ = _LastRound(view, moves, seed, USUAL_DEALS * times)
    round_.begin()
    round_.end()
    return round_.judged()


def promising(view: View, seed: str, *, only_clear: bool) -> list[Draw]:
    """Return the drawings that may matter, after a look at all on few deals.

    With *only_clear* there are none unless few lead clearly as far as can be told.
    """
    search = Search(view, ONLY)
    order = search.best(MOST)
    front = _means(search, order[:FRONT], deals_for(view, FRONT_DEALS, f"{seed}/front"))
    best = max(front, key=lambda each: front[each])
    behind = {each: front[best] - value for each, value in front.items()}
    if only_clear and not _is_clear(behind):
        return []
    top = int(search.values[order[0]])
    rest = [each for each in order[FRONT:] if top - search.values[each] <= FURTHEST]
    behind |= _not_far_behind(search, best, rest, deals_for(view, ROUNDS[-1][0], f"{seed}/rest"))
    if only_clear and not _is_clear(behind):
        return []
    ranked = sorted(behind, key=lambda each: behind[each])
    right = [each for each in ranked if behind[each] < TIE + DOUBT]
    close = [each for each in ranked[len(right) :] if behind[each] < LEAD + 2 * DOUBT]
    chosen = [*right, *max(close, ranked[len(right) :][:PURSUERS], key=len)[:MOST_PURSUERS]]
    return [search.drawing(each) for each in chosen]


def _means(search: Search, which: list[int], deals: list[int]) -> dict[int, int]:
    """Return what drawings lead to on *deals* on average."""
    search.totals[:] = 0
    search.look_ahead(which, deals, DRAWS)
    return {each: int(search.totals[each]) // len(deals) for each in which}


def _is_clear(behind: dict[int, int]) -> bool:
    """Return whether few drawings are right and all others are wrong, or may turn out to be."""
    right = sum(each < TIE + DOUBT for each in behind.values())
    return right <= MOST_RIGHT and all(each < TIE + DOUBT or each >= LEAD - DOUBT for each in behind.values())


def _not_far_behind(search: Search, best: int, rest: list[int], deals: list[int]) -> dict[int, int]:
    """Return those of *rest* that may be less than three stars behind the best, with how far they are."""
    behind: dict[int, int] = {}
    for count, doubt in ROUNDS:
        if not rest:
            break
        means = _means(search, [best, *rest], deals[:count])
        behind = {each: means[best] - means[each] for each in rest}
        rest = [each for each in rest if behind[each] < LEAD + doubt]
    return {each: behind[each] for each in rest}


class _LastRound:
    """Drawings on the same fresh deals. What is settled after the first of them is left out of the others."""

    def __init__(self, view: View, moves: list[Draw], seed: str, count: int) -> None:
        before = alone(view, ONLY, is_asked=True)
        self._foresight = foresight_of(before.setup, before.edicts)
        self._all = [Finalist(move, answered(before, move)) for move in moves]
        deals = deals_for(self._all[0].position, count, f"{seed}/last")
        first = max(2, count // FIRST_PART)
        self._deals = deals[:first], deals[first:]

    def begin(self) -> None:
        """Play all on the first deals."""
        self._look(self._all, self._deals[0])

    def end(self) -> None:
        """Play what is not settled on the other deals."""
        self._look(_unsettled(self._all), self._deals[1])

    def _look(self, which: list[Finalist], deals: list[int]) -> None:
        for each in which:
            each.worths += self._foresight.look(each.position, deals)

    def judged(self) -> list[Judged]:
        """Return how far each is behind the best, the best first."""
        most = max(len(each.worths) for each in self._all)
        best = max((each for each in self._all if len(each.worths) == most), key=lambda each: total(each.worths))
        return sorted((_judged(each, best) for each in self._all), key=lambda each: each.behind)


def _unsettled(field: list[Finalist]) -> list[Finalist]:
    """Return those whose place is not certain yet, and always the right ones and the closest of the others."""
    order = sorted(field, key=lambda each: -total(each.worths))
    best = order[0]
    close = [each for each in order if each.behind(best) < LEAD]
    far = order[len(close) :]
    return close + [each for place, each in enumerate(far) if place < 1 or each.behind(best) < LEAD + each.margin(best)]


def sorted_out(judged: list[Judged], *, is_last: bool) -> Proof | None:
    """Return right and wrong ones; None if something is neither. Before the last look a margin counts for the lead."""
    right = tuple(each for each in judged if is_right(each))
    wrong = tuple(judged[len(right) :])
    if not 1 <= len(right) <= MOST_RIGHT or not wrong:
        return None
    if any(each.behind < LEAD - (0 if is_last else each.margin) for each in wrong):
        return None
    if any(each.behind - right[-1].behind < LEAD - each.margin for each in wrong):
        return None
    return Proof(right, wrong)


def is_right(judged: Judged) -> bool:
    """Return whether a drawing is as good as the best: it loses less than a star, or less than can be told."""
    return judged.behind < max(TIE, min(judged.margin, LEAD))


def _judged(contender: Finalist, best: Finalist) -> Judged:
    count = min(len(contender.worths), len(best.worths))
    pair = mean(best.worths[:count]), mean(contender.worths[:count])
    difference = tuple(map(int.__sub__, *pair))
    return Judged(replace(contender.move, seat=ONLY), sum(difference), contender.margin(best), difference)
