"""The surveyor: values the map after every possible drawing by learned weights, and takes the best.

Answers that are nearly as good it compares by what the next card would make of them, for some of those that may come.
It does not look further ahead.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from quillmap.bots.appraisal import STAR, Appraisal
from quillmap.bots.bot import Bot
from quillmap.bots.next_card import cards_to_come
from quillmap.bots.ranking import MAINS, MARGIN, Ranked, is_hostile, map_after, owner, ranked, ranked_with_skills
from quillmap.bots.sight import WHOLE
from quillmap.bots.styles import style_called
from quillmap.fast import readiness
from quillmap.fast.searching import search
from quillmap.play.view import View
from quillmap.rules.ambush import first_to_cover, slide
from quillmap.rules.cards import AmbushCard
from quillmap.rules.events import Ask
from quillmap.rules.evolve import with_drawing
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Draw
from quillmap.rules.options import Options
from quillmap.rules.rulebooks import SoloAmbush
from quillmap.rules.shapes import PAIR, placements
from quillmap.rules.sheet import Sheet, empty, struck
from quillmap.rules.skills import COST, Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.terrain import Terrain

WAVERING: Final = STAR // 5
"""Answers that differ by no more are the same to somebody with a style, so that two of a kind draw different maps."""


class Comparing(NamedTuple):
    """How answers are compared by the next card; each answer and card takes as long as looking at all drawings."""

    most: int
    """How many answers at most."""
    close: int
    """Only those within this of the best."""
    cards: int
    """With how many cards that may come next, chosen by chance."""


DRAWINGS: Final = Comparing(most=4, close=STAR, cards=2)
DRAWINGS_WITH_HEROES: Final = Comparing(most=8, close=STAR * 3 // 2, cards=4)
"""At tables with heroes a wider look brings two stars, elsewhere half of one for more than twice the time."""
OTHERS: Final = Comparing(most=8, close=2 * STAR, cards=6)
"""Heroes, ambushes and spaces to destroy: rarer than drawings, and they weigh more."""


class SurveyorBot(Bot):
    """Plays for what the map will bring by the end of the year, judged by the map alone.

    With a *style* it has a liking for something (``styles``). The next card decides between at most *compared*
    drawings, by themselves four or eight; with one, there is nothing to decide about any question, and the learned
    value alone counts.
    """

    uses_compiled_rules = True

    def __init__(self, seed: str = "", *, style: str = "", compared: int | None = None) -> None:
        if not (compared is None or (isinstance(compared, int) and compared > 0)):
            raise ValueError("compared is a whole number from 1")
        super().__init__(seed)
        self._compared = compared
        self._others = DRAWINGS._replace(most=1) if compared == 1 else OTHERS
        self.style = style_called(style)
        self.sight = self.style.seen_by(WHOLE)

    def choose(self, view: View, options: Options) -> Answer:
        """Return the answer after which the map is worth most to this seat."""
        match options.ask:
            case Ask.DRAW:
                return self.draw(view, options)
            case Ask.DECLARE:
                return Declare(options.seat, use=self._evades(view, options.seat))
            case _:
                found = ranked(view, options, self.sight)
                return self._best(self._by_next_card(view, options, found, self._others)).move

    def draw(self, view: View, options: Options) -> Draw:
        """Return the best drawing, with a skill if that is clearly better."""
        comparing = self._comparing(view)
        found = self._close_drawings(view, options, comparing.most)
        return self.best_drawing(view, options, self._by_next_card(view, options, found, comparing))

    def _comparing(self, view: View) -> Comparing:
        """Return how drawings are compared at a table."""
        usual = DRAWINGS if view.setup.heroes == "none" else DRAWINGS_WITH_HEROES
        return usual if self._compared is None else usual._replace(most=self._compared)

    def _close_drawings(self, view: View, options: Options, most: int) -> list[Ranked]:
        """Return the best drawings, at least so many, the best first."""
        if options.skills or self.style.id or not readiness.is_ready():
            return ranked(view, options, self.sight)
        found = search(view, options.seat)  # the same, without a look at all of them in Python
        return [Ranked(int(found.values[number]), found.drawing(number)) for number in found.best(most)]

    def _by_next_card(self, view: View, options: Options, found: list[Ranked], comparing: Comparing) -> list[Ranked]:
        """Return answers, the best first, those that are close worth more or less by what the next card promises."""
        close = [each for each in found[: comparing.most] if each.value >= found[0].value - comparing.close]
        cards = cards_to_come(view)
        if len(close) == 1 or not cards:
            return found
        cards = self.random.sample(cards, min(comparing.cards, len(cards)))
        afters = [map_after(view, options, each.move) for each in close]
        sign = -1 if is_hostile(view, options.ask) else 1
        promises = [sign * each for each in Appraisal(view, owner(view, options), self.sight).promises(afters, cards)]
        looked_at = [
            Ranked(each.value + (promise - promises[0]) // len(cards), each.move)
            for each, promise in zip(close, promises, strict=True)
        ]
        return [*sorted(looked_at, key=lambda each: -each.value), *found[len(close) :]]

    def best_drawing(self, view: View, options: Options, found: Sequence[Ranked]) -> Draw:
        """Return the best drawing of those that were *found*, or one with a skill if that is clearly better."""
        best = self._best(found)
        assert isinstance(best.move, Draw)
        if not options.skills:
            return best.move
        mains = [move for _, move in found[:MAINS] if isinstance(move, Draw)]
        for value, move in ranked_with_skills(view, options, mains, self.sight)[:1]:
            if value - MARGIN > best.value and isinstance(move, Draw):
                return move
        return best.move

    def _best(self, found: Sequence[Ranked]) -> Ranked:
        """Return the best answer, or with a style one that is as good to it."""
        if not self.style.id:
            return found[0]
        return self.random.choice([each for each in found if each.value >= found[0].value - WAVERING])

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


def _with_monster(sheet: Sheet, spaces: Mask) -> Sheet:
    return struck(with_drawing(sheet, spaces, Terrain.MONSTER))
