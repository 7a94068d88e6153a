"""Why something was refused, as a sentence in a language: a move, a set-up, a record or a bot."""

import json
from collections.abc import Callable
from typing import Final

from quillmap.errors import CodedError, QuillmapError
from quillmap.locales.catalogue import Catalogue, catalogue
from quillmap.play.notation import space_names
from quillmap.play.textmap import BadTextMap
from quillmap.rules.moves import IllegalMove
from quillmap.rules.setup import InvalidSetup
from quillmap.rules.terrain import Terrain

_LONGEST_VALUE: Final = 60


def explain(error: QuillmapError, words: Catalogue) -> str:
    """Return *error* as a sentence; what is said to programmers only, without a code, stays English."""
    if not isinstance(error, CodedError):
        return str(error)
    if isinstance(error, IllegalMove):
        return _explain_refusal(error, words)
    if isinstance(error, InvalidSetup):
        return _explain_setup(error, words)
    params = {name: _param(name, value, words) for name, value in error.params.items()}
    sentence = words.text(error.text_key.format(code=error.code), **params)
    if isinstance(error, BadTextMap):
        return words.text("command.in-map", line=error.line, column=error.column, problem=sentence)
    return sentence


def in_english(error: CodedError) -> str:
    """Return the sentence of *error* in English: what ``str`` gives."""
    return explain(error, catalogue("en"))


def explain_inside(error: CodedError, words: Catalogue) -> str:
    """Return the sentence of *error* as a part of another."""
    return explain(error, words).rstrip(".")


def _param(name: str, value: object, words: Catalogue) -> str:
    if isinstance(value, CodedError):
        return explain_inside(value, words)
    return _as_json(value) if name == "value" else str(value)


def _as_json(value: object) -> str:
    """Return *value* as a file has it, cut if it is long."""
    try:
        written = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "…"
    written = written.encode(errors="backslashreplace").decode()  # JSON can hold lone surrogates
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]}…"


def _explain_refusal(error: IllegalMove, words: Catalogue) -> str:
    """Return why a move was refused."""
    params: dict[str, object] = {}
    for name, value in error.params.items():
        params |= _REFUSAL_PARAMS[name](value, words)
    key = f"errors.move.{error.code}"
    if error.code == "extra-wrong-terrain" and error.params["terrain"] not in tuple(Terrain):
        key += ".none"  # Healing was asked for without saying which terrain
    return words.text(key, **params)


def _spaces(value: object, words: Catalogue) -> dict[str, object]:
    del words
    assert isinstance(value, int)
    names = space_names(value)
    return {"spaces": ", ".join(names), "count": len(names)}


def _terrain(value: object, words: Catalogue) -> dict[str, object]:
    key = f"terms.terrain.{value}.in-sentence"
    return {"terrain": words.text(key)} if key in words else {}


_REFUSAL_PARAMS: Final[dict[str, Callable[[object, Catalogue], dict[str, object]]]] = {
    "asked": lambda value, words: {"ask": words.text(f"terms.ask.{value}")},
    "cost": lambda value, _: {"count": value},
    "seat": lambda value, _: {"seat": value},
    "skill": lambda value, words: {"skill": words.text(f"cards.{value}.name")},
    "spaces": _spaces,
    "terrain": _terrain,
}
"""What a param of ``IllegalMove`` becomes in a sentence."""


def _explain_setup(error: InvalidSetup, words: Catalogue) -> str:
    """Return why a set-up was refused."""
    params = {name: _setup_param(name, value, words) for name, value in error.params.items()}
    if error.code == "unknown-value":
        # The param is called after the field; ``choices`` is for programs.
        field, value = next((name, value) for name, value in error.params.items() if name != "choices")
        params = {"field": words.text(f"setup.{field}.label"), "value": value}
    return words.text(f"errors.setup.{error.code}", **params)


def _setup_param(name: str, value: object, words: Catalogue) -> object:
    key = {"card": f"cards.{value}.name", "pool": f"setup.pool.{value}.label", "suit": f"terms.suit.{value}"}.get(name)
    return words.text(key) if key is not None and key in words else value
