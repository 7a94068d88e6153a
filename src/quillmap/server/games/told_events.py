"""Events as clients are told them: the lines of the record, why they happened, and what they changed.

A page needs no rules to show them. What is added follows from the states around an event and is in no record.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from quillmap.play.codec import write_event
from quillmap.play.view import cut
from quillmap.rules.ambush import places_tried
from quillmap.rules.cards import AmbushCard
from quillmap.rules.causes import NO_COINS, MapEvent, before_strike, coin_sources, owner_of
from quillmap.rules.events import Drawn, Event, GameBegan, SeasonScored, Submitted, TakenBack
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.scoring import awards
from quillmap.rules.sheet import haunted
from quillmap.rules.state import SeatState, State
from quillmap.server.games.board import SeatBoard, seat_board, sheet_board, to_hex
from quillmap.server.games.previews import Award
from quillmap.server.protocol.values import Hex, Sheet


class SeatAwards(msgspec.Struct, frozen=True):
    """What a seat's map earned when a season was scored, and what cost it stars."""

    edicts: tuple[tuple[Award, ...], ...]
    """In the order of the scores."""
    monsters: Hex
    """The empty spaces beside monsters."""


class MapChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event changed for one seat."""

    event: int
    """Its place among the events that are told, from 0."""
    seat: SeatBoard | None = None
    """After it; left out if that is how the board has it."""
    unstruck: Sheet | None = None
    """The map before attack paths destroyed monsters on it, if they did."""
    tried: tuple[int, ...] = ()
    """Where the top-left space of an ambush's outline was tried until it fitted, if it found its place by itself."""


class Step(NamedTuple):
    """An event, and the states before and after it."""

    before: State
    event: Event
    after: State


def steps(state: State | None, events: Iterable[Event]) -> Iterator[Step]:
    """Yield *events* with the states around them; *state* is the one before them, unless they begin a game."""
    for event in events:
        if isinstance(event, GameBegan):
            after = initial_state(event)
            yield Step(after, event, after)
        else:
            assert state is not None
            after = evolve(state, event)
            yield Step(state, event, after)
        state = after


def public_steps(state: State | None, events: Iterable[Event]) -> Iterator[Step]:
    """Yield the steps that the whole table sees."""
    return (step for step in steps(state, events) if not isinstance(step.event, Submitted | TakenBack))


def event_line(step: Step) -> dict[str, Any]:
    """Return a public event as everybody is told it: a line of the record, and what follows from the rules."""
    line = write_event(cut(step.event, None))
    if isinstance(step.event, SeasonScored):
        line["awards"] = season_awards(step.before)
    sources = coin_sources(*step)
    if sources is not NO_COINS:
        line["paid_by"] = {source: coins for source, coins in sources._asdict().items() if coins}
    return line


def season_awards(state: State) -> tuple[SeatAwards, ...]:
    """Return what earns and costs on every map at the end of the present season (7.2)."""
    edicts = [state.edicts[place] for place in state.season_card.edicts]
    rulebook = state.setup.rulebook

    def of(seat: SeatState) -> SeatAwards:
        earned = (awards(edict, seat.sheet, rulebook) for edict in edicts)
        written = tuple(tuple(Award(points, to_hex(each)) for points, each in one if points) for one in earned)
        return SeatAwards(written, to_hex(haunted(seat.sheet)))

    return tuple(of(seat) for seat in state.seats)


def map_changes(told: Sequence[Step]) -> dict[int, list[MapChange]]:
    """Return by seat what the events changed for it."""
    found: dict[int, list[MapChange]] = {}
    shown = told[-1].after.seats if told else ()
    for number, step in enumerate(told):
        for seat, changed in changed_seats(step).items():
            board = None if changed is shown[seat] else seat_board(changed)
            found.setdefault(seat, []).append(_map_change(number, step, board))
    return found


def changed_seats(step: Step) -> dict[int, SeatState]:
    """Return the seats that an event changed, by their number."""
    before, event, after = step
    if before.seats is after.seats:
        return {}
    if isinstance(event, MapEvent):
        return {owner_of(event): after.seats[owner_of(event)]}
    pairs = enumerate(zip(before.seats, after.seats, strict=True))
    return {number: new for number, (old, new) in pairs if new is not old}


def _map_change(number: int, step: Step, board: SeatBoard | None) -> MapChange:
    unstruck = before_strike(step.before, step.event)
    return MapChange(number, board, None if unstruck is None else sheet_board(unstruck), _tried(step))


def _tried(step: Step) -> tuple[int, ...]:
    if not isinstance(step.event, Drawn) or step.event.seat is not None:
        return ()
    card = step.before.revealed_card
    assert isinstance(card, AmbushCard)
    return places_tried(card, step.event.spaces)
