"""The surveyor: looks at every drawing and takes the one whose map is worth most. It does not look ahead."""

from collections.abc import Iterable, Iterator
from typing import Final

from quillmap.bots.appraisal import Appraisal, drawn_on
from quillmap.bots.bot import Bot
from quillmap.play.view import View
from quillmap.rules.cards import AmbushCard, ExploreCard
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.shapes import PAIR, SINGLE, Shape, ShapeName, placements
from quillmap.rules.sheet import destroy, empty, strike, with_hero
from quillmap.rules.skills import COST, NEEDS_PRINTED_SHAPE, Skill
from quillmap.rules.spaces import BOARD, Mask, beside
from quillmap.rules.state import drawing_sheet
from quillmap.rules.terrain import Terrain

MAINS: Final = 8
"""How many of the best drawings are thought of together with a skill."""

MARGIN: Final = 2
"""How much better a drawing has to be for a skill: it can be used only once a season."""

PATH_WORTH: Final = 0.4
"""What an empty space on an attack path is worth: a monster may come there."""


class SurveyorBot(Bot):
    """Plays for what the edicts still to come would give for the map as it is."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return the answer after which the map is worth most to this seat."""
        match options.ask:
            case Ask.DRAW:
                return self.draw(view, options)
            case Ask.AMBUSH:
                return self._ambush(view, options)
            case Ask.HERO:
                return self._hero(view, options)
            case Ask.DECLARE:
                return Declare(options.seat, use=self._evades(view, options.seat))
            case _:
                return self._destroy(view, options)

    def draw(self, view: View, options: Options) -> Draw:
        """Return the best drawing, with a skill if that is clearly better."""
        ranked = self.ranked(view, options)
        best_value, best = ranked[0]
        for skill in options.skills:
            for move in _skilled(view, options, skill, [move for _, move in ranked[:MAINS]]):
                value = self._value(view, move) - MARGIN
                if value > best_value:
                    best_value, best = value, move
        return best

    def ranked(self, view: View, options: Options) -> list[tuple[float, Draw]]:
        """Return all drawings without a skill with their value, the best first."""
        appraisal = Appraisal(view)
        sheet = view.seats[options.seat].sheet
        coins = _shape_coins(view)
        found: list[tuple[float, Draw]] = []
        for name, spaces in options.drawings.masks():
            for terrain in options.drawings.terrains_of(name):
                after = drawn_on(sheet, spaces, terrain)
                value = appraisal.gain(sheet, after, coins.get(name, 0))
                found.append((value, Draw(options.seat, spaces, terrain)))
        found.sort(key=lambda each: -each[0])
        return found

    def _value(self, view: View, move: Draw) -> float:
        """Return the value of a drawing with a skill."""
        appraisal = Appraisal(view)
        sheet = view.seats[move.seat].sheet
        after = drawn_on(sheet, move.spaces, move.terrain)
        if move.skill is Skill.DIPLOMACY:
            after = drawn_on(drawn_on(after, move.extra, Terrain.FARM), move.extra, Terrain.VILLAGE)
        elif move.extra:
            after = drawn_on(after, move.extra, move.extra_terrain or move.terrain)
        paid = 0 if move.skill is None else COST[move.skill]
        return appraisal.gain(sheet, after, -paid)

    def _ambush(self, view: View, options: Options) -> Draw:
        """Return the drawing that hurts a neighbour most, or oneself least."""
        owner = drawing_sheet(view, options.seat)
        sheet = view.seats[owner].sheet
        card = view.revealed_card
        letter = card.letter if isinstance(card, AmbushCard) else None
        appraisal = Appraisal(view)
        sign = 1 if owner == options.seat else -1

        def value(move: Draw) -> int:
            is_whole = options.drawings.shape_name(move.spaces) is ShapeName.FIRST
            after = drawn_on(sheet, move.spaces, move.terrain, letter if is_whole else None)
            return sign * appraisal.gain(sheet, after)

        return max(options.drawings, key=value)

    def _hero(self, view: View, options: Options) -> PlaceHero:
        """Return where a hero is worth most, its path included."""
        sheet = view.seats[options.seat].sheet
        free = empty(sheet)
        appraisal = Appraisal(view)

        def value(move: PlaceHero) -> float:
            after = with_hero(sheet, move.space, move.path)
            after = destroy(after, strike(after))
            return appraisal.gain(sheet, after) + PATH_WORTH * (move.path & free).bit_count()

        return max((move for move in options if isinstance(move, PlaceHero)), key=value)

    def _destroy(self, view: View, options: Options) -> Destroy:
        """Return the space whose loss helps this seat most."""
        owner = options.seat if options.ask is Ask.TROLL else drawing_sheet(view, options.seat)
        sheet = view.seats[owner].sheet
        appraisal = Appraisal(view)
        sign = 1 if owner == options.seat else -1
        moves = (move for move in options if isinstance(move, Destroy))
        return max(moves, key=lambda move: sign * appraisal.gain(sheet, destroy(sheet, move.space)))

    def _evades(self, view: View, seat: Seat) -> bool:
        """Return whether two coins are well spent on a smaller monster."""
        card = view.revealed_card
        assert isinstance(card, AmbushCard)
        sheet = view.seats[seat].sheet
        appraisal = Appraisal(view)

        def harm(shape: Shape) -> int:
            places = placements(shape, empty(sheet))
            worths = [appraisal.worth(drawn_on(sheet, place, Terrain.MONSTER)) for place in places]
            return appraisal.worth(sheet) - min(worths, default=appraisal.worth(sheet))

        cost = COST[Skill.ACROBATICS] * appraisal.seasons_left
        return harm(card.shape) - harm(PAIR) > cost + MARGIN


def _shape_coins(view: View) -> dict[ShapeName, int]:
    card = view.revealed_card
    assert isinstance(card, ExploreCard)
    return {name: int(shape.coin) for name, shape in card.named_shapes}


def _skilled(view: View, options: Options, skill: Skill, mains: list[Draw]) -> Iterator[Draw]:
    """Yield drawings with *skill* that are worth a thought; only legal ones."""
    if skill in (Skill.STEALTH, Skill.NEGOTIATION, Skill.LORE):
        yield from options.with_skill(skill)
        return
    if skill in NEEDS_PRINTED_SHAPE and options.drawings.is_fallback:
        return
    for main in mains:
        for extra, terrain in _extras(view, options, skill, main):
            move = Draw(options.seat, main.spaces, main.terrain, skill, extra, terrain)
            if move in options:
                yield move


def _extras(view: View, options: Options, skill: Skill, main: Draw) -> Iterable[tuple[Mask, Terrain | None]]:
    """Yield what *skill* could draw besides, and the terrain where there is a choice."""
    drawings = options.drawings
    free = drawings.free & ~main.spaces
    shape = SINGLE
    near: Mask = BOARD
    terrains: tuple[Terrain | None, ...] = (None,)
    if skill is Skill.CONCENTRATION:
        shape = dict(drawings.shapes)[drawings.shape_name(main.spaces)]
    elif skill is Skill.SEARCH:
        near = beside(main.spaces)
    elif skill is Skill.HEALING:
        shape, near, terrains = PAIR, beside(view.seats[options.seat].sheet.monster), drawings.terrains
    for extra in placements(shape, free):
        if extra & near:
            for terrain in terrains:
                yield extra, terrain
