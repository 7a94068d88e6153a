"""The kernel that writes what the asked seats of tables see: all maps, each seat's own first."""

from typing import Final

from quillmap.fast.compiler.decorators import kernel
from quillmap.fast.layout.card_tables import SPACES, Ints
from quillmap.fast.layout.observation import PLANES, Bytes
from quillmap.fast.layout.rows import RUINS_PENDING, SEATS
from quillmap.fast.layout.sheets import load
from quillmap.fast.play.drawings import owner_of
from quillmap.fast.play.flow import is_over
from quillmap.fast.play.observing import see_deck, see_map, see_numbers

MAP_SIZE: Final = len(PLANES) * SPACES


@kernel
def observe_seats(
    tables: Ints, games: Ints, seats: Ints, planes: Bytes, decks: Bytes, seen: Ints, targets: Ints
) -> None:
    """Write what one seat of every game sees, and how far from it the seat sits whose map is drawn on."""
    for number in range(len(games)):
        table, game, seat = tables[number], games[number], seats[number]
        count = game[SEATS]
        for step in range(count):
            sheet = load(game, (seat + step) % count)
            see_map(planes[number][step * MAP_SIZE : (step + 1) * MAP_SIZE], sheet, game[RUINS_PENDING] != 0)
        see_deck(table, game, decks[number])
        see_numbers(table, game, seat, seen[number])
        targets[number] = 0 if is_over(game) else (owner_of(table, game, seat) - seat) % count
