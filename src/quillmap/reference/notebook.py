"""Pictures of games, sheets, moves and awards, as a notebook shows them."""

import re
from typing import Any, Final

from quillmap.play.awarding import CardAward
from quillmap.play.game import Game
from quillmap.reference.drawing import svg_of as draw_figure
from quillmap.reference.figures import Figure, Window, medals_on_awards
from quillmap.rules.moves import Destroy, Draw, PlaceHero
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, Mask
from quillmap.rules.state import State

_WHOLE: Final = Window(0, 0, SIZE, SIZE)
_SIZE: Final = re.compile(r'width="(\d+)" height="(\d+)"')
_MOST_MAPS: Final = 6
"""More would be too small to see anything."""
_ABREAST: Final = 3
_GAP: Final = 12


def svg_of(value: Any) -> str | None:
    """Return a picture of *value*, or None for a move that draws nothing."""
    match value:
        case Sheet():
            return draw_figure(Figure(value, _WHOLE))
        case Game():
            return svg_of(value.state)
        case State():
            return _side_by_side([draw_figure(Figure(seat.sheet, _WHOLE)) for seat in value.seats[:_MOST_MAPS]])
        case CardAward():
            return draw_figure(_award(value))
        case Draw():
            sheet = Sheet(**{str(value.terrain): value.spaces})
            return draw_figure(Figure(sheet, _WHOLE, drawn=value.spaces, extra=value.extra))
        case PlaceHero():
            return draw_figure(Figure(Sheet(hero=value.space, path=value.path), _WHOLE, drawn=value.space))
        case Destroy():
            return draw_figure(Figure(Sheet(), _WHOLE, targets=value.space))
    return None


def _award(award: CardAward) -> Figure:
    earned: list[tuple[int, Mask]] = [(award.points, award.spaces)]
    medals = medals_on_awards(earned, award.sheet) if award.spaces else ()
    return Figure(award.sheet, _WHOLE, earning=award.spaces, medals=medals)


def _side_by_side(pictures: list[str]) -> str:
    """Return several pictures of the same size as one."""
    if len(pictures) == 1:
        return pictures[0]
    found = _SIZE.search(pictures[0])
    assert found is not None
    width, height = (int(each) + _GAP for each in found.groups())
    columns = 2 if len(pictures) in (2, 4) else _ABREAST
    rows = -(-len(pictures) // columns)
    placed = "".join(
        picture.replace("<svg ", f'<svg x="{place % columns * width}" y="{place // columns * height}" ', 1)
        for place, picture in enumerate(pictures)
    )
    size = f'width="{columns * width - _GAP}" height="{rows * height - _GAP}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{placed}</svg>\n'
