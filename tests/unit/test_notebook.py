"""The notebook in ``examples`` runs, cell by cell, and its cells show something."""

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples" / "tour.ipynb"


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell, and return what a notebook would show of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_notebook_runs() -> None:
    """All cells in their order; games, moves and awards are pictures, contests are tables, and no output is kept."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            found.append(shown("".join(cell["source"]), names))
    pictures = [value for value in found if hasattr(value, "_repr_svg_")]
    assert all(value._repr_svg_().startswith("<svg ") for value in pictures)
    assert len(pictures) == 5
    assert "<table>" in found[-1]._repr_html_()
