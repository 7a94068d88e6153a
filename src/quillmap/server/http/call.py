"""A request as handlers see it, whoever has taken it: the parts of its path, its token, its origin."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from quillmap.server.problems import Problem

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Call:
    """One request, without its body."""

    path: Mapping[str, str]
    """The variable parts of the address, by name."""
    address: str
    """The network address that the request came from."""
    authorization: str | None
    """The header of this name."""
    base: str
    """The address under which the client has reached whoever answers."""

    @property
    def token(self) -> str:
        """The bearer token; without one the request is refused."""
        kind, _, token = (self.authorization or "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Problem("token-needed")
        return token.strip()

    @property
    def token_if_any(self) -> str | None:
        """The bearer token, where one is welcome and not needed."""
        return None if self.authorization is None else self.token

    def number(self, name: str) -> int:
        """Return a number in the path."""
        text = self.path[name]
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Problem("not-found")
        return int(text)

    def seat_id(self) -> int:
        """Return the id of the seat in the path."""
        text = self.path["seat"]
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Problem("no-such-seat")
        return int(text)


@dataclass(frozen=True, slots=True)
class Content:
    """An answer that is written already."""

    body: bytes
    media_type: str = JSON
    caching: str = ""
    is_packed: bool = False
    """Whether the body is compressed with gzip."""
    file_name: str = ""
    """The name of the file that it is kept as, if it is to be kept."""


def packed(content: bytes, media_type: str = JSON) -> Content:
    """Return an answer that is compressed with gzip already; browsers don't keep it."""
    return Content(content, media_type, "no-store", is_packed=True)


def decoded(text: bytes, kind: Any) -> Any:
    """Return a body as a *kind*; refuse one that is malformed."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Problem("bad-request", str(error)[:200]) from None
