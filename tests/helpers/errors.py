"""The codes of errors: those that have a sentence, and those that the source raises."""

import ast
from collections.abc import Iterator
from functools import cache
from typing import Final

from architecture.modules import module_files
from quillmap.errors import CodedError
from quillmap.locales import catalogue

WANTED_CODES: Final = {"ruins-not-covered", "not-the-first-place"}
"""The codes of moves that ``Drawings`` is given, for a shape that does not cover what it has to."""

UNDO_CODES: Final = {"nothing-to-undo", "undo-too-far"}
"""The codes of ``Game.undo``, which is no move."""


def codes_of(kind: type[CodedError]) -> set[str]:
    """Return every code for which the English catalogue has a sentence of this *kind*."""
    start, end = kind.text_key.split("{code}")
    keys = [key for key in sorted(catalogue("en").keys()) if key.startswith(start) and key.endswith(end)]
    codes = {key.removeprefix(start).removesuffix(end) for key in keys}
    return {code for code in codes if "." not in code}


def raised(kind: type[CodedError]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code and the names of the params wherever the source makes an error of this *kind*.

    Params given by ``**`` are left out.
    """
    called = f"{kind.__name__}("
    for text in _sources():
        for node in ast.walk(ast.parse(text)) if called in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind.__name__:
                names = frozenset(each.arg for each in node.keywords if each.arg is not None)
                for code in _codes(node.args[0]):
                    yield code, names


@cache
def _sources() -> list[str]:
    """Return the text of every module of the package."""
    return [path.read_text(encoding="utf-8") for path in module_files().values()]


def _codes(given: ast.expr) -> Iterator[str]:
    if isinstance(given, ast.JoinedStr):  # f"{field}-not-four"
        yield from ("ambushes-not-four", "heroes-not-four")
    for each in ast.walk(given):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and not isinstance(given, ast.JoinedStr):
            yield each.value
