"""The surveyor: values the map after every possible drawing by learned weights, and takes the best.

It does not look ahead.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from quillmap.bots.appraisal import STAR, Appraisal
from quillmap.bots.bot import Bot
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.ambush import first_to_cover, slide
from quillmap.rules.cards import AmbushCard, ExploreCard
from quillmap.rules.events import Ask
from quillmap.rules.evolve import with_drawing
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options
from quillmap.rules.rulebooks import SoloAmbush
from quillmap.rules.shapes import PAIR, ShapeName, placements
from quillmap.rules.sheet import Sheet, destroy, empty, struck, with_hero
from quillmap.rules.skill_drawings import addition, plan
from quillmap.rules.skills import COST, NEEDS_PRINTED_SHAPE, Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import drawing_sheet
from quillmap.rules.terrain import Terrain

MAINS: Final = 8
"""How many of the best drawings are tried with a skill."""

MARGIN: Final = 2 * STAR
"""How much better a drawing with a skill has to be: a skill can be used only once a season."""


class SurveyorBot(Bot):
    """Plays for what the map will bring by the end of the year, judged by the map alone."""

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
        if not options.skills and readiness.is_ready():
            from quillmap.fast.search import best_drawing  # noqa: PLC0415  # needs numba

            return best_drawing(view, options.seat)
        ranked = self.ranked(view, options)
        best_value, best = ranked[0]
        mains = [move for _, move in ranked[:MAINS]]
        moves = [move for skill in options.skills for move in _skilled(view, options, skill, mains)]
        for value, move in zip(self._skilled_values(view, options, moves), moves, strict=True):
            if value - MARGIN > best_value:
                best_value, best = value - MARGIN, move
        return best

    def ranked(self, view: View, options: Options) -> list[tuple[int, Draw]]:
        """Return all drawings without a skill with their value, the best first."""
        sheet = view.seats[options.seat].sheet
        coins = _shape_coins(view)
        moves, afters = [], []
        for name, spaces in options.drawings.masks():
            for terrain in options.drawings.terrains_of(name):
                moves.append(Draw(options.seat, spaces, terrain))
                afters.append((struck(with_drawing(sheet, spaces, terrain)), coins.get(name, 0)))
        values = Appraisal(view, options.seat).gains(afters)
        return sorted(zip(values, moves, strict=True), key=lambda each: -each[0])

    def _skilled_values(self, view: View, options: Options, moves: list[Draw]) -> list[int]:
        """Return the values of drawings with a skill."""
        sheet = view.seats[options.seat].sheet
        coins = _shape_coins(view)
        afters = []
        for move in moves:
            name, extra = plan(view, move)
            assert move.skill is not None
            after = struck(with_drawing(sheet, move.spaces, move.terrain, extra=extra))
            coin = 0 if move.skill is Skill.STEALTH else coins.get(name, 0)
            afters.append((after, coin - COST[move.skill]))
        return Appraisal(view, options.seat).gains(afters)

    def _ambush(self, view: View, options: Options) -> Draw:
        """Return the drawing that hurts a neighbour most, or oneself least."""
        owner = drawing_sheet(view, options.seat)
        sheet = view.seats[owner].sheet
        card = view.revealed_card
        letter = card.letter if isinstance(card, AmbushCard) else None
        moves = list(options.drawings)
        afters = []
        for move in moves:
            is_whole = options.drawings.shape_name(move.spaces) is ShapeName.FIRST
            after = with_drawing(sheet, move.spaces, move.terrain, letter if is_whole else None)
            afters.append((struck(after), 0))
        return moves[_best(view, options.seat, owner, afters)]

    def _hero(self, view: View, options: Options) -> PlaceHero:
        """Return where a hero is worth most, its path included."""
        sheet = view.seats[options.seat].sheet
        moves = [move for move in options if isinstance(move, PlaceHero)]
        afters = [(struck(with_hero(sheet, move.space, move.path)), 0) for move in moves]
        return moves[_best(view, options.seat, options.seat, afters)]

    def _destroy(self, view: View, options: Options) -> Destroy:
        """Return the space whose loss helps this seat most."""
        owner = options.seat if options.ask is Ask.TROLL else drawing_sheet(view, options.seat)
        sheet = view.seats[owner].sheet
        moves = [move for move in options if isinstance(move, Destroy)]
        return moves[_best(view, options.seat, owner, [(destroy(sheet, move.space), 0) for move in moves])]

    def _evades(self, view: View, seat: Seat) -> bool:
        """Return whether two coins are well spent on a smaller monster."""
        sheet = view.seats[seat].sheet
        appraisal = Appraisal(view, seat)
        draws_itself = view.is_automatic  # else somebody who means harm does

        def outcome(places: Iterable[Mask]) -> int:
            values = appraisal.values([_with_monster(sheet, place) for place in places] or [sheet])
            return max(values) if draws_itself else min(values)

        cost = STAR * COST[Skill.ACROBATICS] * appraisal.seasons_left
        return outcome(placements(PAIR, empty(sheet))) - outcome(_monsters(view, empty(sheet))) > cost + MARGIN


def _monsters(view: View, free: Mask) -> Iterable[Mask]:
    """Return where the monsters of the revealed ambush may be drawn."""
    card = view.revealed_card
    assert isinstance(card, AmbushCard)
    if not view.is_automatic:
        return placements(card.shape, free)
    if view.rulebook.solo_ambush is SoloAmbush.SLIDE:
        return filter(None, [slide(card, free)])
    wanted = first_to_cover(card, free)
    return [place for place in placements(card.shape, free) if place & wanted]


def _best(view: View, seat: Seat, owner: Seat, afters: list[tuple[Sheet, int]]) -> int:
    """Return the place of the sheet that is best for *seat*: worth most if it is its own, else worth least."""
    sign = 1 if owner == seat else -1
    values = [sign * gain for gain in Appraisal(view, owner).gains(afters)]
    return values.index(max(values))


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


def _with_monster(sheet: Sheet, spaces: Mask) -> Sheet:
    return struck(with_drawing(sheet, spaces, Terrain.MONSTER))
