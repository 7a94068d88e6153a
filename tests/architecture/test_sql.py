"""SQL is written, and databases are imported, only where a storage is implemented."""

import ast
import re
from typing import Final

import pytest

from architecture.modules import PACKAGE, imported_names, module_files, read_modules

KINDS: Final = ("sql_storage", "retention", "sqlite", "postgresql")
STORAGES: Final = tuple(f"{PACKAGE}.server.storage.{name}" for name in KINDS)
SQL: Final = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s+(OR \w+ )?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM"
    r"|(CREATE|ALTER|DROP)\s+(TABLE|INDEX)|PRAGMA)\b",
    re.DOTALL,
)
DATABASES: Final = {"sqlite3", "psycopg", "asyncpg"}
ELSEWHERE: Final = [name for name in module_files() if not name.startswith(STORAGES)]


def texts(tree: ast.AST) -> list[str]:
    """Return every text in a module, also the parts of those that are put together."""
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("module", ELSEWHERE)
def test_no_sql_elsewhere(module: str) -> None:
    """Whoever needs something kept says what, and not how."""
    tree = read_modules()[module]
    assert [text for text in texts(tree) if SQL.search(text)] == []
    roots = {name.partition(".")[0] for name in imported_names(tree, module, is_package=True)}
    assert not roots & DATABASES


@pytest.mark.parametrize("storage", STORAGES)
def test_sql_is_found(storage: str) -> None:
    """The test above would find it in a storage."""
    inside = [tree for name, tree in read_modules().items() if name.startswith(storage)]
    assert sum(bool(SQL.search(text)) for tree in inside for text in texts(tree)) > 6
