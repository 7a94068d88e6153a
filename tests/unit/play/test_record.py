"""The record of a game: written, read, and errors that name the line (docs/record.md)."""

import json

import pytest

from golden.make_games import play
from quillmap.errors import BadArgument
from quillmap.play.codec import BadRecord
from quillmap.play.record import public_events, read_record, write_record
from quillmap.rules.events import GameBegan, SeasonBegan, Submitted, TakenBack
from quillmap.rules.setup import Setup

GAME = play(Setup.of_box("mixed", seats=2, skills="drawn", seed="recorded"))
RECORD = write_record(GAME.log)
LINES = RECORD.splitlines()


def test_one_line_for_each_public_event() -> None:
    """JSON lines, each an object, the version in the first (docs/record.md)."""
    written = [json.loads(line) for line in LINES]
    assert [each["event"] for each in (written[0], written[1], written[-1])] == [
        "game-began",
        "season-began",
        "game-ended",
    ]
    assert [each.get("version") for each in written] == [1, *[None] * (len(written) - 1)]


def test_a_record_is_read_again() -> None:
    """The events of the file are the public events of the game."""
    assert read_record(RECORD) == public_events(GAME.log)


def test_a_record_holds_no_answers() -> None:
    """What seats answered shows in what came of it; nothing else is told."""
    assert not any(isinstance(event, Submitted | TakenBack) for event in public_events(GAME.log))


def test_a_record_holds_no_deck() -> None:
    """Cards are in it as they were revealed, and the seed at the very end only."""
    assert all(event.deck == () for event in public_events(GAME.log) if isinstance(event, SeasonBegan))
    assert [number for number, line in enumerate(LINES) if '"recorded"' in line] == [len(LINES) - 1]


def test_the_record_of_an_unfinished_game() -> None:
    """A game may be written down at any time."""
    part = GAME.log[:40]
    assert read_record(write_record(part)) == public_events(part)


def test_blank_lines_do_not_count() -> None:
    """A file may end with empty lines."""
    assert read_record("\n" + RECORD + "\n\n") == read_record(RECORD)


def test_carriage_returns_do_not_count() -> None:
    """A file may have come through another system."""
    assert read_record("\r\n".join(LINES)) == read_record(RECORD)


def changed(line: int, **changes: object) -> str:
    """Return the record with something else in one line, counted from 1."""
    lines = [*LINES]
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | changes)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the record is empty"),
        ("\n\n", "line 1: the record is empty"),
        ("what?", "line 1: not JSON from column 1 on"),
        ("[" * 100_000, "line 1: not JSON from column 1 on"),
        ("[]", "line 1: [] is not an object"),
        ("\n".join(LINES[1:]), "line 1: a record begins with game-began"),
        ("\n" + "\n".join(LINES[1:]), "line 2: a record begins with game-began"),
        (RECORD + LINES[0], f"line {len(LINES) + 1}: a game begins only once"),
        (RECORD + "{", f"line {len(LINES) + 1}: not JSON from column 2 on"),
        (changed(1, version=2), "line 1: the version is 2 instead of 1"),
        (changed(1, version=None), "line 1: the version is null instead of 1"),
        (changed(1, edicts=["x"]), 'line 1: game-began, edicts: "x" is not a scoring card'),
        (changed(2, season="monsoon"), 'line 2: season-began, season: "monsoon" is not one of these: '),
        (RECORD + '{"event": "declared", "seat": 2, "paid": 2}', f"line {len(LINES) + 1}: there is no seat 2"),
        (RECORD + '{"event": "asked", "ask": "draw", "seats": [0, 5]}', f"line {len(LINES) + 1}: there is no seat 5"),
        (RECORD + '{"event": "passed", "seat": null, "sheet": 9}', f"line {len(LINES) + 1}: there is no seat 9"),
    ],
    ids=range(16),
)
def test_errors_name_the_line(text: str, message: str) -> None:
    """Whatever is wrong, the line is named, counted from 1, blank ones too."""
    with pytest.raises(BadRecord) as bad:
        read_record(text)
    assert str(bad.value).startswith(message)


def test_the_first_event_is_the_table() -> None:
    """Everything about the table but its secrets is in the first line."""
    began = read_record(RECORD)[0]
    assert isinstance(began, GameBegan)
    assert (began.setup, began.ambush_deck, began.hero_deck) == (GAME.state.setup.without_seed(), (), ())


@pytest.mark.parametrize("kind", ["card-revealed", "season-began", "season-scored", "asked", "drawn", "round-ended"])
def test_a_record_holds_no_more_of_anything_than_a_game_can(kind: str) -> None:
    """An event repeated without end is refused long before it costs anything, with the line at which it is too much."""
    repeated = next(line for line in LINES if json.loads(line)["event"] == kind)
    with pytest.raises(BadRecord, match=r"line \d+: no game has more than \d+ events of this kind"):
        read_record("\n".join([*LINES[:2], *[repeated] * 5_000]))


def test_the_largest_games_are_within_the_bounds() -> None:
    """Both boxes, skills and many seats: what the engine plays can be read again."""
    largest = play(Setup.of_box("mixed", seats=12, skills="drawn", seed="large"))
    assert len(read_record(write_record(largest.log))) == len(public_events(largest.log))


def test_the_name_of_a_file_is_no_record() -> None:
    """It says how a file is read."""
    with pytest.raises(BadArgument, match=r"read_text\(\)"):
        read_record("games/first.jsonl")
