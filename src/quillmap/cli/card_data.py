"""Every card as a JSON object; what ``quillmap cards --json`` prints."""

from typing import Any, Final

from quillmap.cli.names import name_of
from quillmap.play.notation import space_names
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

SKILL_EFFECTS: Final = {
    Skill.ACROBATICS: "Said when an ambush is revealed: this map gets a 1×2 monster instead.",
    Skill.CONCENTRATION: "The chosen shape is drawn a second time, with the same terrain.",
    Skill.HEALING: "Also draw a 1×2 beside a monster, with a terrain of the card.",
    Skill.DIPLOMACY: "Also draw a 1×1 that is both farm and village.",
    Skill.LORE: "The chosen shape is filled with village.",
    Skill.STEALTH: "The shape may hang over the edge; what lies outside is lost.",
    Skill.NEGOTIATION: "Draw a 2×2 instead of the card's shapes.",
    Skill.SEARCH: "Also draw a 1×1 beside the shape, with the same terrain.",
}
"""What each skill does, in a sentence."""

AMBUSH_EFFECTS: Final = {
    "dragon": "Gives its owner 3 coins once every space of it is destroyed or has no empty neighbour.",
    "gorgon": "Whoever draws it destroys a space beside it.",
    "troll": "After every season but the last the map's owner destroys an empty space beside it.",
    "zombie": "After every season but the last all empty spaces beside it become zombies.",
}
"""What each ambush with a letter does, in a sentence."""


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
                "effect": None if card.letter is None else AMBUSH_EFFECTS[card.letter],
            }
        case HeroCard():
            return _head("heroes", card.id, card.box) | {"attack": [list(step) for step in card.attack]}
        case ScoringCard():
            return _head("scoring", card.id, card.box) | {
                "suit": card.suit,
                "solo_value": card.solo_value,
                "rule": (card.awards.__doc__ or "").strip(),
            }
        case Skill():
            return _head("skills", card, None) | {"cost": COST[card], "effect": SKILL_EFFECTS[card]}


def _head(kind: str, card_id: str, box: str | None) -> Json:
    head = {"kind": kind, "id": card_id, "name": name_of(card_id)}
    return head if box is None else head | {"box": box}


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
            {"id": season.id, "time": season.time, "edicts": "".join("ABCD"[place] for place in season.edicts)}
            for season in year
        ]
        for box, year in SEASONS.items()
    }
    found["terrains"] = list(Terrain)
    found["titles"] = [{"id": title, "rating": rating, "name": name_of(title)} for rating, title in TITLES]
    return found
