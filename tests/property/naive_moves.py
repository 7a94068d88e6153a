"""What a seat may answer, found the slow way: every placement of every shape, over coordinates (RULES 4 to 9)."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from checker.facts import AMBUSHES, DRAWABLE, EXPLORE, HEROES, SKILL_COSTS
from checker.geometry import (
    ALL_SPACES,
    PAIR,
    SQUARE,
    Space,
    Spaces,
    attack_paths,
    beside,
    overhanging,
    placements,
    placements_over,
    ring_order,
)
from quillmap.rules import Answer, Declare, Destroy, Draw, PlaceHero, Seat, Sheet, Skill, State, Terrain
from quillmap.rules.spaces import SIZE

WHOLE_SHAPE: Final = ("concentration", "lore")
"""Skills that speak of the chosen shape, so that a 1×1 for want of room does not do."""


@cache
def coordinates(mask: int) -> Spaces:
    """Return the (row, column) pairs of a set of spaces."""
    return frozenset(divmod(number, SIZE) for number in range(SIZE * SIZE) if mask >> number & 1)


def mask_of(spaces: Iterable[Space]) -> int:
    """Return the set of spaces of (row, column) pairs."""
    return sum(1 << SIZE * row + column for row, column in spaces)


class Plain(NamedTuple):
    """Main shapes one may draw, and with what."""

    shapes: tuple[Spaces, ...]
    """The shapes as printed that the placements are of."""
    places: set[Spaces]
    terrains: tuple[str, ...]
    is_single: bool
    """Whether the places are those of the 1×1 for want of room (4.3, 5.2)."""


@cache
def empty_spaces(sheet: Sheet) -> Spaces:
    """Return the spaces on which nothing is drawn or printed; ruins, paths and letters are marks only."""
    marks = {"ruins", "path", "gorgon", "dragon", "zombie", "troll"}
    filled = [coordinates(spaces) for name, spaces in zip(Sheet._fields, sheet, strict=True) if name not in marks]
    return ALL_SPACES.difference(*filled)


def plain_drawings(state: State, seat: Seat) -> Plain:
    """Return what *seat* may draw without a skill."""
    card = str(state.card)
    return _explore(state, seat, card) if card in EXPLORE else _ambush(state, seat, card)


def _explore(state: State, seat: Seat, name: str) -> Plain:
    card, sheet = EXPLORE[name], state.seats[seat].sheet
    free = empty_spaces(sheet)
    shapes = tuple(shape.spaces for shape in card.shapes)
    places = {place for shape in shapes for place in placements(shape) if place <= free}
    if state.ruins_pending:
        places = {place for place in places if place & coordinates(sheet.ruins) & free}
    if places:
        return Plain(shapes, places, card.terrains, is_single=False)
    is_any = state.setup.rulebook != "el" or state.ruins_pending
    return Plain(shapes, _ones(free), DRAWABLE if is_any else card.terrains, is_single=True)


def map_of(state: State, seat: Seat) -> int:
    """Return whose map *seat* draws the ambush on: handed clockwise, it is that of the seat before (5.1)."""
    if state.setup.ambush_by == "automatic":
        return seat
    step = -1 if AMBUSHES[str(state.card)].arrow == "clockwise" else 1
    return (seat + step) % state.setup.seats


def _ambush(state: State, seat: Seat, name: str) -> Plain:
    card, owner = AMBUSHES[name], map_of(state, seat)
    free = empty_spaces(state.seats[owner].sheet)
    shape = PAIR if owner in state.evading else card.shape
    if state.setup.ambush_by == "automatic" and owner not in state.evading:
        for space in ring_order(1, 1, card.corner, card.arrow):  # asked only under `de`
            places = {place for place in placements_over(shape, space) if place <= free}
            if places:
                return Plain((shape,), places, ("monster",), is_single=False)
    places = {place for place in placements(shape) if place <= free}
    if places:
        return Plain((shape,), places, ("monster",), is_single=False)
    terrains = DRAWABLE if state.setup.rulebook == "el" else ("monster",)
    return Plain((shape,), _ones(free), terrains, is_single=True)


def _ones(spaces: Iterable[Space]) -> set[Spaces]:
    return {frozenset({space}) for space in spaces}


def skilled_drawings(state: State, seat: Seat, skill: str) -> set[Answer]:
    """Return every drawing of *seat* with *skill*, whether it can be paid or not."""
    return {
        Draw(seat, mask_of(main), Terrain(terrain), Skill(skill), mask_of(extra), healing)
        for main, terrain in _mains(state, seat, skill)
        for extra, healing in _extras(state, seat, skill, main, terrain)
    }


def _mains(state: State, seat: Seat, skill: str) -> Iterator[tuple[Spaces, str]]:
    plain = plain_drawings(state, seat)
    card, sheet = EXPLORE[str(state.card)], state.seats[seat].sheet
    free = empty_spaces(sheet)
    if skill in ("stealth", "negotiation"):
        places = set().union(*(overhanging(shape) for shape in plain.shapes))
        places = {place for place in (places if skill == "stealth" else placements(SQUARE)) if place <= free}
        if state.ruins_pending:
            places = {place for place in places if place & coordinates(sheet.ruins)}
        yield from ((place, terrain) for place in places for terrain in card.terrains)
    elif not (plain.is_single and skill in WHOLE_SHAPE):
        terrains = ("village",) if skill == "lore" else plain.terrains
        yield from ((place, terrain) for place in plain.places for terrain in terrains)


def _extras(
    state: State, seat: Seat, skill: str, main: Spaces, terrain: str
) -> Iterator[tuple[Spaces, Terrain | None]]:
    """Yield what may be drawn in addition to *main*, and the terrain where there is a choice of it."""
    sheet = state.seats[seat].sheet
    free = empty_spaces(sheet) - main
    card = EXPLORE[str(state.card)]
    match skill:
        case "diplomacy":
            yield from ((one, None) for one in _ones(free))
        case "search":
            yield from ((one, None) for one in _ones(free & beside(main)))
        case "concentration":
            shapes = [shape.spaces for shape in card.shapes if main in placements(shape.spaces)]
            yield from ((again, None) for again in placements(shapes[0]) if again <= free)
        case "healing":
            drawn = main if terrain == "monster" else frozenset()
            monsters = coordinates(sheet.monster) | (drawn - coordinates(sheet.path))
            for pair in placements(PAIR):
                if pair <= free and pair & beside(monsters):
                    yield from ((pair, Terrain(each)) for each in card.terrains)
        case _:
            yield frozenset(), None


def affordable_skills(state: State, seat: Seat) -> set[str]:
    """Return the skills that *seat* may use with a drawing now (9.1)."""
    owner = state.seats[seat]
    if owner.used_skill or str(state.card) not in EXPLORE:
        return set()
    return {
        skill for skill in state.skills if skill != "acrobatics" and SKILL_COSTS[skill] <= owner.coins - owner.spent
    }


def other_answers(state: State, seat: Seat) -> set[Answer]:
    """Return every answer of *seat* where it is not asked to draw a shape."""
    assert state.ask is not None
    match str(state.ask):
        case "hero":
            offsets, free = HEROES[str(state.card)].attack, empty_spaces(state.seats[seat].sheet)
            return {
                PlaceHero(seat, mask_of([space]), mask_of(path))
                for space in free
                for path in attack_paths(offsets, space)
            }
        case "gorgon":
            sheet = state.seats[map_of(state, seat)].sheet
            spared = coordinates(sheet.mountain | sheet.wasteland | sheet.destroyed)
            reach = beside(coordinates(sheet.gorgon & sheet.monster)) - spared
            return {Destroy(seat, mask_of([space])) for space in reach}
        case "troll":
            sheet = state.seats[seat].sheet
            reach = beside(coordinates(sheet.troll & sheet.monster)) & empty_spaces(sheet)
            return {Destroy(seat, mask_of([space])) for space in reach}
        case _:
            return {Declare(seat, use=False), Declare(seat, use=True)}
