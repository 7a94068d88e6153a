"""What the library raises: one base class, and errors with a code and params, which people read as a sentence.

Programs go by the code. The sentence is in the catalogues of ``locales``, once per language; ``str(error)`` is the
English one. This module lies below ``locales`` in the order of imports, so it looks a sentence up only when needed.
"""

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar, Final

_LONGEST_SHOWN: Final = 80


def english(key: str) -> str:
    """Return a text of the English catalogue that has no params."""
    text: str = import_module("quillmap.locales").catalogue("en").text(key)
    return text


def shown(value: object) -> str:
    """Return *value* as a message shows what was given: its ``repr`` on one line, cut if it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


class QuillmapError(Exception):
    """The base of every error of this library: what it refuses, and what it can't do."""


class BadArgument(QuillmapError, ValueError):
    """An argument that can't be used; the message says what can."""


class CodedError(QuillmapError):
    """Something was refused: ``code`` says why to programs, ``str`` to people, in English."""

    text_key: ClassVar[str]
    """The key of its sentence in the catalogues, with ``{code}`` in it."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    def __str__(self) -> str:
        explain: Callable[[CodedError], str] = import_module("quillmap.locales").in_english
        return explain(self)

    def __reduce__(self) -> tuple[Callable[..., "CodedError"], tuple[object, ...]]:
        """Let the error be pickled, so that it can come from another process."""
        return _again, (type(self), self.code, self.params)


def _again(kind: type[CodedError], code: str, params: dict[str, object]) -> CodedError:
    return kind(code, **params)
