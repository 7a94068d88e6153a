"""What is wrong with somebody's file or bot, in the language that is spoken, from the outside in."""

import json
from typing import Final

from quillmap.bots.arena import BotFailed
from quillmap.cli.language import say, words
from quillmap.locales import explain_refusal, explain_setup
from quillmap.play.codec import BadRecord
from quillmap.rules.moves import IllegalMove
from quillmap.rules.setup import InvalidSetup

_LONGEST_VALUE: Final = 60


def explain_record(error: BaseException) -> str:
    """Return what is wrong with a record."""
    if isinstance(error, InvalidSetup):
        return explain_refused(error)
    if not isinstance(error, BadRecord):  # numbers that nobody ever meant
        return say("record.other")
    params = {name: _record_param(name, value) for name, value in error.params.items()}
    return say(f"record.{error.code}", **params)


def _record_param(name: str, value: object) -> object:
    if isinstance(value, BaseException):
        return explain_record(value)
    return _as_in_the_file(value) if name == "value" else value


def _as_in_the_file(value: object) -> str:
    """Return *value* as JSON, cut if it is long."""
    try:
        written = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "…"
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]}…"


def explain_refused(error: IllegalMove | InvalidSetup) -> str:
    """Return why the rules refuse a move or a table, to stand inside a sentence."""
    told = explain_setup(error, words()) if isinstance(error, InvalidSetup) else explain_refusal(error, words())
    return told.rstrip(".")


def explain_failure(error: BotFailed) -> str:
    """Return how a bot failed."""
    params = dict(error.params)
    if isinstance(problem := params.get("problem"), BotFailed):
        params["problem"] = explain_failure(problem)
    if isinstance(refusal := params.get("refusal"), tuple):
        code, about = refusal
        params["reason"] = explain_refused(IllegalMove(code, **about))
    return say(f"failure.{error.code}", **params)
