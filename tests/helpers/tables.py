"""Tables in the middle of a game: given cards on top of the deck, given maps, given coins."""

from typing import Any, TypeVar

import pytest

from helpers.maps import sheet_of
from quillmap.rules.dealing import begin
from quillmap.rules.decide import decide
from quillmap.rules.events import Event, SeasonBegan
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import IllegalMove, Move
from quillmap.rules.options import Options
from quillmap.rules.settle import settle
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import Skill
from quillmap.rules.state import SeatState, State, Step

Kind = TypeVar("Kind", bound=Event)


class Table:
    """A season in progress: *cards* are the explore deck, the top one first, each seat has one of *maps*.

    It runs by itself until a seat must act, the given cards are used up or the season is over. Further words
    are fields of the set-up.
    """

    def __init__(
        self,
        cards: str,
        *maps: str | Sheet,
        box: str = "base",
        season: int = 0,
        time: int = 0,
        coins: int = 0,
        spent: int = 0,
        gone: str = "",
        **setup: Any,
    ) -> None:
        seats = {"seats": len(maps)} if maps else {}
        began = begin(Setup.of_box(box, **{"seed": "a test", **seats, **setup}))
        state = initial_state(began)
        sheets = [sheet_of(each) if isinstance(each, str) else each for each in maps]
        state = state.but(
            gone=_ids(gone),
            seats=tuple(SeatState(sheet, coins, spent) for sheet in sheets or (seat.sheet for seat in state.seats)),
        )
        self.log: list[Event] = []
        self.state: State = evolve(state, SeasonBegan(season, _ids(cards))).but(time=time)
        self._run()

    def play(self, *moves: Move) -> list[Event]:
        """Make *moves*, let the rules run on and return what happened."""
        start = len(self.log)
        for move in moves:
            self._append(decide(self.state, move))
            self._run()
        return self.log[start:]

    def _append(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.log.append(event)

    def _run(self) -> None:
        while not self._is_at_end() and (event := settle(self.state)) is not None:
            self._append(event)

    def _is_at_end(self) -> bool:
        if self.log and isinstance(self.log[-1], SeasonBegan):
            return True
        is_season_on = self.state.step is Step.EXPLORING and self.state.time < self.state.season_card.time
        return is_season_on and not self.state.deck

    def refusal(self, move: Move) -> str:
        """Return the code with which *move* is refused."""
        with pytest.raises(IllegalMove) as refused:
            decide(self.state, move)
        return refused.value.code

    def options(self, seat: int = 0) -> Options:
        """Return what a seat may answer."""
        return Options(self.state, Seat(seat))

    def seat(self, seat: int = 0) -> SeatState:
        """Return what belongs to a seat."""
        return self.state.seats[seat]

    def sheet(self, seat: int = 0) -> Sheet:
        """Return a seat's map."""
        return self.state.seats[seat].sheet

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Return every event of this kind, in order."""
        return [event for event in self.log if isinstance(event, kind)]

    def only(self, kind: type[Kind]) -> Kind:
        """Return the one event of this kind."""
        (event,) = self.all(kind)
        return event


def _ids(cards: str) -> tuple[CardId, ...]:
    return tuple(CardId(card) for card in cards.split())


def table_with_skill(skill: str, cards: str, *maps: str | Sheet, coins: int = 5, **more: Any) -> Table:
    """Return a table where *skill* lies open, with two others that have nothing to do with ambushes."""
    others = [each for each in Skill if each not in (skill, Skill.ACROBATICS)]
    return Table(cards, *maps, coins=coins, skills=(Skill(skill), *others[:2]), **more)
