"""Drawings with a skill (RULES 9): which can be used now, and what each allows.

| skill | the main shape | in addition |
|---|---|---|
| Concentration | a printed shape | the same shape again, same terrain |
| Healing | as usual | a 1×2 beside a monster, a terrain of the card |
| Diplomacy | as usual | a 1×1, farm and village |
| Search | as usual | a 1×1 beside the main shape, same terrain |
| Lore | a printed shape, village | |
| Stealth | a printed shape hanging over the edge | |
| Negotiation | a 2×2 | |

Acrobatics is declared before an ambush is drawn and has no drawing of its own: see ``settle``.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from quillmap.rules.cards import ExploreCard
from quillmap.rules.drawings import Drawings, drawings
from quillmap.rules.events import Extra
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.rules.shapes import (
    PAIR,
    SINGLE,
    SQUARE,
    Shape,
    ShapeName,
    anchors,
    covers,
    hanging,
    placements,
)
from quillmap.rules.sheet import struck, with_terrain
from quillmap.rules.skills import COST, NEEDS_PRINTED_SHAPE, WITH_EXTRA, Skill
from quillmap.rules.spaces import BOARD, Mask, beside
from quillmap.rules.state import State
from quillmap.rules.terrain import Terrain

Plan: TypeAlias = tuple[ShapeName, Extra | None]
"""What a legal ``Draw`` comes to: which shape it draws, and what its skill adds."""


def usable_skills(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills that *seat* may pay for with a drawing in this round."""
    owner = state.seats[seat]
    if owner.used_skill or not isinstance(state.revealed_card, ExploreCard):
        return ()
    return tuple(skill for skill in state.skills if skill is not Skill.ACROBATICS and COST[skill] <= owner.purse)


def plan(state: State, move: Draw) -> Plan:
    """Return the main shape of *move* and what its skill adds, or raise ``IllegalMove``."""
    options = drawings(state, move.seat)
    if move.skill is None:
        if move.extra or move.extra_terrain is not None:
            raise IllegalMove("extra-not-allowed")
        return options.check(move), None
    _check_usable(state, move)
    name = _check_main(options, move, move.skill)
    if move.skill not in WITH_EXTRA:
        if move.extra or move.extra_terrain is not None:
            raise IllegalMove("extra-not-allowed")
        return name, None
    return name, _checked_extra(state, options, move, name)


def _check_usable(state: State, move: Draw) -> None:
    assert move.skill is not None
    if move.skill not in state.skills:
        raise IllegalMove("skill-not-open", skill=str(move.skill))
    if state.seats[move.seat].used_skill:
        raise IllegalMove("skill-used")
    if COST[move.skill] > state.seats[move.seat].purse:
        raise IllegalMove("skill-too-dear", cost=COST[move.skill])
    if move.skill not in usable_skills(state, move.seat):
        raise IllegalMove("skill-not-now", skill=str(move.skill))


def _check_main(options: Drawings, move: Draw, skill: Skill) -> ShapeName:
    """Return the main shape of a drawing with *skill*, or raise ``IllegalMove``."""
    match skill:
        case Skill.STEALTH:
            return _check_hanging(options, move)
        case Skill.NEGOTIATION:
            return _check_square(options, move)
        case Skill.LORE:
            _check_terrain(move, (Terrain.VILLAGE,))
            # With the terrain settled, the shape obeys the usual rules.
            name = options.check(replace(move, terrain=options.terrains[0]))
        case _:
            name = options.check(move)
    if name is ShapeName.SINGLE and skill in NEEDS_PRINTED_SHAPE:
        raise IllegalMove("skill-not-now", skill=str(skill))
    return name


def _check_hanging(options: Drawings, move: Draw) -> ShapeName:
    options.check_free(move.spaces)
    for name, shape in options.shapes:
        if move.spaces in hanging(shape):
            options.check_wanted(move.spaces)
            _check_terrain(move, options.terrains)
            return name
    raise IllegalMove("wrong-shape")


def _check_square(options: Drawings, move: Draw) -> ShapeName:
    options.check_free(move.spaces)
    if not covers(SQUARE, move.spaces):
        raise IllegalMove("wrong-shape")
    options.check_wanted(move.spaces)
    _check_terrain(move, options.terrains)
    return ShapeName.SQUARE


def _check_terrain(move: Draw, allowed: tuple[Terrain, ...]) -> None:
    if move.terrain not in allowed:
        raise IllegalMove("wrong-terrain", terrain=str(move.terrain))


class Addition(NamedTuple):
    """What a skill lets a seat draw in addition to the main shape."""

    shape: Shape
    free: Mask
    beside: Mask
    """It has to cover at least one of these spaces."""
    choices: tuple[tuple[Terrain, ...], ...]
    """Each choice is the terrains of the spaces: two of them for Diplomacy."""

    def places(self) -> Iterator[Mask]:
        """Yield everywhere it may be drawn."""
        for spaces in placements(self.shape, self.free):
            if spaces & self.beside:
                yield spaces


def addition(
    state: State, options: Drawings, spaces: Mask, terrain: Terrain, skill: Skill, name: ShapeName
) -> Addition:
    """Return what *skill*, one of ``WITH_EXTRA``, may add to a legal main shape called *name*."""
    free = options.free & ~spaces
    match skill:
        case Skill.CONCENTRATION:
            return Addition(dict(options.shapes)[name], free, BOARD, ((terrain,),))
        case Skill.HEALING:
            sheet = struck(with_terrain(state.seats[options.sheet].sheet, spaces, terrain))
            choices = tuple((each,) for each in options.terrains)
            return Addition(PAIR, free, beside(sheet.monster), choices)
        case Skill.DIPLOMACY:
            return Addition(SINGLE, free, BOARD, ((Terrain.FARM, Terrain.VILLAGE),))
        case Skill.SEARCH:
            return Addition(SINGLE, free, beside(spaces), ((terrain,),))
        case _:
            raise AssertionError(f"{skill} adds nothing")


def addition_to(state: State, main: Draw) -> Addition:
    """Return what the skill of *main* may add to its main shape, or raise ``IllegalMove``.

    The extra spaces of *main* itself are ignored.
    """
    if main.skill not in WITH_EXTRA:
        raise IllegalMove("extra-not-allowed")
    options = drawings(state, main.seat)
    _check_usable(state, main)
    name = _check_main(options, main, main.skill)
    return addition(state, options, main.spaces, main.terrain, main.skill, name)


def _checked_extra(state: State, options: Drawings, move: Draw, name: ShapeName) -> Extra:
    assert move.skill is not None
    added = addition(state, options, move.spaces, move.terrain, move.skill, name)
    if move.extra < 0 or move.extra & ~BOARD:
        raise IllegalMove("off-the-map")
    if move.extra & ~added.free:
        raise IllegalMove("extra-space-filled", spaces=move.extra & ~added.free)
    if not covers(added.shape, move.extra):
        raise IllegalMove("extra-wrong-shape")
    if not move.extra & added.beside:
        raise IllegalMove("extra-not-adjacent")
    if move.skill is not Skill.HEALING:
        if move.extra_terrain is not None:
            raise IllegalMove("extra-wrong-terrain", terrain=str(move.extra_terrain))
        return Extra(move.extra, added.choices[0])
    if (move.extra_terrain,) not in added.choices:
        raise IllegalMove("extra-wrong-terrain", terrain=str(move.extra_terrain))
    assert move.extra_terrain is not None
    return Extra(move.extra, (move.extra_terrain,))


def skill_drawings(state: State, seat: Seat, skill: Skill) -> Iterator[Draw]:
    """Yield every legal drawing of *seat* with *skill*."""
    options = drawings(state, seat)
    for name, spaces, terrain in _mains(options, skill):
        if skill not in WITH_EXTRA:
            yield Draw(seat, spaces, terrain, skill)
            continue
        added = addition(state, options, spaces, terrain, skill, name)
        for extra in added.places():
            for choice in added.choices:
                healing = choice[0] if skill is Skill.HEALING else None
                yield Draw(seat, spaces, terrain, skill, extra, healing)


def _mains(options: Drawings, skill: Skill) -> Iterator[tuple[ShapeName, Mask, Terrain]]:
    """Yield the main shapes that *skill* allows."""
    terrains = main_terrains(options, skill)
    for name, spaces in _main_masks(options, skill):
        for terrain in terrains:
            yield name, spaces, terrain


def main_terrains(options: Drawings, skill: Skill | None) -> tuple[Terrain, ...]:
    """Return what the main shape of a drawing with *skill*, or without one, may be filled with."""
    if skill is Skill.LORE:
        return (Terrain.VILLAGE,)
    is_usual = skill not in (Skill.STEALTH, Skill.NEGOTIATION)
    return options.single_terrains if is_usual and options.is_fallback else options.terrains


def _main_masks(options: Drawings, skill: Skill) -> Iterator[tuple[ShapeName, Mask]]:
    match skill:
        case Skill.STEALTH:
            # A part that two shapes can leave on the map is one drawing, of the first.
            parts = {part: name for name, shape in reversed(options.shapes) for part in hanging(shape)}
            found: Iterator[tuple[ShapeName, Mask]] = (
                (name, part) for part, name in parts.items() if not part & ~options.free
            )
        case Skill.NEGOTIATION:
            found = ((ShapeName.SQUARE, each) for each in placements(SQUARE, options.free))
        case _:
            if options.is_fallback and skill in NEEDS_PRINTED_SHAPE:
                return
            yield from options.masks()
            return
    for name, spaces in found:
        if options.wanted is None or spaces & options.wanted:
            yield name, spaces


def count_skill_drawings(state: State, seat: Seat, skill: Skill) -> int:
    """Return how many drawings *seat* has with *skill*, without making each of them."""
    options = drawings(state, seat)
    if skill is not Skill.CONCENTRATION:
        return sum(1 for _ in skill_drawings(state, seat, skill))
    shapes = dict(options.shapes)
    seconds = sum(
        anchors(orientation, options.free & ~spaces).bit_count()
        for name, spaces in _main_masks(options, skill)
        for orientation in shapes[name].orientations
    )
    return seconds * len(options.terrains)
