"""The kernel that plays a game to its end many times."""

from quillmap.fast.compiler.decorators import kernel
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import CHANCE, SEATS
from quillmap.fast.layout.sheets import copy
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.flow import total_of
from quillmap.fast.play.whole_games import finish


@kernel
def playouts(table: Ints, start: Ints, work: Ints, diary: Ints, totals: Ints) -> None:
    """Play *start* to its end once for every row of *totals*, dealing the unseen cards each time.

    *work* is scratch space for one game, and holds the last one after the call. The generator of *start* moves on.
    """
    for number in range(len(totals)):
        copy(start, work)
        redeal(table, work)
        finish(table, work, diary)
        start[CHANCE] = work[CHANCE]
        for seat in range(work[SEATS]):
            totals[number, seat] = total_of(work, seat)
