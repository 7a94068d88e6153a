"""Events as they are sent to clients: the lines of the record, why they happened, and what they changed.

So a page needs no rules to show them. What is added follows from the states around an event and is in no record.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from quillmap.play.codec import write_event
from quillmap.play.notation import to_hex
from quillmap.play.prospects import earned
from quillmap.play.view import cut
from quillmap.rules.ambush import places_tried
from quillmap.rules.cards import AmbushCard
from quillmap.rules.causes import NO_COINS, MapEvent, before_strike, coin_sources, owner_of
from quillmap.rules.events import Drawn, GameBegan, GameEnded, SeasonScored
from quillmap.rules.sheet import haunted
from quillmap.rules.state import SeatState, State
from quillmap.server.games.board import SeatBoard, ranked_last, seat_board, sheet_board
from quillmap.server.games.event_steps import EventStep
from quillmap.server.games.previews import Award, written_awards
from quillmap.server.protocol.values import Hex, Sheet

_encode: Final = msgspec.json.Encoder().encode


class SeatAwards(msgspec.Struct, frozen=True):
    """What a seat's map earned when a season was scored, and what cost it stars."""

    edicts: tuple[tuple[Award, ...], ...]
    """In the order of the scores."""
    monsters: Hex
    """The empty spaces beside monsters."""


class MapChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event changed for one seat."""

    event: int
    """Its place among the events that are sent, from 0."""
    seat: SeatBoard | None = None
    """After it; left out if that is how the board has it."""
    unstruck: Sheet | None = None
    """The map before attack paths destroyed monsters on it, if they did."""
    tried: tuple[int, ...] = ()
    """Where the top-left space of an ambush's outline was tried until it fitted, if it found its place by itself."""


def event_line(step: EventStep) -> dict[str, Any]:
    """Return a public event as it is sent to everybody: a line of the record, and what follows from the rules."""
    return write_event(cut(step.event, None)) | _additions(step)


def encoded_events(
    steps: Sequence[EventStep],
    stored: Sequence[bytes],
    *,
    hides_seed: bool = False,
    hides_hash: bool = False,
    last: Collection[int] = (),
) -> msgspec.Raw:
    """Return the public events among *steps* as they are sent; *stored* is each as it was encoded for the file.

    Most are sent as they are stored, so they are not encoded a second time. *hides_seed* leaves out the seed that the
    end of the game would publish, *hides_hash* its hash at the beginning; the seats in *last* are ranked after all
    others at the end.
    """
    told = [_told(step, line) for step, line in zip(steps, stored, strict=True) if step.is_public]
    began, end = steps[0].event, steps[-1].event
    if isinstance(began, GameBegan) and hides_hash:
        told[0] = write_event(cut(replace(began, seed_hash=""), None))
    if isinstance(end, GameEnded) and (hides_seed or last):
        seed = "" if hides_seed else end.seed
        told[-1] = write_event(replace(end, seed=seed, ranks=ranked_last(end.ranks, last)))
    return msgspec.Raw(_encode(told))


def _told(step: EventStep, stored: bytes) -> msgspec.Raw | dict[str, Any]:
    public, additions = cut(step.event, None), _additions(step)
    is_as_stored = public is step.event and not additions
    return msgspec.Raw(stored) if is_as_stored else write_event(public) | additions


def _additions(step: EventStep) -> dict[str, Any]:
    """Return what follows from the rules: what earned and cost stars, and what paid coins."""
    found: dict[str, Any] = {}
    if isinstance(step.event, SeasonScored):
        found["awards"] = season_awards(step.before)
    sources = coin_sources(*step)
    if sources is not NO_COINS:
        found["paid_by"] = {source: coins for source, coins in sources._asdict().items() if coins}
    return found


def season_awards(state: State) -> tuple[SeatAwards, ...]:
    """Return what earns and costs on every map at the end of the present season (7.2)."""
    edicts = [state.edicts[place] for place in state.season_card.edicts]
    rulebook = state.setup.rulebook

    def of(seat: SeatState) -> SeatAwards:
        written = tuple(written_awards(earned(edict, seat.sheet, rulebook)) for edict in edicts)
        return SeatAwards(written, to_hex(haunted(seat.sheet)))

    return tuple(of(seat) for seat in state.seats)


def map_changes(told: Sequence[EventStep]) -> dict[int, list[MapChange]]:
    """Return by seat what the events changed for it."""
    found: dict[int, list[MapChange]] = {}
    shown = told[-1].after.seats if told else ()
    for number, step in enumerate(told):
        for seat, changed in changed_seats(step).items():
            board = None if changed is shown[seat] else seat_board(changed)
            found.setdefault(seat, []).append(_map_change(number, step, board))
    return found


def changed_seats(step: EventStep) -> dict[int, SeatState]:
    """Return the seats that an event changed, by their number."""
    before, event, after = step
    if before.seats is after.seats:
        return {}
    if isinstance(event, MapEvent):
        return {owner_of(event): after.seats[owner_of(event)]}
    pairs = enumerate(zip(before.seats, after.seats, strict=True))
    return {number: new for number, (old, new) in pairs if new is not old}


def _map_change(number: int, step: EventStep, board: SeatBoard | None) -> MapChange:
    unstruck = before_strike(step.before, step.event)
    return MapChange(number, board, None if unstruck is None else sheet_board(unstruck), _tried(step))


def _tried(step: EventStep) -> tuple[int, ...]:
    if not isinstance(step.event, Drawn) or step.event.seat is not None:
        return ()
    card = step.before.revealed_card
    assert isinstance(card, AmbushCard)
    return places_tried(card, step.event.spaces)
