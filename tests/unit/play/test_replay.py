"""Going through records, wherever they come from."""

from dataclasses import replace

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.play.codec import BadRecord
from quillmap.play.record import public_events
from quillmap.play.replay import replay
from quillmap.rules.events import (
    Ask,
    Asked,
    CardRevealed,
    Drawn,
    Event,
    Extra,
    GameBegan,
    GameEnded,
    HeroPlaced,
    RoundEnded,
    SeasonBegan,
    SeasonScored,
    Spread,
)
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.rules.terrain import Terrain

GAME = play_game(Setup.of_box("mixed", seats=2, seed="replay", skills="drawn"), [RandomBot("a"), RandomBot("b")])
EVENTS = public_events(GAME.log)
FIRST_DRAWN = next(place for place, event in enumerate(EVENTS) if isinstance(event, Drawn))


def _began() -> GameBegan:
    first = EVENTS[0]
    assert isinstance(first, GameBegan)
    return first


BEGAN = _began()
FILLED = "something is drawn on a filled space"


def test_steps_lead_to_the_end() -> None:
    """The steps are numbered as lines, and the last has the result of the game."""
    steps = list(replay(EVENTS))
    assert [step.number for step in steps] == list(range(1, len(EVENTS) + 1))
    assert steps[-1].state.result == GAME.state.result
    assert steps[-1].state == fold(EVENTS)


def _fails(events: list[Event], words: str) -> None:
    """Expect the last of *events* to be refused, and those before it not."""
    list(replay(events[:-1]))
    with pytest.raises(BadRecord, match=f"event {len(events)}: {words}"):
        list(replay(events))


def test_beginning_is_needed_once() -> None:
    """A record begins, and begins once."""
    _fails(EVENTS[1:2], "a record begins with game-began")
    _fails([BEGAN, BEGAN], "a game begins only once")


@pytest.mark.parametrize("change", [{"seats": 10**12}, {"seats": -1}, {"rulebook": "nobody's"}, {"seasons": "x"}])
def test_impossible_table_is_refused(change: dict[str, object]) -> None:
    """What can't be a table is refused before it is built."""
    setup = replace(BEGAN.setup, **change)  # type: ignore[arg-type]  # any field of a set-up
    _fails([replace(BEGAN, setup=setup)], "set-up: ")


@pytest.mark.parametrize("ask", Ask)
def test_a_card_asks_for_what_it_can(ask: Ask) -> None:
    """Only what is true of the present card: who looks at an ambush needs to know which one it is."""
    asked = [place for place, event in enumerate(EVENTS) if isinstance(event, Asked)]
    assert {event.ask for event in EVENTS if isinstance(event, Asked)} >= {Ask.DRAW, Ask.AMBUSH, Ask.HERO}
    for place in asked:
        honest = EVENTS[place]
        assert isinstance(honest, Asked)
        if honest.ask is not ask and {honest.ask, ask} != {Ask.AMBUSH, Ask.DECLARE} and ask is not Ask.GORGON:
            _fails([*EVENTS[:place], replace(honest, ask=ask)], "no card that is being dealt with asks for")
    _fails([BEGAN, Asked(ask, (Seat(0),))], "no card that is being dealt with asks for")


def test_a_card_is_done_before_the_next_one() -> None:
    """A question stays with the card that asked it."""
    place = next(number for number, event in enumerate(EVENTS) if isinstance(event, Asked) and event.ask is Ask.AMBUSH)
    explored = next(event for event in EVENTS if isinstance(event, CardRevealed))
    season = next(event for event in EVENTS if isinstance(event, SeasonBegan))
    for event in (explored, season):
        _fails([*EVENTS[: place + 1], event], "no card that is being dealt with asks for “ambush”")


def test_table_needs_four_edicts() -> None:
    """A season could not be scored without them."""
    _fails([replace(BEGAN, edicts=BEGAN.edicts[:2])], "there are four edicts")


def test_mountain_on_wasteland_is_refused() -> None:
    """A printed space is one thing."""
    _fails([replace(BEGAN, wasteland=BEGAN.mountains)], FILLED)


@pytest.mark.parametrize(
    "event",
    [replace(EVENTS[FIRST_DRAWN]), HeroPlaced(Seat(0), 1, 2, 0, 0), RoundEnded(0)],
    ids=lambda e: type(e).__name__,
)
def test_card_has_to_be_revealed_first(event: Event) -> None:
    """Nothing is drawn and no round ends without a card."""
    _fails([BEGAN, event], "no card has been revealed")


def test_scores_are_for_every_seat() -> None:
    """A score or a total too few is refused."""
    _fails([BEGAN, SeasonScored(0, ())], "every seat needs a score")
    _fails([BEGAN, GameEnded("s", (1,), (1, 2), None, None)], "every seat needs a total")


def test_space_is_drawn_on_once() -> None:
    """Drawing on filled spaces is refused, by shape, by skill, and by zombies."""
    before = EVENTS[: FIRST_DRAWN + 1]
    drawn = before[-1]
    assert isinstance(drawn, Drawn)
    _fails(
        [*before, drawn if drawn.terrain is Terrain.WATER else replace(drawn, terrain=Terrain.WATER)],
        "something is drawn on a filled space",
    )
    _fails([*before, Spread(drawn.sheet, drawn.spaces, 0, 0)], FILLED)
    free = 1 << 120
    odd = Extra(free, (Terrain.FOREST, Terrain.WATER))
    _fails(
        [*before, replace(drawn, seat=Seat(1), sheet=Seat(1), spaces=1 << 110, extra=odd)],
        "something is drawn on a filled space",
    )


def test_destroyed_mountain_is_refused() -> None:
    """Mountains can't be destroyed."""
    place = next(place for place, event in enumerate(EVENTS) if isinstance(event, CardRevealed))
    drawn = EVENTS[FIRST_DRAWN]
    assert isinstance(drawn, Drawn)
    assert place < FIRST_DRAWN
    _fails([*EVENTS[:FIRST_DRAWN], replace(drawn, destroyed=BEGAN.mountains)], FILLED)
