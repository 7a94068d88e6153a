"""A game as one seat knows it, without the other seats, brought to the moment before its next card.

Other seats matter to a map only when they draw an ambush on it or let the Gorgon destroy something. Here the seat does
that itself, as somebody who means harm: by the learned value of its own map, the worst for it.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from quillmap.bots.ranking import MARGIN, is_hostile, ranked
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.searching import best_drawing
from quillmap.play.view import View
from quillmap.rules.cards import CARDS, AmbushCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.decide import decide
from quillmap.rules.events import Ask, CardRevealed, Event
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.rules.seasons import WINTER
from quillmap.rules.settle import settle
from quillmap.rules.setup import ambush_pool, hero_pool
from quillmap.rules.state import NO_ANSWERS, NOBODY, State, Step, drawing_sheet

ONLY: Final = Seat(0)
"""The seat of a position."""


def alone(state: State, seat: Seat, *, is_asked: bool) -> View:
    """Return the position of *seat*; if it *is_asked*, for whatever seats were asked last."""
    return View(
        state.but(
            setup=replace(state.setup, seats=1, seed=""),
            seats=(state.seats[seat],),
            ambush_deck=(),
            hero_deck=(),
            deck=(),
            waiting=frozenset({ONLY}) if is_asked else NOBODY,
            answers=NO_ANSWERS,
            evading=frozenset({ONLY}) if seat in state.evading else NOBODY,
            resolved=0,
        )
    )


def question_of(view: View, seat: Seat) -> tuple[Seat, View, int]:
    """Return whose map a seat is asked about, the position of that map, and -1 if the seat means harm to it."""
    ask = Options(view, seat).ask
    owner = drawing_sheet(view, seat) if ask in (Ask.AMBUSH, Ask.GORGON) else seat
    return owner, alone(view, owner, is_asked=True), -1 if is_hostile(view, ask) else 1


def is_over(position: State) -> bool:
    """Return whether nothing can change the stars any more."""
    return position.step is Step.OVER or (position.season == WINTER and position.step in (Step.DEALING, Step.LASTING))


def is_quiet(position: State) -> bool:
    """Return whether the next thing to happen is a card, or nothing at all."""
    if position.step is Step.EXPLORING:
        return position.time < position.season_card.time
    return position.step is Step.DEALING or is_over(position)


def usual_answer(position: View) -> Answer:
    """Return what the surveyor answers; it draws without skills here, as playouts do."""
    options = Options(position, ONLY)
    if options.ask is not Ask.DRAW:
        return SurveyorBot().choose(position, options)
    if readiness.is_ready():
        return best_drawing(position, ONLY)
    return ranked(position, options)[0].move


def brought_to_rest(position: View, answer: Callable[[View], Answer] = usual_answer) -> View:
    """Return *position* before its next card; until then the surveyor answers, unless told otherwise."""
    while not is_quiet(position):
        event = settle(position)
        if event is None:
            event = decide(position, answer(position))
        position = after_event(position, event)
    return position


def answered(position: View, answer: Answer) -> View:
    """Return *position* after its seat has given *answer*, before the next card."""
    return brought_to_rest(after_event(position, decide(position, answer)))


def revealed(position: View, card: CardId) -> View:
    """Return a position at rest after *card* has come and was answered as the surveyor does."""
    return brought_to_rest(after_event(position, CardRevealed(card)))


def skill_charge(before: State, after: State) -> int:
    """Return what it costs that a skill was used: it can't be used again for the rest of the season."""
    is_used = after.seats[0].used_skill and not before.seats[0].used_skill
    return MARGIN if is_used and after.step is Step.EXPLORING else 0


def after_event(position: View, event: Event) -> View:
    """Return *position* after something has happened to it."""
    return View(evolve(position, event))


def unseen_cards(state: State) -> dict[CardId, Fraction]:
    """Return every card that can come next in a season, with its chance.

    Each card of the deck is as likely to be on top. Nobody knows which of the unseen ambushes and heroes are in it,
    only how many: one of each kind was added every season, and those revealed are gone.
    """
    usual, hidden = _usual_cards(state), _hidden_cards(state)
    size = deck_size(state)
    found = dict.fromkeys(usual, Fraction(1, size))
    for count, cards in hidden:
        found.update(dict.fromkeys(cards, Fraction(count, size * len(cards))))
    return found


def deck_size(state: State) -> int:
    """Return how many cards are left in the deck of the present season."""
    return len(_usual_cards(state)) + sum(count for count, _ in _hidden_cards(state))


def _usual_cards(state: State) -> list[CardId]:
    return [card for card in season_cards(state.setup.explore, state.setup.ruins) if card not in state.revealed]


def _hidden_cards(state: State) -> list[tuple[int, list[CardId]]]:
    """Return how many ambushes are in the deck, and which they may be; then the heroes."""
    found = []
    for pool, is_ambush in ((ambush_pool(state.setup), True), (hero_pool(state.setup), False)):
        gone = sum(isinstance(CARDS[card], AmbushCard) == is_ambush for card in state.gone)
        count = min(state.season + 1, len(pool)) - gone
        if count > 0:
            found.append((count, [card for card in pool if card not in state.gone]))
    return found
