"""Answers that are read from what came of them."""

from golden.make_games import KINDS, play
from quillmap.play.answers import answer_of, results_from
from quillmap.play.record import public_events
from quillmap.play.replay import replay
from quillmap.rules.events import Asked


def test_each_is_looked_for_among_its_own_results() -> None:
    """Of a large table, too, where looking through those of all others took most of the time of checking a record."""
    events = public_events(play(KINDS["five-heroes"]).log)
    record = list(enumerate(events, start=1))
    asked = [(number, state) for number, event, state in replay(events) if isinstance(event, Asked)]
    assert asked
    for number, state in asked:
        results = results_from(record, number)
        for seat in state.waiting:
            told, answer = answer_of(state, seat, results)
            assert answer is not None
            assert answer.seat == seat
            assert told is None or (told, events[told - 1]) in results[seat]
            assert len(results.get(seat, ())) <= 2, "what was drawn, and what the rules have drawn with it"
