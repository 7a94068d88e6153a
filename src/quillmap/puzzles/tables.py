"""The tables of the games in which puzzles are looked for: all edicts, boxes and maps take turns."""

import random
from typing import Final

from quillmap.rules.cards import Box
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING, Suit
from quillmap.rules.setup import Setup

KINDS: Final = ("base", "base", "heroes", "heroes", "mixed")
"""The boxes of five games in a row; mixed tables are fewer, since few people play them."""


def table_of(seed: str, number: int) -> Setup:
    """Return the table of a game: its box and map by its *number*, its edicts so that all come equally often."""
    box = KINDS[number % len(KINDS)]
    turn = number // len(KINDS) * KINDS.count(box) + KINDS[: number % len(KINDS)].count(box)
    maps = [name for name, each in PRINTED.items() if box in ("mixed", each.box)]
    return Setup.of_box(
        box, map=maps[turn % len(maps)], edicts=_edicts(seed, box, turn), seed=f"{seed}-{number}"
    ).checked()


def _edicts(seed: str, box: str, turn: int) -> tuple[str, ...]:
    """Return a scoring card of each suit, in any order; all of a suit are dealt before one comes again."""
    boxes = (Box.BASE, Box.HEROES) if box == "mixed" else (Box(box),)
    found = []
    for suit in Suit:
        cards = [card.id for card in SCORING.values() if card.suit is suit and card.box in boxes]
        random.Random(f"{seed}/{box}/{suit}/{turn // len(cards)}").shuffle(cards)
        found.append(cards[turn % len(cards)])
    random.Random(f"{seed}/{box}/{turn}").shuffle(found)
    return tuple(found)
