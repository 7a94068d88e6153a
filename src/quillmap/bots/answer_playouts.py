"""The answers to any question played further: heroes, ambushes, spaces to destroy, skills.

``fast.searching.search`` does it for plain drawings, all inside compiled code. Here every answer is carried out by the
rules, up to the moment before the next card, and compiled code goes on from there.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from quillmap.bots.positions import answered, is_over, question_of, skill_charge
from quillmap.bots.promising import promising
from quillmap.fast.searching import AnyContinuation, continuation
from quillmap.fast.value.weights import STAR
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.seasons import YEAR
from quillmap.rules.state import Step


class AnswerPlayouts:
    """The most promising answers of a seat, and what they lead to. It knows what the view knows, and no more."""

    def __init__(self, view: View, seat: Seat, most: int) -> None:
        self._seat: Final = seat
        _, self._before, self._sign = question_of(view, seat)
        found = promising(self._before, most)
        self.values: Final = [each.value for each in found]
        """What each answer is worth to the seat by the learned value."""
        self._moves: Final = [each.move for each in found]
        self._positions: Final = [answered(self._before, move) for move in self._moves]
        self._continuations: dict[int, AnyContinuation] = {}

    def results(self, which: Sequence[int], deal: int, draws: int) -> list[int]:
        """Return what each of the answers in *which* leads to after *draws* more cards of a deal, to the seat."""
        return [self._sign * self._result(each, deal, draws) for each in which]

    def _result(self, number: int, deal: int, draws: int) -> int:
        position = self._positions[number]
        if is_over(position):
            return STAR * sum(score.total for score in position.seats[0].scores)
        # Compiled games know only the coin track, of which the spent coins are a part.
        seasons = YEAR - position.season - (position.step is Step.DEALING)
        spent = STAR * seasons * position.seats[0].spent
        if number not in self._continuations:
            self._continuations[number] = continuation(position)
        led_to = self._continuations[number].leads_to(deal, draws)
        return led_to - spent - skill_charge(self._before, position)

    def answer(self, number: int) -> Answer:
        """Return an answer by its number."""
        return replace(self._moves[number], seat=self._seat)
