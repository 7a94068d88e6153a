"""The page's scripts read as one hand wrote them."""

from typing import Final

from page.modules import SCRIPTS, WEB
from page.tools import BIOME, run_node

LONGEST_LINE: Final = 120


def test_scripts_are_formatted_and_lint_finds_nothing() -> None:
    """Biome would change nothing and warns of nothing; ``node_modules/.bin/biome check --write`` mends most."""
    found = run_node(BIOME, "check", "--error-on-warnings", "--colors=off", ".")
    assert found.returncode == 0, found.stdout + found.stderr


def test_lines_fit_into_an_editor() -> None:
    """No line is longer than the formatter would make it, comments and texts included: those it leaves alone."""
    long = [
        f"{path.relative_to(WEB)}:{number} ({len(line)})"
        for path in [*sorted(SCRIPTS.rglob("*.js")), SCRIPTS / "types.d.ts", WEB / "service-worker.js"]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []
