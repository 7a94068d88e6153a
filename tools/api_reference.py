"""Write ``docs/api.md``: every name of ``import quillmap``, with what its source says of it.

It is read from the source, not from what is imported, so that it is the same under every version of Python.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PAGE = ROOT / "docs" / "api.md"
Places = set[tuple[str, str]]
"""Names, each with the module that defines it."""
HEAD = """# Names of the library

Everything in `quillmap` itself, as its source describes it, then in its packages
[`quillmap.bots`](#in-quillmapbots) and [`quillmap.env`](#in-quillmapenv). [The library](library.md) is the guide.
This page is made by `python3 dev.py api`.
"""
PACKAGES = ("bots", "env")


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


TYPES = """# Types that they take and return

These are imported from the modules where they are.
"""


def page() -> str:
    """Return the page."""
    places = _places("quillmap")
    types = _types(places)
    chapters = [HEAD, *_chapter(places)]
    for package in PACKAGES:
        found = _places(f"quillmap.{package}") - places
        chapters += [f"# In `quillmap.{package}`\n", *_chapter(found)]
        types -= found
    return "\n".join([*chapters, TYPES, *_chapter(types)])


def _chapter(places: Places) -> Iterator[str]:
    names = sorted(places, key=lambda place: (place[0].lower(), place))
    yield " · ".join(f"[`{name}`](#{name.lower()})" for name, _ in names) + "\n"
    yield from ("\n".join(_entry(name, module)) + "\n" for name, module in names)


def _types(places: Places) -> Places:
    """Return the types of ours that are spoken of on the page, and have no entry there yet."""
    found: Places = set()
    new = places
    while new:
        new = {each for place in new for each in _spoken_of(*place)} - places - found
        found |= new
    return found


def _spoken_of(name: str, module: str) -> Places:
    """Return the names of ours in the signatures of an entry, with their modules."""
    node = next(each for each in _tree(module).body if _name_of(each) == name)
    imported = {
        alias.name: str(each.module)
        for each in _tree(module).body
        if isinstance(each, ast.ImportFrom) and str(each.module).startswith("quillmap.")
        for alias in each.names
    }
    own = {_name_of(each): module for each in _tree(module).body if _name_of(each)}
    words = {each for written in _annotations(node) for each in re.findall(r"\b[A-Z]\w*", written)}
    homes = {word: (own | imported)[word] for word in words if word in own | imported and not word.isupper()}
    return {(word, _home(home, word)) for word, home in homes.items()}


def _annotations(node: ast.stmt) -> Iterator[str]:
    """Yield everything that says of what type something is."""
    if isinstance(node, ast.FunctionDef):
        yield f"{ast.unparse(node.args)} {ast.unparse(node.returns) if node.returns else ''}"
    elif isinstance(node, ast.ClassDef):
        yield from (ast.unparse(each) for each in node.bases if not ast.unparse(each).startswith("_"))
        for each in node.body:
            if _name_of(each) == "__init__" or not _name_of(each).startswith("_"):
                yield from _annotations(each)
    elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) != "TypeAlias":
        yield ast.unparse(node.annotation)
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield ast.unparse(node.value)


def _places(package: str) -> Places:
    """Return the names of a package with the modules they are in, from what it imports or tells type checkers."""
    body = _tree(package).body
    told = [each.body for each in body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"]
    imports = [each for each in (*body, *chain(*told)) if isinstance(each, ast.ImportFrom)]
    return {
        (alias.name, _home(str(each.module), alias.name))
        for each in imports
        if str(each.module).startswith("quillmap.")
        for alias in each.names
    }


def _home(module: str, name: str) -> str:
    """Return the module that defines *name*, which *module* may have from another."""
    for node in _tree(module).body:
        if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            return _home(str(node.module), name)
    return module


@cache
def _tree(module: str) -> ast.Module:
    path = SOURCE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def _entry(name: str, module: str) -> Iterator[str]:
    yield f"## {name}"
    body = _tree(module).body
    node = next(each for each in body if _name_of(each) == name)
    if isinstance(node, ast.FunctionDef):
        yield from _function(node)
    elif isinstance(node, ast.ClassDef):
        yield from _class(node)
    else:
        yield f"```\n{ast.unparse(node)}\n```" if len(ast.unparse(node)) < 400 else f"`{name}`"
        text = _text_after(body, node)
        if text:
            yield text
    yield f"\nIn `{module}`."


def _name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    return ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ""


def _text_after(body: list[ast.stmt], node: ast.stmt) -> str:
    """Return the text that stands right after the statement *node*."""
    place = body.index(node) + 1
    following = body[place] if place < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        return _unmarked(str(following.value.value))
    return ""


def _unmarked(text: str) -> str:
    """Return a docstring as Markdown, which marks names by one backtick."""
    lines = [line.strip() for line in text.strip().split("\n")]
    return "\n".join(lines).replace("``", "`").replace("::\n", ":\n")


def _function(node: ast.FunctionDef) -> Iterator[str]:
    yield f"```\n{_signature(node)}\n```"
    yield _unmarked(ast.get_docstring(node) or "")


def _signature(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    returned = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({arguments}){returned}"


def _class(node: ast.ClassDef) -> Iterator[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    made = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
    taken = _signature(made).removeprefix("__init__").removesuffix(" -> None") if made else ""
    yield f"```\nclass {node.name}{f'({bases})' if bases else ''}\n{f'{node.name}{taken}' if taken else ''}".rstrip()
    yield "```"
    yield _unmarked(ast.get_docstring(node) or "")
    rows = [row for row in (_member(node.body, each) for each in node.body) if row]
    if rows:
        yield "\n| member | |\n|---|---|"
        yield from rows


def _member(body: list[ast.stmt], node: ast.stmt) -> str:
    """Return a row for a public field, property or method."""
    name = _name_of(node)
    if not name or name.startswith("_"):
        return ""
    if isinstance(node, ast.FunctionDef):
        is_property = any(ast.unparse(each) == "property" for each in node.decorator_list)
        returned = f": {ast.unparse(node.returns)}" if node.returns else ""
        shown = f"{name}{returned}" if is_property else _signature(node)
        return _row(shown, ast.get_docstring(node) or "")
    if isinstance(node, ast.AnnAssign):
        return _row(f"{name}: {ast.unparse(node.annotation)}", _text_after(body, node))
    return ""


def _row(shown: str, text: str) -> str:
    """Return a row of a table with all paragraphs of *text*; a row is one line."""
    told = _unmarked(text).replace("\n\n", "<br>").replace("\n", " ").replace("|", "\\|")
    return f"| `{shown.replace('|', chr(92) + '|')}` | {told} |"


if __name__ == "__main__":
    sys.exit(main())
