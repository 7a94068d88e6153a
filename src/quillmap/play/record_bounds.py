"""How many events of each kind a record can hold: no more than the rules let happen in a game.

A file may come from anybody, and every event costs time to process, so they are counted while they are read.
"""

from collections import Counter
from typing import Final

from quillmap.play.codec import BadRecord
from quillmap.rules.dealing import season_cards
from quillmap.rules.events import (
    Asked,
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
    Event,
    GameBegan,
    GameEnded,
    HeroPlaced,
    LastingResolved,
    Passed,
    RoundEnded,
    SeasonBegan,
    SeasonScored,
    Spread,
)
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import Setup

ASKS_OF_A_CARD: Final = 4
"""Acrobatics, the ambush, the pair of Acrobatics, the Gorgon."""
DRAWINGS_OF_A_CARD: Final = 2
"""On one map: the ambush or the drawing, and the pair of Acrobatics."""


class EventBounds:
    """Counts the events of one record, and refuses impossible numbers of them."""

    def __init__(self, setup: Setup) -> None:
        self._most = _most_events(setup)
        self._seen: Counter[type[Event]] = Counter()

    def count(self, event: Event) -> None:
        """Count *event*, or raise ``BadRecord`` if no game has that many of its kind."""
        kind = type(event)
        most = self._most.get(kind)
        if most is None:  # answers and take-backs are not part of a record
            return
        self._seen[kind] += 1
        if self._seen[kind] > most:
            raise BadRecord("too-many-events", most=most)


def _most_events(setup: Setup) -> dict[type[Event], int]:
    # Every season adds an ambush and a hero to its deck, and those that were not revealed stay in it.
    cards = YEAR * (len(season_cards(setup.explore, setup.ruins)) + 2 * YEAR)
    maps = cards * setup.seats
    return {
        GameBegan: 1,
        SeasonBegan: YEAR,
        SeasonScored: YEAR,
        GameEnded: 1,
        CardRevealed: cards,
        RoundEnded: cards,
        LastingResolved: YEAR * YEAR,
        Asked: ASKS_OF_A_CARD * cards,
        Drawn: DRAWINGS_OF_A_CARD * maps,
        Passed: DRAWINGS_OF_A_CARD * maps,
        Declared: maps,
        HeroPlaced: maps,
        Destroyed: DRAWINGS_OF_A_CARD * maps,
        Spread: YEAR * setup.seats,
    }
