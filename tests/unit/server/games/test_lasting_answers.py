"""Answers that were taken back: whoever works with a finished game does not read them."""

from collections.abc import Callable, Sequence

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.rules.events import Asked, Event, GameEnded, Submitted, TakenBack
from quillmap.rules.setup import Setup
from quillmap.server.games import reading
from quillmap.server.games.lasting_answers import LastingLog, taken_back
from quillmap.server.games.live_game import stored, unstored
from quillmap.server.games.reading import GameSoFar, StoredGame, read_story
from quillmap.server.games.records import judge
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.tables.take_backs import MOST_TAKE_BACKS


@pytest.fixture(scope="module")
def log() -> list[Event]:
    """Play a game of two to its end."""
    return play_game(Setup(seats=2, seed="restless"), [RandomBot("a"), RandomBot("b")]).log


def restless(log: Sequence[Event]) -> list[Event]:
    """Return the same game as if everybody had changed their mind as often as they may, one between the other."""
    found = list[Event]()
    answers = list[Submitted]()
    for event in log:
        if isinstance(event, Submitted):
            answers.append(event)
            continue
        if answers:
            found += [*answers, *(TakenBack(each.seat) for each in answers)] * MOST_TAKE_BACKS
            found += answers
            answers = []
        found.append(event)
    return found


def game_of(log: Sequence[Event]) -> StoredGame:
    """Return a finished game as it is stored."""
    end = log[-1]
    assert isinstance(end, GameEnded)
    summary = GameSummary("game", 0, 1, ("Ada", "Bob"), end.totals, end.ranks, None, None, "", "")
    return StoredGame(summary, tuple(map(stored, log)))


@pytest.fixture(scope="module")
def restless_game(log: list[Event]) -> StoredGame:
    """Return the game with as many answers taken back as there can be."""
    return game_of(restless(log))


def jobs(log: Sequence[Event]) -> list[Callable[[StoredGame], bytes]]:
    """Return what is read from a finished game."""
    record = [event for event in log if not isinstance(event, Submitted | TakenBack)]
    line = [number for number, event in enumerate(record, start=1) if isinstance(event, Asked)][-2]
    return [
        *(reading.read_record, reading.read_replay, reading.read_maps, reading.read_verdict),
        *(lambda game: reading.read_history(game, 1), lambda game: reading.read_worth(game, line, 1)),
        lambda game: reading.read_beginning(game, line, 1),
    ]


def test_who_changes_their_mind_costs_no_more(
    log: list[Event], restless_game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was taken back is neither read nor played again, whatever is asked of the game; all answers are the same."""
    plain, read = game_of(log), list[bytes]()

    def noted(written: bytes) -> Event:
        read.append(written)
        return unstored(written)

    monkeypatch.setattr(reading, "unstored", noted)
    assert len(restless_game.events) > 30 * len(plain.events)
    for job in jobs(log):
        read.clear()
        assert job(restless_game) == job(plain)
        assert len(read) == 2 * len(plain.events)


def test_a_log_is_left_with_what_its_game_needs(log: list[Event], restless_game: StoredGame) -> None:
    """When it comes from the disk; whatever is read from the rest is the same."""
    lasting = LastingLog()
    for written in restless_game.events:
        lasting.add(written)
    left = restless_game._replace(events=tuple(lasting.events))
    assert [event for event in left.events if event] == list(map(stored, log))
    assert {place for place, event in enumerate(left.events) if not event} == taken_back(restless_game.events)
    assert left.numbered_log() == restless_game.numbered_log()
    for job in jobs(log):
        assert job(left) == job(restless_game)
    told = [read_story(GameSoFar("game", game.events), 0, 0, 0) for game in (left, restless_game)]
    assert told[0] == told[1]


def test_what_is_no_answer_of_ours_stays() -> None:
    """What was taken back is left out with what took it back, or not at all."""
    strange = [b"one", b'{"seat":1,"event":"submitted"}', b'{"event":"taken-back","seat":1}']
    lasting = LastingLog()
    for written in strange:
        lasting.add(written)
    assert lasting.events == strange


def test_what_is_wrong_with_a_log_keeps_its_place(log: list[Event], restless_game: StoredGame) -> None:
    """Whoever looks into the file finds it there."""
    written = list(restless_game.events)
    end = unstored(written[-1])
    assert isinstance(end, GameEnded)
    written[-1] = stored(GameEnded(end.seed, (0, 0), end.ranks, end.rating, end.title))
    verdict = judge(restless_game._replace(events=tuple(written)).numbered_log())
    assert (verdict.finding, verdict.event) == ("dishonest", len(written))
    assert len(written) > len(log)
