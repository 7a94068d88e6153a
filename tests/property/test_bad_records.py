"""Whatever is read that is no event, move, set-up or record is refused as bad, and does nothing worse."""

import sys
from typing import Any, Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from property.effort import times
from property.strategies import json_values
from property.written import Reader, good_values, records, spoilt_records, spoilt_values
from quillmap.play.codec import BadRecord, read_event, read_move, read_setup
from quillmap.play.record import read_record


def refusal_of(read: Reader, value: Any) -> str | None:
    """Return in what words *read* refuses *value*, or None if it is good; any other error goes on to the test."""
    try:
        read(value)
    except BadRecord as error:
        return str(error)
    return None


def is_one_line(text: str) -> bool:
    """Return whether a text can stand in one line of a terminal or a log."""
    return bool(text) and "\n" not in text


def test_every_kind_is_written() -> None:
    """All events, moves and a set-up are there to be spoilt below."""
    assert len(good_values()) == 16 + 4 + 1
    assert all(refusal_of(read, value) is None for read, value in good_values())


@settings(max_examples=times(50))
@given(spoilt_values())
def test_spoilt_values_are_read_or_refused(case: tuple[Reader, Any]) -> None:
    """A good value with something else in it is still good, or is refused as bad."""
    refused = refusal_of(*case)
    assert refused is None or is_one_line(refused)


@settings(max_examples=times(50))
@given(json_values())
@example({"event": []})
@example({"move": {}})
@example({"event": "drawn", "spaces": [[]]})
def test_any_json_is_refused(value: Any) -> None:
    """JSON that has nothing to do with a game is refused; only an empty set-up is one, with nothing but defaults."""
    for read in (read_event, read_move) if value == {} else (read_event, read_move, read_setup):
        refused = refusal_of(read, value)
        assert refused is not None
        assert is_one_line(refused)


@settings(max_examples=times(40))
@given(spoilt_records() | st.text())
def test_spoilt_records_are_read_or_refused(text: str) -> None:
    """A spoilt record is read, or refused naming a line."""
    refused = refusal_of(read_record, text)
    assert refused is None or (refused.startswith("line ") and is_one_line(refused))


DEEP: Final = 100_000


@pytest.mark.parametrize(
    "line",
    [
        "",
        "\x00",
        "NaN",
        "[" * DEEP,
        '{"event": ' * DEEP,
        "[" * DEEP + "]" * DEEP,
        '{"event": "round-ended", "time": ' + "9" * 5000 + "}",
        '{"event": ["drawn"]}',
        '{"event": {"drawn": 1}}',
        '{"event": "\\ud800"}',
        '{"event": "round-ended", "time": 1e999}',
    ],
    ids=lambda line: line[:20],
)
def test_odd_lines_are_refused(line: str) -> None:
    """Lines that trip up careless readers are refused with their number."""
    good = records()[-1].split("\n")[0]
    with pytest.raises(BadRecord, match=r"^line "):
        read_record(line)
    if line:
        with pytest.raises(BadRecord, match=r"^line 2: "):
            read_record(f"{good}\n{line}")


def test_deep_lines_are_refused() -> None:
    """However deep a line is nested, just within or just beyond what can be decoded, it is refused."""
    limit = sys.getrecursionlimit()
    for depth in range(limit // 2, limit):
        deep = "[" * depth + "]" * depth
        for line in (deep, f'{{"event": "round-ended", "time": {deep}}}', f'{{"event": {deep}}}'):
            with pytest.raises(BadRecord, match=r"^line 1: "):
                read_record(line)
