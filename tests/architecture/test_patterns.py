"""No regular expression that strangers' text meets takes longer than in proportion to it."""

import ast
import importlib
import re
from collections.abc import Iterator
from typing import Final

import pytest

from architecture.modules import PACKAGE, module_files, read_modules
from architecture.patterns import trouble_with

OWN_FILES: Final = {
    f"{PACKAGE}.{name}"
    for name in ("server.http.script_bundles", "server.http.page_bundles", "reference.symbols", "device.site")
}
"""Their patterns read files of the package, and nothing that anybody sends."""
FROM_ANYWHERE: Final = {"search", "sub", "subn", "split", "findall", "finditer"}
"""What looks for a pattern at every place of a text."""


def patterns_of(module: str, tree: ast.AST) -> Iterator[tuple[str | bytes, int, bool]]:
    """Yield the patterns of a module, their flags, and whether they are looked for at every place of a text."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    used = {(ast.unparse(call.func.value), call.func.attr) for call in calls if isinstance(call.func, ast.Attribute)}
    for name, found in vars(importlib.import_module(module)).items():
        if isinstance(found, re.Pattern):
            yield found.pattern, found.flags, any((name, use) in used for use in FROM_ANYWHERE)
    for call in calls:
        function = ast.unparse(call.func)
        if function in {f"re.{use}" for use in (*FROM_ANYWHERE, "match", "fullmatch")}:
            pattern = ast.literal_eval(call.args[0])
            yield pattern, 0, function.removeprefix("re.") in FROM_ANYWHERE
        for keyword in call.keywords:
            if function == "msgspec.Meta" and keyword.arg == "pattern":
                pattern = ast.literal_eval(keyword.value)
                yield pattern, 0, not pattern.startswith("^")


def uses_patterns(tree: ast.AST) -> bool:
    """Return whether a module has patterns of its own."""
    text = ast.unparse(tree)
    return "re.compile(" in text or "pattern=" in text or any(f"re.{use}(" in text for use in FROM_ANYWHERE)


READERS: Final = [name for name in module_files() if name not in OWN_FILES and uses_patterns(read_modules()[name])]


@pytest.mark.parametrize("module", READERS)
def test_every_pattern_reads_a_text_once(module: str) -> None:
    """However long it is, and whatever somebody has put into it to make a pattern try everything."""
    found = list(patterns_of(module, read_modules()[module]))
    troubles = {pattern: trouble_with(pattern, flags, is_searched=searched) for pattern, flags, searched in found}
    assert {pattern: trouble for pattern, trouble in troubles.items() if trouble} == {}


def test_patterns_are_found() -> None:
    """Those of handshakes, headers, messages and keys are among them."""
    expected = {"hosting.own_hosts", "hosting.forwarded_for", "push.public_hosts", "protocol.messages"}
    assert {f"{PACKAGE}.server.{name}" for name in expected} <= set(READERS)
    assert all(list(patterns_of(name, read_modules()[name])) for name in READERS)


@pytest.mark.parametrize(
    "pattern",
    [
        r"([A-Za-z]{2,8})(?:[-_.@][^;]*)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?",
        r"a*a*b",
        r"(a+)+",
        r"(?:ab?)*",
        r"(a|a)*",
        r"\s*,?\s*;",
    ],
)
def test_patterns_that_take_long_are_known(pattern: str) -> None:
    """The first is one that the server had: a header of 20 kB stopped it for seconds."""
    assert trouble_with(pattern, is_searched=False)


def test_a_search_begins_everywhere() -> None:
    """What reads a text once from its beginning may read it again from every later place."""
    assert not trouble_with(r"\s+;", is_searched=False)
    assert trouble_with(r"\s+;", is_searched=True)
    assert not trouble_with(r"\{[a-z]+\}", is_searched=True)
