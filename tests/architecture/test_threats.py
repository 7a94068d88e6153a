"""What ``docs/threats.md`` says is shown by a test that exists."""

import re

import pytest

from architecture.modules import ROOT

TEXT = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
CITED = sorted(set(re.findall(r"`(tests/[a-z_/]+\.py)(?:::(\w+))?`", TEXT)))


def test_every_line_names_a_test() -> None:
    """No claim stands alone."""
    rows = [
        line
        for line in TEXT.splitlines()
        if line.startswith("|") and not line.startswith(("|---", "| attempt", "| what"))
    ]
    assert len(rows) > 20
    assert [row for row in rows if "`tests/" not in row] == []


@pytest.mark.parametrize(("file", "name"), CITED)
def test_a_cited_test_exists(file: str, name: str) -> None:
    """It may be renamed, but not only in one place."""
    source = (ROOT / file).read_text(encoding="utf-8")
    assert f"def {name}(" in source if name else "def test_" in source
