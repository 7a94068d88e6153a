"""A round of an explore card: what everybody draws, and the skills with it (RULES 4, 9)."""

from checker.facts import DRAWABLE, SKILL_COSTS, ExploreCard, PrintedShape
from checker.geometry import ALL_SPACES, PAIR, SQUARE, Spaces, beside, overhanging, placements
from checker.reader import Line
from checker.sheet import Sheet
from checker.table import Table

_PRINTED = ("shape-1", "shape-2")
_WITH_SINGLE = (None, "diplomacy", "healing", "search")


def play_explore(table: Table, card: ExploreCard, pending: bool) -> None:
    """Take and check what every seat does with an explore card."""
    table.take_asked("draw", [seat for seat in table.seats if table.sheets[seat].empty])
    for seat in table.seats:
        if not table.sheets[seat].empty:  # 4.4
            table.take_passed(seat, seat)
            continue
        line = table.reader.take("drawn")
        line.expect("seat", seat)
        line.expect("sheet", seat)
        _Drawing(table, line, seat, card, pending).check()


class _Drawing:
    """One drawing on an explore card."""

    def __init__(self, table: Table, line: Line, seat: int, card: ExploreCard, pending: bool) -> None:
        self.table = table
        self.line = line
        self.seat = seat
        self.sheet: Sheet = table.sheets[seat]
        self.card = card
        self.pending = pending
        self.shape = line.text("shape")
        self.terrain = line.text("terrain")
        self.spaces = line.spaces("spaces")
        self.skill = line.optional_text("skill")

    def check(self) -> None:
        """Check the drawing whole and bring the sheet up to date."""
        self._pay()
        coin = self._check_main()
        lost = self.sheet.fill(self.spaces, [self.terrain])
        lost |= self._draw_extra()
        self.table.check_lost(self.line, lost)
        self.table.check_coins(self.line, self.seat, coin)
        self.table.report.drawings += 1

    def _pay(self) -> None:
        line, skill, sheet = self.line, self.skill, self.sheet
        if skill is None:
            line.expect("paid", 0)
            return
        line.require(skill in self.table.opening.skills, f"{skill!r} is not one of the skills")
        line.require(skill != "acrobatics", "acrobatics is for ambushes")
        line.require(not sheet.skill_used, "a second skill in one season")
        cost = SKILL_COSTS[skill]
        line.require(sheet.coins >= cost, f"{skill} costs {cost}, held are {sheet.coins}")
        line.expect("paid", cost)
        sheet.spent += cost
        sheet.skill_used = True
        self.table.report.skills[skill] += 1

    def _check_main(self) -> int:
        """Check the main shape and return its printed coin."""
        line, coin = self.line, 0
        if self.skill == "negotiation":
            line.require(self.shape == "square", "negotiation draws a square")
            self._check_laid(placements(SQUARE), self.card.terrains, self.pending)
        elif self.shape == "single":
            self._check_single()
        elif self.shape in _PRINTED:
            coin = self._check_printed(self._printed())
        else:
            line.fail(f"shape {self.shape!r} on an explore card")
        return coin

    def _printed(self) -> PrintedShape:
        place = _PRINTED.index(self.shape)
        self.line.require(place < len(self.card.shapes), f"the card has no {self.shape}")
        return self.card.shapes[place]

    def _check_printed(self, printed: PrintedShape) -> int:
        terrains = ("village",) if self.skill == "lore" else self.card.terrains
        hangs = self.skill == "stealth"
        laid = overhanging(printed.spaces) if hangs else placements(printed.spaces)
        self._check_laid(laid, terrains, self.pending)
        return int(printed.coin and not hangs)

    def _check_single(self) -> None:
        """Check the 1x1 of 4.3: only where no printed shape can be drawn."""
        self.line.require(self.skill in _WITH_SINGLE, f"{self.skill} needs a shape of the card")
        for number, printed in enumerate(self.card.shapes, start=1):
            if self.sheet.fits(printed.spaces, self.pending):
                self.line.fail(f"a single, though shape-{number} can be drawn")
        terrains: tuple[str, ...] = DRAWABLE
        if self.table.setup.rulebook == "el" and not self.pending:  # fallback=card
            terrains = self.card.terrains
        self._check_laid(placements(frozenset({(0, 0)})), terrains, on_ruins=False)
        report = self.table.report
        report.fallbacks += 1
        if self.pending and any(self.sheet.fits(p.spaces, False) for p in self.card.shapes):
            report.ruins_fallbacks += 1

    def _check_laid(self, outlines: frozenset[Spaces], terrains: tuple[str, ...], on_ruins: bool) -> None:
        line, spaces = self.line, self.spaces
        line.require(spaces in outlines, f"the spaces are not a {self.shape}")
        line.require(spaces <= self.sheet.empty, "drawn over a filled space")
        line.require(self.terrain in terrains, f"terrain {self.terrain!r} is not allowed")
        if on_ruins:  # 4.2; the spaces are empty, so a ruins space among them is too
            line.require(bool(spaces & self.sheet.ruins), "no empty ruins space is covered")
            self.table.report.ruins_drawings += 1

    def _draw_extra(self) -> set[tuple[int, int]]:
        """Check what the skill adds, after the main shape, and draw it."""
        line = self.line
        if self.skill not in ("concentration", "healing", "diplomacy", "search"):
            line.require(line.value("extra") is None, "'extra' without a skill that adds one")
            return set()
        extra = line.inner("extra")
        spaces, terrains = extra.spaces("spaces"), extra.texts("terrains")
        singles = placements(frozenset({(0, 0)}))
        if self.skill == "concentration":
            outlines, wanted = placements(self._printed().spaces), [[self.terrain]]
        elif self.skill == "healing":
            outlines, wanted = placements(PAIR), [[terrain] for terrain in self.card.terrains]
        elif self.skill == "diplomacy":
            outlines, wanted = singles, [["farm", "village"]]
        else:
            outlines, wanted = singles, [[self.terrain]]
        near = ALL_SPACES
        if self.skill == "healing":
            near = frozenset(beside(self.sheet.monsters()))
        elif self.skill == "search":
            near = frozenset(beside(self.spaces))
        line.require(spaces in outlines, f"extra: not the shape of {self.skill}")
        line.require(spaces <= self.sheet.empty, "extra: drawn over a filled space")
        line.require(terrains in wanted, f"extra: terrains {terrains} are not allowed")
        line.require(bool(spaces & near), f"extra: not where {self.skill} wants it")
        return self.sheet.fill(spaces, terrains)
