"""The codes of errors: those that have a sentence, and those that the source raises."""

import ast
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from quillmap.errors import CodedError
from quillmap.locales import catalogue

WANTED_CODES: Final = {"ruins-not-covered", "not-the-first-place"}
"""The codes of moves that ``Drawings`` is given, for a shape that does not cover what it has to."""


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
    for tree in _sources(resources.files("quillmap")):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind.__name__:
                names = frozenset(each.arg for each in node.keywords if each.arg is not None)
                for code in _codes(node.args[0]):
                    yield code, names


def _codes(given: ast.expr) -> Iterator[str]:
    if isinstance(given, ast.JoinedStr):  # f"{field}-not-four"
        yield from ("ambushes-not-four", "heroes-not-four")
    for each in ast.walk(given):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and not isinstance(given, ast.JoinedStr):
            yield each.value


def _sources(folder: Traversable) -> Iterator[ast.Module]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield ast.parse(entry.read_text(encoding="utf-8"))
