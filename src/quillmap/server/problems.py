"""Errors that are reported to the client that caused them: a code, a sentence, and one JSON shape for all."""

from typing import Any, Final

import msgspec

from quillmap.rules.moves import IllegalMove
from quillmap.rules.setup import InvalidSetup

REASONS: Final[dict[str, tuple[int, str]]] = {
    "bad-message": (400, "this message can't be understood"),
    "bad-request": (400, "this request can't be understood"),
    "bad-name": (400, "a name has 1 to 40 characters that can be printed"),
    "bad-title": (400, "a title has at most 60 characters that can be printed"),
    "bad-crest": (400, "a crest is at most 64 strokes and 1000 numbers from 0 to 255"),
    "bad-token": (400, "a token of your own has 22 to 64 letters, digits, - or _"),
    "bad-setup": (400, "these options don't make a table"),
    "bad-pace": (400, "a pace is none, {shortest} to {longest} seconds, or {fewest} to {most} days"),
    "bad-order": (400, "an order names every seat once"),
    "bad-date": (400, "a date is written as 2026-05-31"),
    "bad-endpoint": (400, "this is not the subscription of a browser at a public push service"),
    "bad-map": (400, "this text is no map"),
    "bad-record": (400, "this text is no record of a game"),
    "illegal-move": (409, "the rules don't allow this"),
    "stale": (409, "the game has moved on"),
    "unknown-token": (401, "no seat at this table has this token"),
    "token-needed": (401, "this needs the token of a seat"),
    "not-host": (403, "only the host of the table may do this"),
    "not-yours": (403, "only this seat or the host may do this"),
    "no-spectators": (403, "this table has no spectators"),
    "wrong-host": (421, "this server does not answer under this name; its host can allow it with --allow-host"),
    "wrong-origin": (403, "this page does not belong to this server"),
    "not-found": (404, "there is nothing here"),
    "no-such-table": (404, "there is no such table"),
    "no-such-code": (404, "no open table has this code"),
    "no-such-seat": (404, "there is no such seat at this table"),
    "no-such-game": (404, "there is no such finished game"),
    "no-such-puzzle": (404, "there is no such puzzle"),
    "no-such-bot": (404, "there is no such bot"),
    "no-such-day": (404, "there is no expedition for this day"),
    "method-not-allowed": (405, "this address does not answer to that method"),
    "already-started": (409, "the game has begun"),
    "not-started": (409, "the game has not begun"),
    "not-finished": (409, "the game is not over"),
    "table-full": (409, "all seats are taken"),
    "no-seats": (409, "somebody has to sit at the table"),
    "host-needed": (409, "hand the host's rights on first"),
    "not-a-person": (409, "a bot can't be host, or be stood in for"),
    "no-hints": (409, "this table plays without hints"),
    "no-trainer": (409, "a trainer looks on only where somebody plays alone"),
    "not-away": (409, "a bot stands in for somebody who has been away for a while, or by their own wish"),
    "no-stand-in": (409, "nobody plays for another in the daily expedition"),
    "resigned": (409, "this person has resigned, and a bot plays to the end"),
    "bot-answered": (409, "a bot has answered for this seat; without hints its answer stays"),
    "no-more-take-backs": (409, "this answer was taken back very often: it stays"),
    "time-is-up": (409, "the time is up: what is answered stays"),
    "no-push": (409, "this server sends no notifications"),
    "not-reviewable": (409, "this game can't be reviewed"),
    "day-not-over": (409, "the results are shown when the day is over"),
    "too-large": (413, "this message is too large"),
    "wrong-media-type": (415, "send application/json"),
    "too-soon": (429, "this was done a moment ago: wait a little"),
    "too-many": (429, "too many messages: wait a moment"),
    "quota-used-up": (429, "this address has used up its share for now: wait a while"),
    "too-many-attempts": (429, "too many have set out from this address today: practise on a past day"),
    "too-many-tables": (429, "too many tables were opened from this address: wait a while"),
    "internal": (500, "something went wrong on the server; it has been logged"),
    "not-ready": (503, "the server is starting or stopping: come back in a moment"),
    "storage-away": (503, "what is kept can't be reached now: come back in a moment"),
    "not-stored": (503, "the change could not be stored: nothing has happened, come back in a moment"),
}
"""HTTP status and sentence of every error, by code."""


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong: a stable code, a sentence in English, and what it is about."""

    code: str
    message: str
    params: dict[str, Any] = {}


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The one shape of every error."""

    error: ErrorBody


class Problem(Exception):
    """An error that is reported to the client that caused it.

    Its sentence is for those who write clients; the page has its own sentence for players, ``errors.server.<code>``.
    """

    def __init__(self, code: str, detail: str = "", **params: object) -> None:
        self.code = code
        self.detail = detail
        self.params = params
        self.status, sentence = REASONS[code]
        sentence = sentence.format_map(params)
        self.message = f"{sentence}: {detail}" if detail else sentence
        super().__init__(self.message)

    retry_seconds = 5
    """When to come back, if it is a matter of time."""

    def until(self, seconds: int) -> "Problem":
        """Return this problem, which will be over in this many *seconds*."""
        self.retry_seconds = seconds
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _problem, (self.code, self.detail, self.params)

    def body(self) -> ErrorBody:
        """Return it as it is sent."""
        return ErrorBody(self.code, self.message, self.params)


def _problem(code: str, detail: str, params: dict[str, object]) -> Problem:
    """Return a problem that was raised in another process."""
    return Problem(code, detail, **params)


def illegal(error: IllegalMove) -> ErrorBody:
    """Return what is sent when the rules refuse a move; sets of spaces go as hex."""
    params = {
        key: f"{value:x}" if key == "spaces" and isinstance(value, int) else value
        for key, value in error.params.items()
    }
    return ErrorBody("illegal-move", str(error), {"reason": error.code, **params})


def invalid_setup(error: InvalidSetup) -> Problem:
    """Return the problem for a set-up that the rules refuse."""
    return Problem(
        "bad-setup", str(error), reason=error.code, **{key: str(value) for key, value in error.params.items()}
    )
