"""A game as a tree: seats answer one after the other, and the cards that come are chance with known probabilities.

For searches and for frameworks that want every chance outcome explicit. Edicts, map and skills are dealt by the seed of
the set-up and are the same in every game of it; the order of the cards is not.
"""

import copy
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quillmap.env.answering import Answering, action_count, has_skills
from quillmap.env.gym_spaces import table_observation_space
from quillmap.env.layouts import flat_size, flattened
from quillmap.env.observation import SKILLS, action_of, table_observation
from quillmap.env.settings import checked
from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ACTIONS, WAIT
from quillmap.fast.layout.card_numbers import NUMBER
from quillmap.play.determinizing import determinize
from quillmap.play.tables import SetupLike
from quillmap.play.textmap import write_text_map
from quillmap.rules.advance import advance
from quillmap.rules.cards import CARDS
from quillmap.rules.counting import total_of
from quillmap.rules.dealing import begin, season_cards
from quillmap.rules.events import CardRevealed
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.settle import settle
from quillmap.rules.setup import Setup, ambush_pool, hero_pool
from quillmap.rules.state import State

OUTCOMES = len(CARDS)
"""How many cards can come at most: an outcome of chance is the number of a card."""
_IDS = tuple(CARDS)
CHANCE: Final = -1
"""Who reveals cards, where seats are numbers."""


def table_for_turns(given: SetupLike = None) -> Setup:
    """Return the set-up of a game in turns; without a seed it has the seed "1", because a tree has one root."""
    setup = checked(given, solo=False)
    return setup if setup.seed else replace(setup, seed="1")


class Turns:
    """A game in progress. ``player`` is the seat to act, ``None`` while a card is to come; ``is_over`` ends it."""

    def __init__(self, setup: SetupLike = None) -> None:
        self.setup = table_for_turns(setup)
        self.state: State = initial_state(begin(self.setup))
        self.past: tuple[tuple[int, int], ...] = ()
        """Everything that was done: who, or ``CHANCE``, and the action or card."""
        self._answering = self._nobody_answers()
        self._parts = table_observation_space(self.setup.seats, has_skills=has_skills(self.setup))
        self._settle()
        self._known = (0, self.state)
        """How much of the past everybody knows, and what it has led to: later answers are still face down."""

    def _nobody_answers(self) -> list[Answering]:
        return [Answering(Seat(seat), self.setup) for seat in range(self.setup.seats)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def player(self) -> Seat | None:
        """The seat to act: the first of those that have still to answer."""
        return min(self.state.waiting, default=None)

    @property
    def is_chance(self) -> bool:
        """Whether a card is to come."""
        return not self.is_over and self.player is None

    @property
    def totals(self) -> tuple[int, ...]:
        """The stars of every seat so far."""
        return tuple(total_of(seat) for seat in self.state.seats)

    def legal_actions(self) -> list[int]:
        """Return the numbers of what the player may do, in ascending order (``docs/environments.md``)."""
        seat = self._asked()
        return [int(action) for action in np.flatnonzero(self._answering[seat].mask(self.state))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come, by their numbers, with their probabilities.

        All cards of the deck are equally likely to be on top. Which ambushes and heroes are among them nobody knows, so
        every one that was not seen has its share.
        """
        if not self.is_chance:
            raise BadArgument("no card is to come now: ask for legal_actions()")
        state, size = self.state, len(self.state.deck)
        found = dict.fromkeys(self._certain(), 1.0)
        for pool in (ambush_pool(state.setup), hero_pool(state.setup)):
            unseen = [card for card in pool if card not in state.gone]
            inside = sum(card in pool for card in state.deck)
            found |= {card: inside / len(unseen) for card in unseen if inside}
        return sorted((NUMBER[card], share / size) for card, share in found.items())

    def _certain(self) -> list[CardId]:
        setup = self.state.setup
        return [card for card in season_cards(setup.explore, setup.ruins) if card not in self.state.revealed]

    def apply(self, action: int) -> None:
        """Do what the player chose, or reveal the card that chance chose; raise ``BadArgument`` if it can't be."""
        number = action_of(action)
        if self.is_chance:
            if number not in dict(self.chance_outcomes()):
                raise BadArgument(f"{number} is no card that can come: see chance_outcomes()")
            self.state = evolve(_with_on_top(self.state, _IDS[number]), CardRevealed(_IDS[number]))
            self.past += ((CHANCE, number),)
            self._turn_over()
            return
        seat = self._asked()
        if not 0 <= number < action_count(self.setup) or not self._answering[seat].mask(self.state)[number]:
            raise BadArgument(f"seat {seat} can't do {number} now: see legal_actions()")
        answer = self._answering[seat].take(self.state, number)
        self.past += ((int(seat), number),)
        if answer is not None:
            is_last = self.state.waiting == {seat}
            _, self.state = next(advance(self.state, answer))
            if is_last:
                self._turn_over()

    def _turn_over(self) -> None:
        """Let everybody see what was done so far, and the rules go on."""
        self._settle()
        self._known = (len(self.past), self.state)

    def memory(self, seat: int) -> list[tuple[int, int]]:
        """Return all that *seat* knows of the past: everything but what others have answered face down."""
        known = self._known[0]
        return [*self.past[:known], *(each for each in self.past[known:] if each[0] == seat)]

    def resample(self, seat: int, draw: Callable[[], float] = random.random) -> "Turns":
        """Return a game that is the same for all that *seat* knows, what others answered face down drawn anew.

        Each of their actions is as likely as every other one that was legal; *draw* returns numbers from 0 to 1. One
        who is in the middle of an answer begins it again. Cards are not drawn here: they are chance when they come.
        """
        other, known = self.copy(), self._known[0]
        other.past, other.state, other._answering = self.past[:known], self._known[1], self._nobody_answers()
        own = [action for who, action in self.past[known:] if who == seat]
        while other.player != self.player:
            legal = other.legal_actions()
            other.apply(own.pop(0) if other.player == seat else legal[min(int(draw() * len(legal)), len(legal) - 1)])
        for action in own:
            other.apply(action)
        return other

    def _asked(self) -> Seat:
        if self.player is None:
            raise BadArgument("the game is over" if self.is_over else "a card is to come: ask for chance_outcomes()")
        return self.player

    def _settle(self) -> None:
        """Let the rules go on until somebody is asked, a card is to come, or the game is over."""
        while (event := settle(self.state)) is not None and not isinstance(event, CardRevealed):
            self.state = evolve(self.state, event)

    def text_of(self, action: int) -> str:
        """Return what an action does, in the words of ``str(move)``; of a card, its name."""
        if self.is_chance:
            return str(_IDS[action])
        if action == WAIT:
            return "acrobatics no"
        seat = self._asked()
        answer = copy.copy(self._answering[seat]).take(self.state, action)
        if answer is not None:
            return str(answer)
        return f"with {SKILLS[action - ACTIONS]}" if action >= ACTIONS else f"shape {action}"

    def observation_size(self) -> int:
        """Return how long an observation is."""
        return flat_size(self._parts)

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what *seat* sees, as the vector of the flat layout."""
        seen: dict[str, Any] = table_observation(self.state, Seat(seat)) | self._answering[seat].seen(self.state)
        rows = flattened(self._parts, {name: np.asarray(value)[None] for name, value in seen.items()})
        return rows.reshape(-1)

    def text(self) -> str:
        """Return what everybody can see: season, time, card, stars and all maps."""
        state = self.state
        head = f"season {state.season}, time {state.time}, card {state.card or 'none'}, stars {self.totals}"
        return "\n\n".join([head, *(write_text_map(seat.sheet).rstrip("\n") for seat in state.seats)])

    def copy(self) -> "Turns":
        """Return a game that stands like this one."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._answering = [copy.copy(each) for each in self._answering]
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Turns":
        """Return a copy: all that two games share can't be changed."""
        del memo
        return self.copy()


def _with_on_top(state: State, card: CardId) -> State:
    """Return a state that agrees with what everybody knows of *state*, and has *card* on top of its deck."""
    dealt = determinize(state, 0)
    if card not in dealt.deck:
        pool = ambush_pool(state.setup) if card in ambush_pool(state.setup) else hero_pool(state.setup)
        dealt = _exchanged(dealt, next(each for each in dealt.deck if each in pool), card)
    rest = tuple(each for each in dealt.deck if each != card)
    return dealt.but(deck=(card, *rest), setup=state.setup, answers=state.answers, waiting=state.waiting)


def _exchanged(state: State, inside: CardId, outside: CardId) -> State:
    """Return *state* with a card of its deck and one that is not in it exchanged wherever they are."""
    swap = {inside: outside, outside: inside}

    def swapped(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(swap.get(card, card) for card in cards)

    return state.but(
        deck=swapped(state.deck), ambush_deck=swapped(state.ambush_deck), hero_deck=swapped(state.hero_deck)
    )
