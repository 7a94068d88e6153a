"""Errors that people are told about: each has a code, and params that say what it is about.

Code goes by the code. The sentence for people stands once in every language, in ``locales``; ``str(error)`` is the
English one. This module lies below the rules, so it asks ``locales`` for it only when somebody wants to read it.
"""

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar


def english(key: str) -> str:
    """Return a text of the English catalogue that has no params."""
    text: str = import_module("quillmap.locales").catalogue("en").text(key)
    return text


class CodedError(Exception):
    """Something that is refused, by code; ``str`` says why in English."""

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
        """Let the error come back from another process."""
        return _again, (type(self), self.code, self.params)


def _again(kind: type[CodedError], code: str, params: dict[str, object]) -> CodedError:
    return kind(code, **params)
