"""What the master would have made of the same cards: its own year on an empty map, card by card."""

from collections.abc import Iterator, Sequence
from typing import Final

from quillmap.analysis.parts import Worth, scored
from quillmap.bots.master import PLAYOUTS, MasterBot
from quillmap.bots.positions import ONLY, after_event, alone, brought_to_rest
from quillmap.play.view import View
from quillmap.rules.events import CardRevealed, Event, GameBegan, SeasonBegan
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options

SHARE: Final = 4
"""A decision of a review has four times as many playouts: the year beside it must not take long."""


class MastersYear:
    """The master in the place of a seat. What neighbours do to its map is what hurts most, as in a playout."""

    def __init__(self, events: Sequence[Event], seat: Seat, playouts: int, seed: str) -> None:
        began = events[0]
        assert isinstance(began, GameBegan)  # ``read_record`` sees to it
        self._bot = MasterBot(f"{seed}/{seat}/master", playouts=min(PLAYOUTS, max(1, playouts // SHARE)))
        self._position = alone(initial_state(began), seat, is_asked=False)
        self._cards: Iterator[Event] = iter([each for each in events if isinstance(each, SeasonBegan | CardRevealed)])

    def play_card(self) -> bool:
        """Let the next card come, and return whether there was one."""
        for event in self._cards:
            self._position = brought_to_rest(after_event(self._position, event), self._answer)
            if isinstance(event, CardRevealed):
                return True
        return False

    def worth(self) -> Worth:
        """Play what is left of the year, and return its score sheet by part."""
        while self.play_card():
            pass
        return scored(self._position.seats[0].scores)

    def _answer(self, position: View) -> Answer:
        return self._bot.choose(position, Options(position, ONLY))
