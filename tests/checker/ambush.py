"""A round of an ambush, by neighbours or by the solo procedure (RULES 5, 8.2, 9.3)."""

from checker.facts import DRAWABLE, SKILL_COSTS, AmbushCard
from checker.geometry import (
    PAIR,
    Space,
    Spaces,
    placements,
    placements_over,
    ring_order,
    slide_order,
)
from checker.reader import Line
from checker.sheet import Sheet
from checker.table import Table


def play_ambush(table: Table, card: AmbushCard) -> None:
    """Take and check everything that an ambush leads to before its round ends."""
    declared = _take_declarations(table)
    if table.setup.is_automatic:
        drawers = {seat: seat for seat in table.seats}
        _play_automatic(table, card, declared)
    else:
        drawers = {seat: _received(table, card, seat) for seat in table.seats}
        _play_by_neighbours(table, card, drawers, declared)
    if card.id == "gorgon-gaze":
        _play_gorgon(table, drawers)


def _received(table: Table, card: AmbushCard, seat: int) -> int:
    """Return whose sheet a seat receives: clockwise, every sheet goes to the next seat (5.1)."""
    step = {"clockwise": 1, "counterclockwise": -1}[card.arrow]
    return next(owner for owner in table.seats if (owner + step) % table.setup.seats == seat)


def _take_declarations(table: Table) -> set[int]:
    """Take who uses Acrobatics against the ambush (9.3)."""
    cost = SKILL_COSTS["acrobatics"]
    able = [
        seat
        for seat, sheet in enumerate(table.sheets)
        if "acrobatics" in table.opening.skills
        and not sheet.skill_used
        and sheet.coins >= cost
        and sheet.fits(PAIR, False)
    ]
    table.take_asked("declare", able)
    declared: set[int] = set()
    while able and table.reader.comes("declared"):
        line = table.reader.take("declared")
        seat = line.number_of("seat")
        line.require(seat in able, f"seat {seat} can't use acrobatics now")
        line.require(all(seat > other for other in declared), "declared out of the seats' order")
        line.expect("paid", cost)
        table.sheets[seat].spent += cost
        table.sheets[seat].skill_used = True
        table.report.skills["acrobatics"] += 1
        declared.add(seat)
    return declared


def _take_drawn(table: Table, seat: int | None, sheet: int) -> Line:
    line = table.reader.take("drawn")
    line.expect("seat", seat)
    line.expect("sheet", sheet)
    line.expect("skill", None)
    line.expect("paid", 0)
    line.expect("extra", None)
    return line


def _draw(
    table: Table,
    line: Line,
    owner: int,
    outlines: frozenset[Spaces],
    *,
    terrains: tuple[str, ...] = ("monster",),
    letter: str | None = None,
) -> None:
    """Check what an ambush line draws and bring the sheet up to date."""
    sheet = table.sheets[owner]
    spaces, terrain = line.spaces("spaces"), line.text("terrain")
    line.require(spaces in outlines, f"the spaces are not where a {line.text('shape')} may be")
    line.require(spaces <= sheet.empty, "drawn over a filled space")
    line.require(terrain in terrains, f"terrain {terrain!r} is not allowed")
    table.check_lost(line, sheet.fill(spaces, [terrain], letter))
    table.check_coins(line, owner)


def _take_pair(table: Table, seat: int, owner: int) -> None:
    line = _take_drawn(table, seat, owner)
    line.expect("shape", "pair")
    _draw(table, line, owner, placements(PAIR))


def _play_by_neighbours(table: Table, card: AmbushCard, drawers: dict[int, int], declared: set[int]) -> None:
    asked = [seat for seat, owner in drawers.items() if table.sheets[owner].empty]
    table.take_asked("ambush", asked)
    for seat, owner in drawers.items():
        sheet = table.sheets[owner]
        if not sheet.empty:
            table.take_passed(seat, owner)
        elif owner in declared:
            _take_pair(table, seat, owner)
        elif sheet.fits(card.shape, False):
            line = _take_drawn(table, seat, owner)
            line.expect("shape", "shape-1")
            _draw(table, line, owner, placements(card.shape), letter=card.letter)
            table.report.ambush_drawings += 1
        else:
            line = _take_drawn(table, seat, owner)
            line.expect("shape", "single")
            terrains = DRAWABLE if table.setup.rulebook == "el" else ("monster",)
            _draw(table, line, owner, placements(frozenset({(0, 0)})), terrains=terrains)
            table.report.ambush_fallbacks += 1


def _play_automatic(table: Table, card: AmbushCard, declared: set[int]) -> None:
    covers = table.setup.rulebook == "de"
    choices = {
        owner: _cover_places(sheet, card) if covers else _slide_place(sheet, card)
        for owner, sheet in enumerate(table.sheets)
        if owner not in declared
    }
    asked = [o for o in table.seats if o in declared or (covers and choices[o])]
    table.take_asked("ambush", asked)
    for owner in table.seats:
        if owner in declared:
            _take_pair(table, owner, owner)
        elif not choices[owner]:
            table.take_passed(None, owner)
            table.report.ambush_misses += 1
        else:
            line = _take_drawn(table, owner if covers else None, owner)
            line.expect("shape", "shape-1")
            _draw(table, line, owner, choices[owner], letter=card.letter)
            if covers:
                table.report.ambush_drawings += 1
            else:
                table.report.ambush_placements += 1


def _slide_place(sheet: Sheet, card: AmbushCard) -> frozenset[Spaces]:
    """Return the one place where the unturned shape ends up, or nothing (8.2)."""
    for laid in slide_order(card.shape, card.corner, card.arrow):
        if laid <= sheet.empty:
            return frozenset({laid})
    return frozenset()


def _cover_places(sheet: Sheet, card: AmbushCard) -> frozenset[Spaces]:
    """Return the places to choose from at the first space that can be covered (8.2, German)."""
    space: Space
    for space in ring_order(1, 1, card.corner, card.arrow):
        if space not in sheet.empty:
            continue
        found = [laid for laid in placements_over(card.shape, space) if laid <= sheet.empty]
        if found:
            return frozenset(found)
    return frozenset()


def _play_gorgon(table: Table, drawers: dict[int, int]) -> None:
    """Take the spaces that the Gorgon's drawers destroy (5.3)."""
    targets = {seat: table.sheets[owner].gorgon_targets() for seat, owner in drawers.items()}
    asked = [seat for seat in table.seats if targets[seat]]
    table.take_asked("gorgon", asked)
    for seat in asked:
        table.take_destroyed(seat, drawers[seat], targets[seat], "gorgon-gaze")
