"""The game itself: values and functions. No I/O, no clock, no language, no global randomness.

A *move* is what a seat asks for; ``decide`` checks it and returns the event it causes; ``settle`` returns, one at a
time, what the rules cause by themselves; ``evolve`` makes the next state from an event.
"""

from quillmap.rules.advance import advance
from quillmap.rules.cards import CARDS
from quillmap.rules.dealing import begin
from quillmap.rules.decide import decide
from quillmap.rules.events import Event
from quillmap.rules.evolve import evolve, fold, initial_state
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import (
    Answer,
    Declare,
    Destroy,
    Draw,
    IllegalMove,
    Move,
    PlaceHero,
    TakeBack,
)
from quillmap.rules.options import Options
from quillmap.rules.scoring import SCORING, awards, score
from quillmap.rules.settle import settle
from quillmap.rules.setup import InvalidSetup, Setup, validate
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import Skill
from quillmap.rules.state import SeatState, State
from quillmap.rules.terrain import Terrain

__all__ = [
    "CARDS",
    "SCORING",
    "Answer",
    "CardId",
    "Declare",
    "Destroy",
    "Draw",
    "Event",
    "IllegalMove",
    "InvalidSetup",
    "Move",
    "Options",
    "PlaceHero",
    "Seat",
    "SeatState",
    "Setup",
    "Sheet",
    "Skill",
    "State",
    "TakeBack",
    "Terrain",
    "advance",
    "awards",
    "begin",
    "decide",
    "evolve",
    "fold",
    "initial_state",
    "score",
    "settle",
    "validate",
]
