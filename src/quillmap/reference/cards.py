"""Every card of the game in the order in which the reference lists them."""

from functools import cache
from typing import NamedTuple

from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS, Card
from quillmap.rules.scoring import SCORING, ScoringCard, Suit
from quillmap.rules.skills import COST, Skill


class Listed(NamedTuple):
    """A card with its kind; ``group`` is what it is listed under."""

    id: str
    kind: str
    box: str | None
    card: Card | ScoringCard | Skill

    @property
    def group(self) -> str:
        """The suit of a scoring card, else the kind."""
        return self.card.suit.value if isinstance(self.card, ScoringCard) else self.kind


@cache
def listed_cards() -> dict[str, Listed]:
    """Return every card by its id, kind after kind."""
    kinds = (("explore", EXPLORE), ("ruins", RUINS), ("ambush", AMBUSHES), ("hero", HEROES))
    found = [Listed(card.id, kind, card.box.value, card) for kind, cards in kinds for card in cards]
    for suit in Suit:
        suited = [card for card in SCORING.values() if card.suit is suit]
        found += [Listed(card.id, "scoring", card.box.value, card) for card in suited]
    found += [Listed(skill.value, "skill", None, skill) for skill in COST]
    return {each.id: each for each in found}


def chosen_cards(name: str) -> list[Listed]:
    """Return single cards by their ids: ``great-river,homestead``."""
    return [listed_cards()[card] for card in name.split(",")]


def cards_of(name: str) -> list[Listed]:
    """Return the cards of a kind and a box: ``ambush-base``; ``any`` is every box."""
    kind, _, box = name.partition("-")
    return [each for each in listed_cards().values() if each.kind == kind and box in ("any", each.box)]
