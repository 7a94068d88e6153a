"""Every legal answer of a seat, ranked by what the map is worth after it.

The surveyor chooses among the best of these, and the master and the analysis look ahead from them.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol, TypeVar

from quillmap.bots.appraisal import STAR, Appraisal
from quillmap.bots.sight import WHOLE, Sight
from quillmap.play.view import View
from quillmap.rules.cards import AmbushCard, ExploreCard
from quillmap.rules.events import Ask
from quillmap.rules.evolve import with_drawing
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.shapes import ShapeName
from quillmap.rules.sheet import Sheet, destroy, struck, with_hero
from quillmap.rules.skill_drawings import addition, plan
from quillmap.rules.skills import COST, NEEDS_PRINTED_SHAPE, Skill
from quillmap.rules.state import drawing_sheet

MAINS: Final = 8
"""How many of the best drawings are tried with a skill."""

MARGIN: Final = 2 * STAR
"""How much better a drawing with a skill has to be: a skill can be used only once a season."""

After = tuple[Sheet, int]
"""A map after an answer, and the coins that the answer brings beyond those of mountains and the Dragon."""


_T = TypeVar("_T")


class Look(Protocol):
    """Chooses which of all possible answers somebody looks at."""

    def __call__(self, every: list[_T], /) -> list[_T]:
        """Return some of *every*."""


def everything(every: list[_T], /) -> list[_T]:
    """Look at every answer."""
    return every


class Ranked(NamedTuple):
    """An answer, and what it is worth to the seat that gives it, in thousandths of a star."""

    value: int
    move: Answer


def is_hostile(view: View, ask: Ask) -> bool:
    """Return whether seats decide about the map of somebody to whom they mean harm."""
    return not view.is_automatic and ask in (Ask.AMBUSH, Ask.GORGON)


def ranked(view: View, options: Options, sight: Sight = WHOLE, look: Look = everything) -> list[Ranked]:
    """Return all answers without a skill, the best for the seat first; not for ``declare``, which changes no map.

    *sight* is how the maps after them are seen, *look* which of them are looked at.
    """
    moves, afters = _outcomes(view, options, look)
    sign = -1 if is_hostile(view, options.ask) else 1
    values = Appraisal(view, owner(view, options), sight).gains(afters)
    found = [Ranked(sign * value, move) for value, move in zip(values, moves, strict=True)]
    return sorted(found, key=lambda each: -each.value)


def ranked_with_skills(view: View, options: Options, mains: list[Draw], sight: Sight = WHOLE) -> list[Ranked]:
    """Return the drawings with a skill that are worth considering, the best first.

    *mains* are the drawings without one to which a skill may add something. ``MARGIN`` is not taken off the values.
    """
    moves = [move for skill in options.skills for move in _skilled(view, options, skill, mains)]
    sheet = view.seats[options.seat].sheet
    coins = _shape_coins(view)
    afters = []
    for move in moves:
        name, extra = plan(view, move)
        assert move.skill is not None
        after = struck(with_drawing(sheet, move.spaces, move.terrain, extra=extra))
        coin = 0 if move.skill is Skill.STEALTH else coins.get(name, 0)
        afters.append((after, coin - COST[move.skill]))
    values = Appraisal(view, options.seat, sight).gains(afters)
    return sorted(map(Ranked, values, moves), key=lambda each: -each.value)


def owner(view: View, options: Options) -> Seat:
    """Return whose map the answer is about."""
    return drawing_sheet(view, options.seat) if options.ask in (Ask.AMBUSH, Ask.GORGON) else options.seat


def map_after(view: View, options: Options, move: Answer) -> Sheet:
    """Return the map that an answer without a skill is about, as the answer leaves it; not for ``declare``."""
    sheet = view.seats[owner(view, options)].sheet
    match move:
        case PlaceHero():
            return struck(with_hero(sheet, move.space, move.path))
        case Destroy():
            return destroy(sheet, move.space)
        case Draw():
            return struck(with_drawing(sheet, move.spaces, move.terrain, _whole_monster(view, options, move)))
        case _:
            raise TypeError(f"{move} draws nothing")


def _whole_monster(view: View, options: Options, move: Draw) -> str | None:
    """Return the letter of the ambush that a drawing is the printed shape of."""
    card = view.revealed_card
    if options.ask is not Ask.AMBUSH or not isinstance(card, AmbushCard):
        return None
    return card.letter if options.drawings.shape_name(move.spaces) is ShapeName.FIRST else None


def _outcomes(view: View, options: Options, look: Look) -> tuple[list[Answer], list[After]]:
    """Return the answers without a skill that are looked at, and what each makes of the map that it is about."""
    if options.ask is Ask.DRAW:
        found = list(_drawings(view, options, look))
        return [move for move, _ in found], [after for _, after in found]
    every: list[Answer] = list(options.drawings if options.ask is Ask.AMBUSH else options)
    moves = look(every)
    return moves, [(map_after(view, options, move), 0) for move in moves]


def _drawings(view: View, options: Options, look: Look) -> Iterator[tuple[Answer, After]]:
    sheet, coins, drawings = view.seats[options.seat].sheet, _shape_coins(view), options.drawings
    every = [(name, spaces, terrain) for name, spaces in drawings.masks() for terrain in drawings.terrains_of(name)]
    for name, spaces, terrain in look(every):
        after = struck(with_drawing(sheet, spaces, terrain))
        yield Draw(options.seat, spaces, terrain), (after, coins.get(name, 0))


def _shape_coins(view: View) -> dict[ShapeName, int]:
    card = view.revealed_card
    assert isinstance(card, ExploreCard)
    return {name: int(shape.coin) for name, shape in card.named_shapes}


def _skilled(view: View, options: Options, skill: Skill, mains: list[Draw]) -> Iterator[Draw]:
    """Yield legal drawings with *skill* that are worth considering."""
    if skill in (Skill.STEALTH, Skill.NEGOTIATION, Skill.LORE):
        yield from options.with_skill(skill)
        return
    if skill in NEEDS_PRINTED_SHAPE and options.drawings.is_fallback:
        return
    for main in mains:
        name = options.drawings.shape_name(main.spaces)
        added = addition(view, options.drawings, main.spaces, main.terrain, skill, name)
        for extra in added.places():
            for choice in added.choices:
                terrain = choice[0] if skill is Skill.HEALING else None
                yield Draw(options.seat, main.spaces, main.terrain, skill, extra, terrain)
