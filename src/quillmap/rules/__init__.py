"""The game itself: values and functions. No I/O, no clock, no language, no global randomness.

A *move* is what a seat asks for; ``decide`` checks it and returns the event it causes; ``settle`` returns, one at a
time, what the rules cause by themselves; ``evolve`` makes the next state from an event.

| module | what it holds |
|---|---|
| ``spaces``, ``shapes`` | sets of spaces as ints; shapes, and where they can be drawn |
| ``sheet``, ``terrain``, ``maps`` | one player's map; terrain types; the maps of the boxes and generated ones |
| ``cards``, ``skills``, ``seasons``, ``rulebooks`` | what is printed, and what the rulebooks do differently |
| ``scoring/`` | the 32 scoring cards: ``forest``, ``village``, ``farm_water``, ``spatial``, and their ``registry`` |
| ``setup``, ``dealing``, ``chance`` | a table; dealing its cards; the only source of chance |
| ``moves``, ``events``, ``state`` | what a seat asks for, what has happened, and what that adds up to |
| ``decide``, ``settle``, ``evolve``, ``advance`` | the three steps, and all of them up to the next question |
| ``options``, ``drawings``, ``skill_drawings`` | every legal answer; drawings without and with a skill |
| ``effects``, ``ambush``, ``counting`` | what an answer does to a map; where an ambush goes alone; scoring a season |
| ``causes`` | why an event happened |
| ``ids``, ``values`` | types for ids; ``@value``, a small immutable record |
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
