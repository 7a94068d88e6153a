"""The moves of a game, read back from its record."""

from collections.abc import Iterable, Iterator, Sequence

from quillmap.rules.events import Ask, Asked, Declared, Destroyed, Drawn, Event, HeroPlaced
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.skills import Skill


def moves_of(events: Sequence[Event]) -> Iterator[Answer]:
    """Yield the answers that lead to *events*, a record's, in an order in which they can be given."""
    places = [place for place, event in enumerate(events) if isinstance(event, Asked)]
    for place, end in zip(places, [*places[1:], len(events)], strict=True):
        asked = events[place]
        assert isinstance(asked, Asked)
        yield from _answers(asked, events[place + 1 : end])


def _answers(asked: Asked, what_came: Iterable[Event]) -> Iterator[Answer]:
    """Yield the answers of the asked seats, from what came before anybody was asked again."""
    if asked.ask is Ask.DECLARE:
        using = {event.seat for event in what_came if isinstance(event, Declared)}
        yield from (Declare(seat, seat in using) for seat in asked.seats)
        return
    for event in what_came:
        answer = _answer(event)
        if answer is not None and answer.seat in asked.seats:
            yield answer


def _answer(event: Event) -> Answer | None:
    match event:
        case Drawn(seat=int(seat)):
            return _draw(event, Seat(seat))
        case HeroPlaced():
            return PlaceHero(event.seat, event.space, event.path)
        case Destroyed():
            return Destroy(event.seat, event.space)
        case _:
            return None


def _draw(event: Drawn, seat: Seat) -> Draw:
    if event.extra is None:
        return Draw(seat, event.spaces, event.terrain, event.skill)
    healing = event.extra.terrains[0] if event.skill is Skill.HEALING else None
    return Draw(seat, event.spaces, event.terrain, event.skill, event.extra.spaces, healing)
