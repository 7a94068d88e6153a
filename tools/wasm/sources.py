"""What the WebAssembly module was built from, and whether that has changed since; run, it says so.

That is the code of what is compiled, without comments, docstrings and blank lines; and all numbers that compiled code
takes from other modules of the rules, so that these may change as long as the numbers stay.
"""

import ast
import hashlib
import io
import json
import sys
import tokenize
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from tools.processes import ROOT

MODULE: Final = ROOT / "src" / "quillmap" / "fast" / "kernels.wasm"
MANIFEST: Final = MODULE.with_suffix(".json")
"""What the module was built from and with."""
STEPS: Final = ("capture", "exports", "optimising", "wide_integers", "linking")
"""The modules beside this one that decide what is built."""
LOCKED: Final = ROOT / "requirements" / "wasm.txt"


def manifest(sources: Iterable[Path], tools: dict[str, str]) -> dict[str, Any]:
    """Return what is kept about a module that was just built from *sources* and with *tools*."""
    steps = [Path(__file__).with_name(f"{step}.py") for step in STEPS]
    return {
        "module": hashlib.sha256(MODULE.read_bytes()).hexdigest(),
        "tools": tools,
        "numbers": numbers_fingerprint(),
        "sources": {_name(path): fingerprint(path) for path in sorted([*sources, *steps, LOCKED])},
    }


def changed_since(kept: dict[str, Any]) -> list[str]:
    """Return the files that were changed, removed or damaged since the module was built, or the numbers."""
    found = [name for name, known in kept["sources"].items() if fingerprint(ROOT / name) != known]
    if hashlib.sha256(MODULE.read_bytes()).hexdigest() != kept["module"]:
        found.append(_name(MODULE))
    return found if numbers_fingerprint() == kept["numbers"] else [*found, "the numbers of the cards"]


def read_manifest() -> dict[str, Any]:
    """Return what is kept about the module."""
    found: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return found


def numbers_fingerprint() -> str:
    """Return what changes with the numbers that compiled code takes from the rules: cards, shapes, paths, scorers."""
    import numpy as np  # noqa: PLC0415  # dev.py itself runs without it

    from quillmap.fast.layout import card_tables  # noqa: PLC0415
    from quillmap.rules.scoring import SCORING, VARIANTS  # noqa: PLC0415

    digest = hashlib.sha256(repr([*SCORING, *VARIANTS]).encode())
    for name, found in sorted(vars(card_tables).items()):
        if isinstance(found, np.ndarray):
            digest.update(f"{name} {found.dtype} {found.tolist()}".encode())
        elif isinstance(found, int):
            digest.update(f"{name} {found}".encode())
    return digest.hexdigest()[:16]


def fingerprint(path: Path) -> str:
    """Return what changes with the code of a file; nothing if there is no such file."""
    if not path.exists():
        return ""
    text = path.read_text(encoding="utf-8")
    return hashlib.sha256((code_of(text) if path.suffix == ".py" else text).encode()).hexdigest()[:16]


def code_of(text: str) -> str:
    """Return the source *text* of a module without what is only for readers."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(1 if changed_since(read_manifest()) else 0)
