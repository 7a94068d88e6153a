"""What has happened in a game so far, for those who come to a table later or come back to it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Annotated, Final, TypeAlias

import msgspec

from quillmap.play.codec import read_event, write_event
from quillmap.play.view import cut
from quillmap.rules.events import GameBegan, GameEnded
from quillmap.server.games.board import ranked_last
from quillmap.server.protocol.values import EventLine

MOST_TOLD: Final = 1000
"""The latest of them are told; a table of six has about 400."""
_SECRET: Final = frozenset({"submitted", "taken-back"})
"""Answers, before all have answered."""
_CUT: Final = frozenset({"game-began", "season-began", "game-ended"})
"""Those that hold secrets; all others are told as they are stored."""

Lines: TypeAlias = Annotated[tuple[msgspec.Raw, ...], msgspec.Meta(extra={"holds": tuple[EventLine, ...]})]


class Story(msgspec.Struct, frozen=True):
    """The public events of a game, the latest last."""

    game: str
    version: int
    """The version of the board that they lead to."""
    events: Lines


class _Kind(msgspec.Struct):
    event: str


_kind = msgspec.json.Decoder(_Kind).decode


def story(
    game: str, stored: Sequence[bytes], *, hides_seed: bool, hides_hash: bool = False, last: Collection[int] = ()
) -> Story:
    """Return what everybody at the table may know of the *stored* events of a game, seats in *last* ranked last.

    *hides_seed* leaves out the seed at its end, *hides_hash* the hash of it at the beginning.
    """
    public = [(line, kind) for line in stored if line and (kind := _kind(line).event) not in _SECRET]
    told = (_told(line, hides_seed, hides_hash, last) if kind in _CUT else line for line, kind in public[-MOST_TOLD:])
    return Story(game, len(stored), tuple(msgspec.Raw(line) for line in told))


def _told(line: bytes, hides_seed: bool, hides_hash: bool, last: Collection[int]) -> bytes:
    event = cut(read_event(msgspec.json.decode(line)), None)
    if isinstance(event, GameBegan) and hides_hash:
        event = replace(event, seed_hash="")
    if isinstance(event, GameEnded):
        event = replace(event, seed="" if hides_seed else event.seed, ranks=ranked_last(event.ranks, last))
    return msgspec.json.encode(write_event(event))
