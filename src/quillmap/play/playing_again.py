"""From a record back to a game: the whole log with what seats answered, and the state that it adds up to."""

from quillmap.errors import BadArgument
from quillmap.play.codec import BadRecord
from quillmap.play.determinizing import Chance, determinize
from quillmap.play.replay import replay
from quillmap.play.verify import Dishonest, played_from_seed
from quillmap.rules.events import Asked, Event, GameEnded
from quillmap.rules.evolve import fold
from quillmap.rules.state import State


def played_again(events: list[Event], rng: Chance) -> tuple[list[Event], State]:
    """Return the log and the state of the game with these *events*; raise ``BadArgument`` if it was not honest.

    A finished game is played from its seed. An unfinished one stands at its last question, because what comes after
    can be half of a round; its unseen cards are dealt by *rng*.
    """
    if not events:
        raise BadRecord("empty")
    if any(isinstance(event, GameEnded) for event in events):
        try:
            log = played_from_seed(events)
        except Dishonest as found:
            raise BadArgument(f"this record is not honest: {found.verdict}") from None
        return log, fold(log)
    steps = list(replay(events))
    last = max((place for place, step in enumerate(steps) if isinstance(step.event, Asked)), default=0)
    return [step.event for step in steps[: last + 1]], determinize(steps[last].state, rng)
