"""What one seat may see: no unrevealed card, no seed, no other seat's answer."""

from dataclasses import astuple, fields, is_dataclass
from functools import cache

import pytest

from golden.make_games import Chance, choose, play
from helpers.maps import BLANK
from helpers.moves import declare, draw
from helpers.tables import Table, table_with_skill
from quillmap.play.codec import write_event
from quillmap.play.game import Game
from quillmap.play.view import View, cut, view
from quillmap.rules.events import Event, GameBegan, GameEnded, SeasonBegan, Submitted
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.rules.state import State

SEED = "a very secret seed"
SETUP = Setup.of_box("mixed", seats=2, skills="drawn", seed=SEED)
ONLOOKERS = [Seat(0), Seat(1), None]


def texts_in(thing: object) -> set[str]:
    """Return every text that is anywhere in *thing*."""
    if isinstance(thing, str):
        return {str(thing)}
    if isinstance(thing, dict):
        return texts_in([*thing.keys(), *thing.values()])
    if isinstance(thing, list | tuple | set | frozenset):
        return {text for each in thing for text in texts_in(each)}
    if is_dataclass(thing):
        return {text for field in fields(thing) for text in texts_in(getattr(thing, field.name))}
    return {text for each in getattr(thing, "values", tuple)() for text in texts_in(each)}


def hidden_cards(state: State) -> set[str]:
    """Return the ambushes and heroes of the game that nobody has seen yet."""
    return {str(card) for card in {*state.ambush_deck, *state.hero_deck} - set(state.gone)}


@cache
def moments() -> list[State]:
    """Return the states of a game, from its beginning until just before its end."""
    game, chance, states = Game(SETUP), Chance("moments"), []
    while not game.is_over:
        states.append(game.state)
        game.play(choose(game.options(game.waiting()[0]), chance))
    return states


@cache
def log() -> list[Event]:
    """Return the events of a whole game."""
    return play(SETUP).log


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_no_view_holds_the_seed(seat: Seat | None) -> None:
    """Before the end nobody is told the seed."""
    assert all(SEED not in texts_in(view(state, seat)) for state in moments())


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_no_view_holds_a_hidden_ambush_or_hero(seat: Seat | None) -> None:
    """PITFALLS: nobody, bots included, knows which ambush is still hidden."""
    assert all(not texts_in(view(state, seat)) & hidden_cards(state) for state in moments())


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_no_view_holds_the_deck(seat: Seat | None) -> None:
    """The order of the explore deck is nobody's to know."""
    assert all(view(state, seat).deck == () for state in moments())


def test_texts_are_found() -> None:
    """The state itself does hold these secrets: the search would find them."""
    state = moments()[0]
    assert {SEED, *state.ambush_deck, *state.deck} <= texts_in(state)


def half_answered() -> State:
    """Return a table of three where two have drawn."""
    table = Table("great-river", BLANK, BLANK, BLANK)
    table.play(draw("A1 A2 A3", "water", seat=0), draw("C1 C2 C3", "water", seat=1))
    return table.state


def test_a_seat_sees_its_own_answer() -> None:
    """One's own drawing is no secret to oneself."""
    state = half_answered()
    assert view(state, Seat(0)).answers[Seat(0)] == state.answers[Seat(0)]


@pytest.mark.parametrize("seat", [Seat(0), Seat(2), None])
def test_nobody_sees_the_answer_of_another(seat: Seat | None) -> None:
    """Before everyone has drawn, one sees who has drawn, and not what."""
    assert view(half_answered(), seat).answers[Seat(1)] == Submitted(Seat(1), None)


def test_everybody_sees_who_is_waited_for() -> None:
    """Who has still to draw is no secret."""
    assert view(half_answered(), None).waiting == {Seat(2)}


def test_a_declaration_is_secret_too() -> None:
    """Whether somebody uses Acrobatics shows only when everyone has said so."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK, BLANK)
    table.play(declare(use=True, seat=0))
    assert view(table.state, Seat(1)).answers[Seat(0)].answer is None


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_maps_and_scores_are_open(seat: Seat | None) -> None:
    """Everything that lies on the table is seen by all."""
    state = moments()[-1]
    seen = view(state, seat)
    assert (seen.seats, seen.edicts, seen.skills, seen.revealed) == (
        state.seats,
        state.edicts,
        state.skills,
        state.revealed,
    )


def test_a_view_changes_nothing() -> None:
    """The state keeps its secrets for itself."""
    state = moments()[0]
    before = astuple(state.setup), state.deck, state.ambush_deck
    view(state, None)
    assert (astuple(state.setup), state.deck, state.ambush_deck) == before


# -- events -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_no_cut_event_holds_the_seed(seat: Seat | None) -> None:
    """Not as a value and not as JSON, until the last event publishes it."""
    told = [event for event in log() if SEED in str(write_event(cut(event, seat)))]
    assert [type(event) for event in told] == [GameEnded]


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_no_cut_event_holds_a_deck(seat: Seat | None) -> None:
    """Neither the explore deck nor those of ambushes and heroes."""
    for event in log():
        seen = cut(event, seat)
        if isinstance(seen, GameBegan):
            assert (seen.ambush_deck, seen.hero_deck) == ((), ())
        if isinstance(seen, SeasonBegan):
            assert seen.deck == ()


def test_a_seat_is_told_its_own_answer() -> None:
    """Its own answers come back whole."""
    own = [event for event in log() if isinstance(event, Submitted) and event.seat == 0]
    assert [cut(event, Seat(0)) for event in own] == own


@pytest.mark.parametrize("seat", [Seat(1), None])
def test_nobody_is_told_the_answer_of_another(seat: Seat | None) -> None:
    """That a seat has answered is told, and nothing of what: not even which shape."""
    others = [event for event in log() if isinstance(event, Submitted) and event.seat == 0]
    assert {cut(event, seat) for event in others} == {Submitted(Seat(0), None)}


def test_other_events_are_for_everybody() -> None:
    """What has happened on the table is told whole."""
    public = [event for event in log() if not isinstance(event, GameBegan | SeasonBegan | Submitted)]
    assert [cut(event, None) for event in public] == public


@pytest.mark.parametrize("seat", ONLOOKERS)
def test_cut_events_add_up_to_the_view(seat: Seat | None) -> None:
    """The view of a state is what the cut events add up to, at every moment of a game."""
    for length in range(1, len(log()), 7):
        events: list[Event] = log()[:length]
        seen: View = view(fold(events), seat)
        assert fold([cut(event, seat) for event in events]) == seen
