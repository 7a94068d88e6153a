"""Maps as text and as pictures."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quillmap.play.textmap import write_text_map
from quillmap.rules.counting import total_of
from quillmap.rules.ids import Seat
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, numbers
from quillmap.rules.state import State

CELL: Final = 20
"""Pixels of a space, its line included."""

_PAPER: Final = (243, 234, 212)
_LINE: Final = (205, 192, 164)
_RUINS: Final = (120, 84, 52)
_PATH: Final = (190, 40, 40)
_COLOURS: Final[dict[str, tuple[int, int, int]]] = {
    "forest": (56, 118, 72),
    "village": (190, 78, 58),
    "farm": (226, 182, 66),
    "water": (70, 132, 196),
    "monster": (112, 62, 138),
    "hero": (240, 240, 250),
    "mountain": (132, 122, 112),
    "wasteland": (96, 84, 70),
    "destroyed": (34, 30, 30),
}


def text(state: State, seat: Seat) -> str:
    """Return a seat's map as text, with the moment of the game above it."""
    stars = total_of(state.seats[seat])
    if state.is_over:
        head = f"game over: {stars} stars"
    else:
        card = state.card or "no card"
        limit = state.season_card.time
        head = f"{SEASON_IDS[state.season]}, time {state.time} of {limit}: {card}; {stars} stars"
    return f"{head}\n{write_text_map(state.seats[seat].sheet)}"


def picture(sheet: Sheet) -> NDArray[np.uint8]:
    """Return a map as an RGB picture."""
    pixels = np.empty((SIZE, CELL, SIZE, CELL, 3), dtype=np.uint8)
    pixels[:] = _PAPER
    for field, colour in _COLOURS.items():
        for row, column in _places(getattr(sheet, field)):
            pixels[row, :, column] = colour
    for row, column in _places(sheet.ruins):
        pixels[row, 1:4, column, :] = _RUINS
        pixels[row, -3:, column, :] = _RUINS
    for row, column in _places(sheet.path):
        pixels[row, CELL // 2 - 1 : CELL // 2 + 1, column, 4:-4] = _PATH
    pixels[:, 0] = _LINE
    pixels[:, :, :, 0] = _LINE
    return pixels.reshape(SIZE * CELL, SIZE * CELL, 3)


def _places(spaces: int) -> list[tuple[int, int]]:
    return [divmod(space, SIZE) for space in numbers(spaces)]
