"""What seats answered, read from the events that came of it: a record has no answers of its own."""

from quillmap.rules.events import (
    Ask,
    Asked,
    Declared,
    Destroyed,
    Drawn,
    Event,
    HeroPlaced,
    LastingResolved,
    RoundEnded,
)
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.skills import Skill
from quillmap.rules.state import State

Numbered = list[tuple[int, Event]]
"""The events of a record, each with its number."""
Results = dict[Seat | None, Numbered]
"""Those that tell what seats answered, by seat: at a large table each is looked for among its own only."""


def results_from(record: Numbered, place: int) -> Results:
    """Return the results from *place* on up to the end of the round or the next question."""
    found: Results = {}
    for number, event in record[place:]:
        if isinstance(event, Asked | RoundEnded | LastingResolved):
            break
        if isinstance(event, Drawn | HeroPlaced | Destroyed | Declared):
            found.setdefault(event.seat, []).append((number, event))
    return found


def answer_of(state: State, seat: Seat, results: Results) -> tuple[int | None, Answer | None]:
    """Return what *seat* must have answered, with the number of the event that tells."""
    for number, event in results.get(seat, ()):
        match state.ask, event:
            case ((Ask.DRAW | Ask.AMBUSH), Drawn()):
                return number, _draw(seat, event)
            case Ask.HERO, HeroPlaced():
                return number, PlaceHero(seat, event.space, event.path)
            case ((Ask.GORGON | Ask.TROLL), Destroyed()):
                return number, Destroy(seat, event.space)
            case Ask.DECLARE, Declared():
                return number, Declare(seat, use=True)
    if state.ask is Ask.DECLARE:  # a seat that does not use Acrobatics leaves no trace
        return None, Declare(seat, use=False)
    return None, None


def _draw(seat: Seat, event: Drawn) -> Draw:
    if event.extra is None:
        return Draw(seat, event.spaces, event.terrain, event.skill)
    terrain = event.extra.terrains[0] if event.skill is Skill.HEALING and event.extra.terrains else None
    return Draw(seat, event.spaces, event.terrain, event.skill, event.extra.spaces, terrain)
