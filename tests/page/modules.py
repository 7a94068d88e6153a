"""The scripts of the page and what each imports, read from their source."""

import re
from pathlib import Path
from typing import Final

from architecture.modules import ROOT

WEB: Final = ROOT / "src" / "quillmap" / "web"
SCRIPTS: Final = WEB / "js"
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
_STILL: Final = re.compile(r"""^(?:import|export)\b(?:[^"'`;()]*\bfrom)?\s*["'](?P<path>[^"']+)["']""", re.MULTILINE)
_LAZY: Final = re.compile(r"""\bimport\(\s*["'](?P<path>[^"']+)["']\s*\)""")


def imported(text: str) -> list[str]:
    """Return what a script imports, at once or later; types in comments are not imported."""
    bare = _COMMENT.sub(" ", text)
    return [match["path"] for pattern in (_STILL, _LAZY) for match in pattern.finditer(bare)]


def script_graph(folder: Path = SCRIPTS) -> dict[str, set[str]]:
    """Return for every script the scripts that it imports, by their path."""
    graph = {}
    for path in sorted(folder.rglob("*.js")):
        targets = {(path.parent / name).resolve() for name in imported(path.read_text(encoding="utf-8"))}
        graph[_name(path, folder)] = {_name(target, folder) for target in targets}
    return graph


def _name(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder.resolve()))


GRAPH: Final = script_graph()
