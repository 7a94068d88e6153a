"""The most promising answers in a position: from these, bots and the analysis look ahead."""

from quillmap.bots.positions import ONLY
from quillmap.bots.ranking import MAINS, MARGIN, Ranked, ranked, ranked_with_skills
from quillmap.fast import readiness
from quillmap.fast.searching import search
from quillmap.play.view import View
from quillmap.rules.events import Ask
from quillmap.rules.moves import Declare, Draw
from quillmap.rules.options import Options


def promising(position: View, most: int) -> list[Ranked]:
    """Return the most promising answers by the map after them, the best first, drawings with skills among them."""
    options = Options(position, ONLY)
    if options.ask is Ask.DECLARE:  # that changes no map
        return [Ranked(0, Declare(ONLY, use=False)), Ranked(0, Declare(ONLY, use=True))]
    if options.ask is Ask.DRAW and not options.skills and readiness.is_ready():
        drawings = search(position, ONLY)
        return [Ranked(int(drawings.values[each]), drawings.drawing(each)) for each in drawings.best(most)]
    found = ranked(position, options)
    if options.skills:
        mains = [each.move for each in found[:MAINS] if isinstance(each.move, Draw)]
        found += [Ranked(value - MARGIN, move) for value, move in ranked_with_skills(position, options, mains)[:most]]
        found.sort(key=lambda each: -each.value)
    return found[:most]
