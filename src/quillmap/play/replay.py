"""Going through a record event by event, wherever it comes from.

``evolve`` checks nothing, because our own logs always replay; a file may hold anything. An event that can't follow the
ones before it is refused here. Whether the rules were kept is another question, which ``verify`` answers.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from quillmap.play.codec import BadRecord
from quillmap.play.record import Events, events_of
from quillmap.rules.cards import CARDS, GORGON, AmbushCard, ExploreCard, HeroCard
from quillmap.rules.events import Ask, Drawn, Event, GameBegan, GameEnded, HeroPlaced, RoundEnded, SeasonScored
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.setup import EDICTS, InvalidSetup, validate
from quillmap.rules.sheet import Sheet, filled
from quillmap.rules.state import LASTING, State

_SOME_SEED: Final = "unknown"


class ReplayStep(NamedTuple):
    """One event of a game, and how things stand after it."""

    number: int
    """From 1: the number of its line in the record."""
    event: Event
    state: State


def replay(events: Events) -> Iterator[ReplayStep]:
    """Yield the steps of a game or its record, or raise ``BadRecord`` at the event that can't follow the others."""
    state: State | None = None
    for number, event in enumerate(events_of(events), start=1):
        try:
            state = _begin(event) if state is None else _next(state, event)
        except BadRecord as error:
            raise BadRecord("in-event", event=number, problem=error) from None
        yield ReplayStep(number, event, state)


def _begin(event: Event) -> State:
    if not isinstance(event, GameBegan):
        raise BadRecord("no-beginning")
    try:
        validate(replace(event.setup, seed=event.setup.seed or _SOME_SEED))
    except InvalidSetup as error:
        raise BadRecord("in-setup", problem=error) from None
    if len(event.edicts) != EDICTS:
        raise BadRecord("not-four-edicts")
    state = initial_state(event)
    _check_sheet(state.seats[0].sheet)
    return state


def _next(state: State, event: Event) -> State:
    if isinstance(event, GameBegan):
        raise BadRecord("second-beginning")
    if isinstance(event, Drawn | HeroPlaced | RoundEnded) and state.card is None:
        raise BadRecord("no-card")
    if isinstance(event, SeasonScored) and len(event.scores) != len(state.seats):
        raise BadRecord("scores-missing")
    if isinstance(event, GameEnded) and not len(event.totals) == len(event.ranks) == len(state.seats):
        raise BadRecord("totals-missing")
    after = evolve(state, event)
    if after.ask is not None and not _fits(after, after.ask):
        raise BadRecord("wrong-ask", name=after.ask.value)
    for old, new in zip(state.seats, after.seats, strict=True):
        if new.sheet is not old.sheet:
            _check_sheet(new.sheet)
    return after


def _fits(state: State, ask: Ask) -> bool:
    """Return whether the card that is being dealt with can ask for this."""
    if ask is Ask.TROLL:
        return state.step is LASTING
    card = None if state.card is None else CARDS[state.card]
    match ask:
        case Ask.DRAW:
            return isinstance(card, ExploreCard)
        case Ask.HERO:
            return isinstance(card, HeroCard)
        case Ask.GORGON:
            return state.card == GORGON
        case _:
            return isinstance(card, AmbushCard)


def _check_sheet(sheet: Sheet) -> None:
    """Raise ``BadRecord`` if a space holds two things; only farm and village can be together (1.4)."""
    things = (
        sheet.forest,
        sheet.village | sheet.farm,
        sheet.water,
        sheet.monster,
        sheet.hero,
        sheet.mountain,
        sheet.wasteland,
        sheet.destroyed,
    )
    if sum(spaces.bit_count() for spaces in things) != filled(sheet).bit_count():
        raise BadRecord("already-filled")
