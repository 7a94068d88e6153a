"""Everything printed in the boxes, as plain JSON values: cards, maps, seasons, titles.

The server sends it to the page (``/api/cards``), and ``quillmap cards --json`` prints it with English words added.
``docs/protocol.md`` describes the fields. Sets of spaces are hex strings.
"""

from typing import Any, TypeAlias

from quillmap.play.notation import to_hex
from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS
from quillmap.rules.counting import TITLES
from quillmap.rules.maps import MAPS, PRINTED
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import PRESETS
from quillmap.rules.shapes import Shape
from quillmap.rules.sheet import COIN_SLOTS, Sheet
from quillmap.rules.skills import COST
from quillmap.rules.terrain import DRAWABLE

Json: TypeAlias = dict[str, Any]


def card_list() -> Json:
    """Return everything that is printed."""
    return {
        **cards_by_kind(),
        "seasons": {
            box: [{"id": season.id, "time": season.time, "edicts": list(season.edicts)} for season in year]
            for box, year in SEASONS.items()
        },
        # A generated map is known only when the game begins.
        "maps": {name: _marks(PRINTED[name].sheet) if name in PRINTED else None for name in MAPS},
        "map_boxes": {name: printed.box for name, printed in PRINTED.items()},
        "boxes": PRESETS,
        "rulebooks": list(RULEBOOKS),
        "terrains": list(DRAWABLE),
        "titles": [{"id": title, "rating": rating} for rating, title in TITLES],
        "coin_slots": COIN_SLOTS,
    }


def cards_by_kind() -> dict[str, list[Json]]:
    """Return every card."""
    return {
        "explore": [
            {
                "id": card.id,
                "box": card.box,
                "time": card.time,
                "terrains": list(card.terrains),
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
        "heroes": [{"id": card.id, "box": card.box, "attack": [list(step) for step in card.attack]} for card in HEROES],
        "scoring": [
            {"id": card.id, "box": card.box, "suit": card.suit, "solo_value": card.solo_value}
            for card in SCORING.values()
        ],
        "skills": [{"id": skill, "cost": cost} for skill, cost in COST.items()],
    }


def _shape(shape: Shape) -> Json:
    return {
        "rows": list(shape.rows),
        "coin": shape.coin,
        "turns": [
            {"spaces": to_hex(turn.mask), "height": turn.height, "width": turn.width} for turn in shape.orientations
        ],
    }


def _marks(sheet: Sheet) -> Json:
    """Return what is printed on a map, by the name of the set."""
    return {field: to_hex(spaces) for field, spaces in zip(sheet._fields, sheet, strict=True) if spaces}
