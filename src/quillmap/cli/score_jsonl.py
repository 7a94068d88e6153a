"""``quillmap score --jsonl``: reads a map and its cards per line, and answers each line with the points.

A line that can't be counted is answered with an error in its place, and the run goes on::

    {"error": {"code": "unknown-card", "message": "there is no scoring card 'sentinel'"}}
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from quillmap.cli.files import STANDARD_INPUT, lines_of, shown, standard_input, unusable
from quillmap.play.textmap import BadTextMap, read_rows
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING, score
from quillmap.rules.sheet import Sheet, haunted

# JSON is for programs: codes, and messages in English only, so they are not in the catalogues.
TEXT: Final = {
    "not-text": "the line is not UTF-8",
    "not-json": "the line is not JSON: {problem}",
    "empty-line": "the line is empty: give an object with map and cards, and no blank lines",
    "not-an-object": "the line is not an object",
    "bad-map": "map: {problem}",
    "map-not-rows": "map: give a list of 11 texts",
    "bad-cards": "cards: give a list of ids of scoring cards",
    "unknown-card": "there is no scoring card {card!r}",
    "unknown-rulebook": "there is no rulebook {rulebook!r}",
}


class _BadLine(Exception):
    """A line that can't be counted."""

    def __init__(self, code: str, text: str = "", **params: object) -> None:
        self.code = code
        super().__init__(TEXT[text or code].format(**params))


def score_lines(name: str) -> int:
    """Answer every line of the file called *name*."""
    try:
        if name == STANDARD_INPUT:
            _answer_all(lines_of(name, standard_input()))
        else:
            with Path(name).open("rb") as file:
                _answer_all(lines_of(name, file))
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise unusable(shown(name), error) from None
    return 0


def _answer_all(lines: Iterable[bytes]) -> None:
    for line in lines:
        # The sender may wait for each answer before sending the next line.
        print(json.dumps(answer(line)), flush=True)


def answer(line: bytes) -> dict[str, Any]:
    """Return the answer to one line."""
    try:
        asked = _read(line)
        rulebook = _rulebook(asked)
        cards = _cards(asked)
        sheet = _sheet(asked)
    except _BadLine as error:
        return {"error": {"code": error.code, "message": str(error)}}
    return {"points": {card: score(card, sheet, rulebook) for card in cards}, "monsters": haunted(sheet).bit_count()}


def _read(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise _BadLine("not-text") from None
    except (ValueError, RecursionError) as error:
        if not line.strip():
            raise _BadLine("not-json", "empty-line") from None
        raise _BadLine("not-json", problem=error) from None
    if not isinstance(value, dict):
        raise _BadLine("not-an-object")
    return value


def _rulebook(asked: dict[str, Any]) -> str:
    rulebook = asked.get("rulebook", "standard")
    if not isinstance(rulebook, str) or rulebook not in RULEBOOKS:
        raise _BadLine("unknown-rulebook", rulebook=rulebook)
    return rulebook


def _cards(asked: dict[str, Any]) -> list[CardId]:
    cards = asked.get("cards")
    if not isinstance(cards, list):
        raise _BadLine("bad-cards")
    for card in cards:
        if not isinstance(card, str) or card not in SCORING:
            raise _BadLine("unknown-card", card=card)
    return cards


def _sheet(asked: dict[str, Any]) -> Sheet:
    rows = asked.get("map")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise _BadLine("bad-map", "map-not-rows")
    try:
        return read_rows(rows)
    except BadTextMap as error:
        raise _BadLine("bad-map", problem=error) from None
