"""A game at any moment as a row: also in the middle of a round."""

from quillmap.fast.cards import NUMBER, Ints
from quillmap.fast.layout import (
    AMBUSHING,
    CARD,
    DRAWING,
    EFFECT,
    GAZING,
    LASTING,
    PLACING,
    SEASON,
    STAGE,
    TURN,
    game_row,
)
from quillmap.rules.cards import GORGON, AmbushCard, ExploreCard
from quillmap.rules.events import Ask
from quillmap.rules.evolve import lasting_cards
from quillmap.rules.ids import Seat
from quillmap.rules.state import State, Step


def standing_row(state: State, policy: int, chance: int) -> Ints:
    """Return a game as it stands, all its seats with this policy.

    Where seats have been asked, all of them are still to answer: what the others have submitted nobody has seen.
    """
    seats = [Seat(seat) for seat in range(len(state.seats))]
    # While lasting ambushes act, the season is not over yet.
    known = state.but(step=Step.EXPLORING) if state.step is Step.LASTING else state
    row = game_row(known, seats, [policy] * len(seats), chance)
    if state.step in (Step.LASTING, Step.RESOLVING):
        row[TURN] = 0 if state.waiting else state.resolved
    if state.step is Step.LASTING:
        card = lasting_cards(state)[state.lasting_done]
        row[STAGE], row[CARD], row[EFFECT] = LASTING, NUMBER[card], state.gone.index(card) + 1
    elif state.step is Step.RESOLVING:
        row[STAGE], row[CARD] = _stage(state), NUMBER[state.revealed_card.id]
        if state.card == GORGON and state.ask is not Ask.GORGON and row[TURN] == len(seats):
            row[STAGE], row[TURN] = GAZING, 0
    elif state.step is Step.OVER:
        row[SEASON] = len(state.seats[0].scores)
    return row


def _stage(state: State) -> int:
    card = state.revealed_card
    if isinstance(card, ExploreCard):
        return DRAWING
    if isinstance(card, AmbushCard):
        return GAZING if state.ask is Ask.GORGON else AMBUSHING
    return PLACING
