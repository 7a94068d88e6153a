"""Screens have what ``web/README.md`` says a screen needs; that its address is served is in ``test_addresses``."""

import re
from itertools import chain
from typing import Final

import pytest

from page.modules import GRAPH, SCRIPTS, WEB
from quillmap.locales import catalogue, languages

MAIN: Final = (SCRIPTS / "main.js").read_text(encoding="utf-8")
SCREENS: Final = sorted({f"screens/{name}.js" for name in re.findall(r'import\("\./screens/(.+?)\.js"\)', MAIN)})
SOURCES: Final = {name: (SCRIPTS / name).read_text(encoding="utf-8") for name in GRAPH}
_STYLES: Final = re.compile(r"\b(?:prepare|needStyle)\(([^)]*)\)")
_TEXTS: Final = re.compile(r'\bt\(\s*"([a-z0-9.-]+)"')
_QUOTED: Final = re.compile(r'"([a-z-]+)"')


def styles_of(source: str) -> set[str]:
    """Return the names of the style sheets that a script asks for."""
    return {name for call in _STYLES.findall(source) for name in _QUOTED.findall(call)}


def test_the_screens_are_found() -> None:
    """Every script among the screens is one that an address leads to, or that one of these opens."""
    there = {f"screens/{path.name}" for path in (SCRIPTS / "screens").glob("*.js")}
    assert set(SCREENS) <= there
    # The waiting table opens the one, the router the other where a screen can't be opened.
    assert there - set(SCREENS) == {"screens/table.js", "screens/away.js"}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_can_be_opened_and_loads_its_style(screen: str) -> None:
    """It exports ``open``, and asks for a style of its own before it shows anything."""
    assert re.search(r"^export (?:async )?function open\(root, ", SOURCES[screen], re.MULTILINE)
    assert styles_of(SOURCES[screen])


def test_every_style_is_there_and_asked_for() -> None:
    """A sheet is in ``index.html``, which every visitor loads, or a script asks for it when it is needed."""
    there = {path.stem for path in (WEB / "css").glob("*.css")}
    first = set(re.findall(r'href="/static/css/([\w-]+)\.css"', (WEB / "index.html").read_text(encoding="utf-8")))
    later = set(chain.from_iterable(styles_of(source) for source in SOURCES.values()))
    assert first | later == there
    assert first & later == set()


def test_the_order_of_styles_names_each() -> None:
    """Which sheet counts before which does not depend on the screen that was opened first."""
    found = re.search(r"const ORDER = (\[[^\]]*\])", SOURCES["styles.js"])
    assert found
    later = set(chain.from_iterable(styles_of(source) for source in SOURCES.values()))
    assert sorted(_QUOTED.findall(found[1])) == sorted(later)


@pytest.mark.parametrize("language", languages())
def test_every_text_of_the_scripts_is_there(language: str) -> None:
    """Whatever text a script names is in the catalogue of every language."""
    texts = set(chain.from_iterable(_TEXTS.findall(source) for source in SOURCES.values()))
    assert len(texts) > 300
    assert sorted(key for key in texts if key not in catalogue(language)) == []
