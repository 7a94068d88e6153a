"""Every card, map and number of the game as JSON, straight from the rules: a page needs no list of its own."""

from functools import cache

import msgspec

from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS
from quillmap.rules.counting import TITLES
from quillmap.rules.maps import MAPS, blank_sheet
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import PRESETS
from quillmap.rules.shapes import Shape
from quillmap.rules.skills import COST
from quillmap.rules.terrain import DRAWABLE
from quillmap.server.boards import to_hex


@cache
def catalogue() -> bytes:
    """Return the catalogue, encoded."""
    return msgspec.json.encode(
        {
            "explore": [
                {
                    "id": card.id,
                    "box": card.box,
                    "time": card.time,
                    "terrains": card.terrains,
                    "shapes": [_shape(shape) for shape in card.shapes],
                }
                for card in EXPLORE
            ],
            "ruins": [{"id": card.id, "box": card.box} for card in RUINS],
            "ambushes": [
                {
                    "id": card.id,
                    "box": card.box,
                    "shape": _shape(card.shape),
                    "clockwise": card.clockwise,
                    "corner": card.corner,
                    "letter": card.letter,
                }
                for card in AMBUSHES
            ],
            "heroes": [{"id": card.id, "box": card.box, "attack": card.attack} for card in HEROES],
            "scoring": [
                {"id": card.id, "box": card.box, "suit": card.suit, "solo_value": card.solo_value}
                for card in SCORING.values()
            ],
            "seasons": {
                box: [{"id": season.id, "time": season.time, "edicts": season.edicts} for season in year]
                for box, year in SEASONS.items()
            },
            "skills": [{"id": skill, "cost": cost} for skill, cost in COST.items()],
            "maps": {name: _printed(name) for name in MAPS},
            "boxes": PRESETS,
            "rulebooks": tuple(RULEBOOKS),
            "terrains": DRAWABLE,
            "titles": [{"id": title, "rating": rating} for rating, title in TITLES],
        }
    )


def _shape(shape: Shape) -> dict[str, object]:
    turns = [{"spaces": to_hex(turn.mask), "height": turn.height, "width": turn.width} for turn in shape.orientations]
    return {"rows": shape.rows, "coin": shape.coin, "turns": turns}


def _printed(name: str) -> dict[str, str] | None:
    """Return what is printed on a map; a generated one is known when the game begins."""
    if name.startswith("generated"):
        return None
    sheet = blank_sheet(name, "")
    return {field: to_hex(spaces) for field, spaces in zip(sheet._fields, sheet, strict=True) if spaces}
