"""Every card as a JSON object, in English: what ``quillmap cards --json`` prints."""

from typing import Any, Final

from quillmap.locales import catalogue
from quillmap.play.notation import EDICT_LETTERS, space_names
from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS, AmbushCard, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.counting import TITLES
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING, ScoringCard
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import BOX_OF_MAP
from quillmap.rules.skills import COST, Skill
from quillmap.rules.terrain import Terrain

Json = dict[str, Any]
KINDS: Final = ("explore", "ruins", "ambush", "heroes", "scoring", "skills")


def all_cards() -> dict[str, Json]:
    """Return every card by id."""
    cards = (*EXPLORE, *RUINS, *AMBUSHES, *HEROES, *SCORING.values(), *Skill)
    return {each["id"]: each for each in map(_card, cards)}


def _card(card: ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard | Skill) -> Json:
    match card:
        case ExploreCard():
            shapes = [{"rows": list(shape.rows), "coin": shape.coin} for shape in card.shapes]
            return _head("explore", card.id, card.box) | {
                "time": card.time,
                "terrains": list(card.terrains),
                "shapes": shapes,
            }
        case RuinsCard():
            return _head("ruins", card.id, card.box) | {"time": card.time}
        case AmbushCard():
            return _head("ambush", card.id, card.box) | {
                "rows": list(card.shape.rows),
                "arrow": "clockwise" if card.clockwise else "counterclockwise",
                "solo_corner": card.corner,
                "letter": None if card.letter is None else card.letter[0].upper(),
                "effect": None if card.letter is None else _rule(card.id),
            }
        case HeroCard():
            return _head("heroes", card.id, card.box) | {"attack": [list(step) for step in card.attack]}
        case ScoringCard():
            return _head("scoring", card.id, card.box) | {
                "suit": card.suit,
                "solo_value": card.solo_value,
                "rule": _rule(card.id),
            }
        case Skill():
            return _head("skills", card, None) | {"cost": COST[card], "effect": _rule(card)}


def _head(kind: str, card_id: str, box: str | None) -> Json:
    head = {"kind": kind, "id": card_id, "name": catalogue("en").text(f"cards.{card_id}.name")}
    return head if box is None else head | {"box": box}


def _rule(card_id: str) -> str:
    return catalogue("en").text(f"cards.{card_id}.rule")


def everything() -> Json:
    """Return all cards by kind, and the maps, seasons, terrains and titles."""
    found: Json = {kind: [card for card in all_cards().values() if card["kind"] == kind] for kind in KINDS}
    found["maps"] = {
        map_id: {
            "box": BOX_OF_MAP[map_id],
            "mountains": space_names(sheet.mountain),
            "ruins": space_names(sheet.ruins),
            "wasteland": space_names(sheet.wasteland),
        }
        for map_id, sheet in PRINTED.items()
    }
    found["seasons"] = {
        box: [
            {"id": season.id, "time": season.time, "edicts": "".join(EDICT_LETTERS[place] for place in season.edicts)}
            for season in year
        ]
        for box, year in SEASONS.items()
    }
    found["terrains"] = list(Terrain)
    words = catalogue("en")
    found["titles"] = [
        {"id": title, "rating": rating, "name": words.text(f"terms.title.{title}")} for rating, title in TITLES
    ]
    return found
