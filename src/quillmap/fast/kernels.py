"""The compiled entry points. Each takes arrays, lets other threads run, and is cached on disk."""

from quillmap.fast.cards import Ints
from quillmap.fast.compile import kernel
from quillmap.fast.deal import redeal
from quillmap.fast.games import finish, total_of
from quillmap.fast.layout import CHANCE, SEATS


@kernel
def playouts(table: Ints, start: Ints, work: Ints, diary: Ints, totals: Ints) -> None:
    """Play *start* to its end once for every row of *totals*, everything unseen dealt anew each time.

    *work* is room for one game; after the call it holds the last one. The chance of *start* goes on.
    """
    for number in range(len(totals)):
        for place in range(len(start)):
            work[place] = start[place]
        redeal(table, work)
        finish(table, work, diary)
        start[CHANCE] = work[CHANCE]
        for seat in range(work[SEATS]):
            totals[number, seat] = total_of(work, seat)
