"""The scripts of the page import each other one way, and nothing from outside; styles stay cheap."""

import re

import pytest

from architecture.modules import find_cycle
from page.modules import GRAPH, SCRIPTS, WEB, imported


def test_no_script_imports_itself_in_a_circle() -> None:
    """There is no cycle among the scripts, lazy imports included."""
    assert find_cycle(GRAPH) == []


def test_every_imported_script_is_there() -> None:
    """Whatever is imported is a script of the page: nothing from outside, nothing misspelt."""
    assert {name for names in GRAPH.values() for name in names} <= set(GRAPH)


def test_every_script_is_reached_from_the_first() -> None:
    """No script is left over that nobody imports."""
    reached, waiting = set(), ["main.js"]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += GRAPH[here]
    assert set(GRAPH) == reached


def test_every_script_has_its_line_in_the_readme() -> None:
    """The table names each script of the first folder, and has a line for every other folder."""
    lines = (WEB / "README.md").read_text(encoding="utf-8").split("\n")
    named = {name for line in lines if line.startswith("| `") for name in re.findall(r"`([^`]+)`", line)}
    expected = {path if "/" not in path else f"js/{path.rpartition('/')[0]}/*.js" for path in GRAPH}
    assert {name for name in expected if name not in named and f"js/{name}" not in named} == set()


def test_no_style_depends_on_what_is_anywhere_in_the_game() -> None:
    """``:has()`` on the whole game lets a browser style all of it again at every change: 60 ms on a slow phone."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (WEB / "css").glob("*.css")}
    assert "game.css" in sheets
    assert [name for name, text in sheets.items() if re.search(r"\.game[^\s{},]*:has\(", text)] == []


@pytest.mark.parametrize("path", sorted(GRAPH))
def test_every_script_is_checked_for_types(path: str) -> None:
    """Each script says that its types are to be checked."""
    assert (SCRIPTS / path).read_text(encoding="utf-8").startswith("// @ts-check\n")


def test_imports_are_found() -> None:
    """All ways to import are seen; what stands in comments or texts is not."""
    text = """// import {a} from "./a.js";
/** @typedef {import("./b.js").B} B */
import "./c.js";
import {
  d,
} from "./d.js";
export * from './e.js';
const later = () => import("./f.js"), text = "import g from './g.js'";
"""
    assert imported(text) == ["./c.js", "./d.js", "./e.js", "./f.js"]
