"""Letting the interpreted rules follow a compiled game: same decks, same decisions."""

from dataclasses import replace

from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.conversion import diary_entries
from quillmap.fast.layout.rows import DECKS, MOST_CARDS, MOVE_AMBUSH, MOVE_DRAW, MOVE_GORGON, MOVE_HERO, MOVE_TROLL
from quillmap.rules import (
    CARDS,
    Answer,
    CardId,
    Destroy,
    Draw,
    PlaceHero,
    Seat,
    Setup,
    Sheet,
    Terrain,
    begin,
    decide,
    evolve,
    settle,
)
from quillmap.rules.events import Ask, SeasonBegan
from quillmap.rules.evolve import initial_state
from quillmap.rules.state import State

_ASK = {
    MOVE_DRAW: Ask.DRAW,
    MOVE_AMBUSH: Ask.AMBUSH,
    MOVE_HERO: Ask.HERO,
    MOVE_GORGON: Ask.GORGON,
    MOVE_TROLL: Ask.TROLL,
}
_IDS = tuple(CARDS)


def follow(setup: Setup, diary: Ints) -> State:
    """Return the end of the game in *diary*, played by the interpreted rules, which refuse what is illegal."""
    state = initial_state(begin(setup))
    entries = iter(diary_entries(diary))
    while not state.is_over:
        event = settle(state)
        if isinstance(event, SeasonBegan):
            event = replace(event, deck=_deck(diary, event.season))
        if event is not None:
            state = evolve(state, event)
            continue
        for seat in sorted(state.waiting):
            kind, who, field, spaces, path = next(entries)
            assert (_ASK[kind], who) == (state.ask, seat)
            state = evolve(state, decide(state, _answer(kind, seat, field, spaces, path)))
    assert next(entries, None) is None
    return state


def _deck(diary: Ints, season: int) -> tuple[CardId, ...]:
    first = DECKS + season * MOST_CARDS
    return tuple(_IDS[card] for card in diary[first : first + MOST_CARDS] if card >= 0)


def _answer(kind: int, seat: Seat, field: int, spaces: int, path: int) -> Answer:
    if kind in (MOVE_DRAW, MOVE_AMBUSH):
        return Draw(seat, spaces, Terrain(Sheet._fields[field]))
    if kind == MOVE_HERO:
        return PlaceHero(seat, spaces, path)
    return Destroy(seat, spaces)
