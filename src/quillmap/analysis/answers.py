"""The answers of a seat compared: each is played further on the same deals as the others.

First the most promising twenty are tried on few deals, then the better ten on more. The best five of them, the one the
surveyor would take and the one that was played are then all played on the same fresh deals, and only those count: what
made an answer look good before does not flatter it now.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from quillmap.analysis.comparing import margin, total
from quillmap.analysis.engine import foresight_of
from quillmap.analysis.foresight import Foresight, Method, deals_for
from quillmap.analysis.parts import Worth, mean, part_names
from quillmap.analysis.plain_foresight import PlainForesight
from quillmap.bots.appraisal import STAR
from quillmap.bots.positions import ONLY, answered, question_of
from quillmap.bots.promising import promising
from quillmap.bots.steps import Steps, finish
from quillmap.errors import BadArgument
from quillmap.play.game import Game
from quillmap.play.sources import state_of
from quillmap.play.texts import move_of
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, IllegalMove, TakeBack
from quillmap.rules.options import Options

PLAYOUTS: Final = 960
"""How many playouts an analysis may use, unless told otherwise: four times as many as the master."""
ROUNDS: Final = (20, 10)
"""How many candidates are tried in each round before the last; each gets a sixth of the playouts."""
SHARE: Final = 6
FINALISTS: Final = 5
"""How many of the best go into the last round."""
FEWEST: Final = 2
MOST: Final = 256
"""How many deals the last round has at least and at most."""
DEALS_OF_STEP: Final = 32
"""An answer is played on so many deals in one step: some hundredths of a second."""
PLAIN_MARGIN: Final = 2 * 760 * STAR // 1000
"""The margin without looking ahead: twice the standard error of the learned value, which was measured."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer and what it leads to.

    Its numbers are thousandths of a star, and mean something beside those of the other candidates: the best is
    ``(best.value - other.value) / 1000`` stars better, give or take ``other.margin / 1000``.
    """

    move: Answer
    value: int
    """What the map is worth after it, in thousandths of a star; of a neighbour's map, with a minus.

    That is not what the game will end with: it is measured from a level that all candidates share.
    """
    margin: int
    """How far to trust its distance from the best: two standard errors of the difference on the same deals."""
    worth: Worth
    """The value by part, in the order of ``Analysis.part_names``; its sum is the value."""
    behind: int = 0
    """By how much the best is better."""

    def __str__(self) -> str:
        if not self.margin and not self.behind:
            return f"{self.move}: best"
        return f"{self.move}: {self.behind / STAR:.1f} ± {self.margin / STAR:.1f} stars behind the best"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answers of a seat, compared."""

    candidates: tuple[Candidate, ...]
    """The best first; the one that was played is among them."""
    played: Candidate | None
    owner: Seat
    """Whose map it is about."""
    method: Method
    options: int
    """How many answers were considered at all; 1 means there was no choice."""
    part_names: tuple[str, ...]
    """What the parts of a candidate's worth are called: the edicts, coins, monsters, room, skills."""

    @property
    def best(self) -> Candidate:
        """The first of the candidates."""
        return self.candidates[0]

    def __str__(self) -> str:
        best = self.best
        others = [
            f"{each.move}: {(each.value - best.value) / STAR:+.1f} ± {each.margin / STAR:.1f} stars"
            for each in self.candidates[1:]
        ]
        how = "" if self.method is Method.LOOK_AHEAD else ", only valued, not looked ahead from: that needs numba"
        return "\n".join([f"{best.move}: best of {self.options}{how}", *others])

    def __repr__(self) -> str:
        return f"<Analysis of {self.options} answers by {self.method}; best {self.best.move}>"


class _Contender:
    """An answer while it is being compared."""

    def __init__(self, move: Answer, position: View, before: View) -> None:
        self.move = move
        self.position = position
        self.before = before
        self.worths: list[Worth] = []

    def look(self, foresight: Foresight, deals: Sequence[int]) -> Steps[None]:
        for start in range(0, len(deals), DEALS_OF_STEP):
            some = deals[start : start + DEALS_OF_STEP]
            self.worths += yield partial(foresight.look_after, self.before, self.position, some)


def analyse(
    view: View | Game,
    seat: int | None = None,
    *,
    playouts: int = PLAYOUTS,
    seed: str = "",
    played: Answer | str | None = None,
    others: Sequence[Answer | str] = (),
    foresight: Foresight | None = None,
) -> Analysis:
    """Return what the answers of *seat*, which is asked, are worth, and where the one that was *played* stands.

    Without a *seat* it is the only one that is asked. *view* is what the seat sees before anybody has answered, or the
    game, of which no more is used. *others* are further answers that are compared to the end however they look; all
    must be legal, and may be written as text. The same arguments give the same numbers. Values are comparable within
    one analysis; with a *foresight* that has levels (``engine.outset_of``) they are also the stars to be expected.
    """
    return finish(
        analyse_in_steps(view, seat, playouts=playouts, seed=seed, played=played, others=others, foresight=foresight)
    )


def analyse_in_steps(
    view: View | Game,
    seat: int | None = None,
    *,
    playouts: int = PLAYOUTS,
    seed: str = "",
    played: Answer | str | None = None,
    others: Sequence[Answer | str] = (),
    foresight: Foresight | None = None,
) -> Steps[Analysis]:
    """Do the same in steps, between which it may be put aside."""
    seat = _asked(view) if seat is None else Seat(seat)
    if isinstance(view, Game):
        view = view.view(seat)
    elif seat not in range(len(state_of(view).seats)):
        raise IllegalMove("unknown-seat", seat=seat)
    if playouts < 1:
        raise BadArgument("playouts is a whole number from 1")
    owner, before, sign = question_of(view, seat)
    moves = candidates_of(before, ROUNDS[0])
    marked = None if played is None else _answer(view, seat, played)
    further = [others] if isinstance(others, str) else others
    kept = [*([] if marked is None else [marked]), *(_answer(view, seat, each) for each in further)]
    moves += [move for move in dict.fromkeys(kept) if move not in moves]
    contenders = [_Contender(move, answered(before, move), before) for move in moves]
    foresight = foresight or foresight_of(before.setup, before.edicts)
    last = yield from _last_round(contenders, foresight, playouts, seed, sign, kept)
    found, chosen = _judged(last, foresight.method, seat, sign, marked)
    return Analysis(found, chosen, owner, foresight.method, len(moves), part_names(before.edicts))


def _asked(view: View | Game) -> Seat:
    """Return the only seat that is asked; the first one if none is, which is then refused."""
    waiting = sorted(state_of(view).waiting)
    if len(waiting) > 1:
        raise BadArgument(f"say whose answers are wanted, seat=…: asked are {', '.join(map(str, waiting))}")
    return waiting[0] if waiting else ONLY


def _answer(view: View, seat: Seat, given: Answer | str) -> Answer:
    """Return an answer as if its seat were the only one; raise ``IllegalMove`` if it may not be given."""
    move = move_of(given, seat)
    if isinstance(move, TakeBack):
        raise BadArgument("an answer is wanted, such as one of game.options(), and nothing to take back")
    if move.seat != seat:
        raise BadArgument(f"this is an answer of seat {move.seat}, not of seat {seat}: {move}")
    Options(view, seat).check(move)
    return replace(move, seat=ONLY)


def glance(view: View, seat: Seat, played: Answer) -> int:
    """Return how far *played* is behind the best by the learned value alone, in thousandths of a star.

    That is a hundredth of the work of ``analyse``, and tells where to look first.
    """
    _, before, sign = question_of(view, seat)
    value = PlainForesight(before.setup, before.edicts)
    best, given = (
        total(value.look_after(before, answered(before, move), [0]))
        for move in (candidates_of(before, 1)[0], replace(played, seat=ONLY))
    )
    return sign * (best - given)


def candidates_of(position: View, most: int) -> list[Answer]:
    """Return the most promising answers in a position by the map after them, the best first."""
    return [each.move for each in promising(position, most)]


def _last_round(
    contenders: list[_Contender],
    foresight: Foresight,
    playouts: int,
    seed: str,
    sign: int,
    kept: Sequence[Answer],
) -> Steps[list[_Contender]]:
    """Return those that reached the last round, played on its deals and no others."""
    position = contenders[0].position
    left = contenders
    if foresight.method is Method.VALUE:
        for each in left:  # at once: whoever goes on later may have another foresight by then
            each.worths = foresight.look_after(each.before, each.position, [0])
        return left
    certain = {id(each) for each in contenders if each.move in kept} | {id(contenders[0])}
    if len(left) > FINALISTS + len(certain):
        for number, most in enumerate(ROUNDS):
            left = _best(left, most, sign)
            deals = deals_for(position, max(1, playouts // SHARE // most), f"{seed}/{number}")
            for each in left:
                yield from each.look(foresight, deals)
        best = {id(each) for each in _best(left, FINALISTS, sign)}
        left = [each for each in contenders if id(each) in best | certain]
    share = playouts * (SHARE - len(ROUNDS)) // SHARE // len(left)
    deals = deals_for(position, min(max(share, FEWEST), MOST), f"{seed}/last")
    for each in left:
        each.worths = []
        yield from each.look(foresight, deals)
    return left


def _best(contenders: list[_Contender], most: int, sign: int) -> list[_Contender]:
    """Return the best of those that have been played most, on the same deals."""
    return sorted(contenders, key=lambda each: -sign * total(each.worths))[:most]


def _judged(
    last: list[_Contender], method: Method, seat: Seat, sign: int, played: Answer | None
) -> tuple[tuple[Candidate, ...], Candidate | None]:
    """Return the candidates, the best first, and the one among them that was played."""
    last = _best(last, len(last), sign)
    found: list[Candidate] = []
    chosen = None
    for each in last:
        worth = tuple(sign * part for part in mean(each.worths))
        trust = margin(last[0].worths, each.worths) if method is Method.LOOK_AHEAD else PLAIN_MARGIN
        value = sum(worth)
        move, behind = replace(each.move, seat=seat), found[0].value - value if found else 0
        candidate = Candidate(move, value, trust if each is not last[0] else 0, worth, behind)
        found.append(candidate)
        if each.move == played:
            chosen = candidate
    return tuple(found), chosen
