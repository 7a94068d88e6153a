"""Large packages open with a table of their modules, and the tables are complete."""

import ast
import re
from typing import Final

import pytest

from architecture.modules import PACKAGE, read_modules

TABLES: Final = (
    "rules",
    "play",
    "locales",
    "fast",
    "bots",
    "analysis",
    "review",
    "puzzles",
    "env",
    "server",
    "device",
    "cli.screen",
)
"""The packages that have one; folders in them may have tables of their own."""
SERVER_FOLDER: Final = re.compile(r"^\| \*\*``(\w+)/``\*\* \| \|\n((?:\|(?! \*\*).*\n?)+)", re.MULTILINE)
"""The rows of a folder in the table of the server, under its name."""
FIRST_COLUMN: Final = re.compile(r"^\| ([^|]+) \|", re.MULTILINE)
ROW: Final = re.compile(r"^\|.*\|$", re.MULTILINE)
NAME: Final = re.compile(r"``([\w/.]+)``")
DATA: Final = {"weights.json"}
"""Files that are not modules."""


def listed(package: str, part: re.Pattern[str] = ROW) -> set[str]:
    """Return what the rows of the table of a package name."""
    text = ast.get_docstring(read_modules()[package]) or ""
    return {name.strip("/").rpartition("/")[2] for row in part.findall(text) for name in NAME.findall(row)}


def parents(module: str, top: str) -> list[str]:
    """Return the packages that *module* is in, up to *top*."""
    found = [module.rpartition(".")[0]]
    while found[-1] != top:
        found.append(found[-1].rpartition(".")[0])
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_module_is_in_a_table(name: str) -> None:
    """Each module and folder is listed by its folder, or by one above it."""
    top = f"{PACKAGE}.{name}"
    inside = [module for module in read_modules() if module.startswith(f"{top}.")]
    assert inside
    missing = [
        module
        for module in inside
        if not any(module.rpartition(".")[2] in listed(parent) for parent in parents(module, top))
    ]
    assert missing == []


@pytest.mark.parametrize("name", TABLES)
def test_no_table_lists_what_is_gone(name: str) -> None:
    """Whatever opens a row is a module or a folder."""
    top = f"{PACKAGE}.{name}"
    for package in (module for module in read_modules() if module == top or module.startswith(f"{top}.")):
        below = {module.rpartition(".")[2] for module in read_modules() if module.startswith(f"{package}.")}
        if below:
            assert listed(package, FIRST_COLUMN) - below <= DATA


def test_the_server_lists_modules_under_their_folders() -> None:
    """A module that has moved to another folder has moved in the table, too."""
    text = ast.get_docstring(read_modules()[f"{PACKAGE}.server"]) or ""
    folders = SERVER_FOLDER.findall(text)
    assert len(folders) > 5
    for folder, rows in folders:
        prefix = f"{PACKAGE}.server.{folder}."
        inside = {module.rpartition(".")[2] for module in read_modules() if module.startswith(prefix)}
        named = {name.strip("/") for row in FIRST_COLUMN.findall(rows) for name in NAME.findall(row)}
        assert named <= inside, folder
