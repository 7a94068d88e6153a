"""Browsers under test with a given set of fonts, whatever fonts the machine has.

The page brings no fonts, so it has to fit with those of its readers. Fontconfig tells a browser on Linux which fonts
there are; a configuration of our own, with the fonts of one family from ``node_modules``, makes it believe that it
runs on a machine that has nothing else. Starting a browser for each family and opening all pages in it costs three
times as much as opening them once: tests of whether words fit have a browser with all families, and change the two
variables that say in which the page is set. `test_font_families` holds that nothing on a page is set otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pytest
from playwright.sync_api import Page

from browser.fitting import LANGUAGES

_PACKAGES: Final = Path(__file__).resolve().parents[2] / "node_modules"
_STYLES: Final = ("400Regular", "400Regular_Italic", "500Medium", "600SemiBold", "700Bold", "700Bold_Italic")
"""The folders of a package with many styles that hold what a system usually has."""


@dataclass(frozen=True)
class Family:
    """A serif and a sans-serif that are installed together, with the folders of their files."""

    serif: str
    sans: str
    folders: tuple[str, ...]


def _styles_of(*packages: str) -> tuple[str, ...]:
    return tuple(f"@expo-google-fonts/{package}/{style}" for package in packages for style in _STYLES)


FAMILIES: Final = {
    "dejavu": Family("DejaVu Serif", "DejaVu Sans", ("dejavu-fonts-ttf/ttf",)),
    "noto": Family("Noto Serif", "Noto Sans", _styles_of("noto-serif", "noto-sans")),
    "liberation": Family("Tinos", "Arimo", _styles_of("tinos", "arimo")),
}
"""The widest (Linux), the highest (Android), the narrowest: Tinos and Arimo are Liberation's under another name, and as
wide as Times New Roman and Arial."""

USUAL_FAMILY: Final = "dejavu"
"""What all tests run with that don't say otherwise: what fits the widest letters, fits others too as a rule."""

EVERY_FAMILY: Final = "every"
with_every_font: Final = pytest.mark.parametrize("fonts", [EVERY_FAMILY])
"""Marks a test of whether words fit: its browser has all families, and `set_in_every_font` takes one at a time."""

_SET: Final = """async ({serif, sans}) => {
  const {style} = document.documentElement;
  style.setProperty("--font-display", `"${serif}"`);
  style.setProperty("--font-text", `"${sans}"`);
  dispatchEvent(new Event("resize"));  // what is placed by its size is placed again
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
}"""

_CONFIGURATION: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
{aliases}
<match><edit name="family" mode="append_last"><string>{otherwise}</string></edit></match>
<cachedir>{cache}</cachedir>
</fontconfig>
"""
_ALIAS: Final = "<alias><family>{generic}</family><prefer><family>{family}</family></prefer></alias>"


def set_in(page: Page, name: str) -> None:
    """Set the page in a family, and wait until it is drawn again."""
    family = FAMILIES[name]
    page.evaluate(_SET, {"serif": family.serif, "sans": family.sans})


def set_in_every_font(page: Page) -> Iterator[str]:
    """Set the page in one family after the other, and yield its name each time."""
    for name in FAMILIES:
        set_in(page, name)
        yield name


def another_family(language: str) -> str:
    """Return a family other than the usual one: languages take turns."""
    others = [name for name in FAMILIES if name != USUAL_FAMILY]
    return others[LANGUAGES.index(language) % len(others)]


def _folders_of(name: str) -> list[Path]:
    """Return where the files of a family are; not every family has every style."""
    present = [place for folder in FAMILIES[name].folders if (place := _PACKAGES / folder).is_dir()]
    assert present, f"The fonts of {name} are not in node_modules: python3 dev.py test installs them."
    return present


def fontconfig_of(name: str, folder: Path) -> dict[str, str]:
    """Return the variables of a browser that has only the family *name*, or all; *folder* is for its configuration."""
    family = FAMILIES[USUAL_FAMILY if name == EVERY_FAMILY else name]
    there = FAMILIES if name == EVERY_FAMILY else [name]
    generic = {"serif": family.serif, "sans-serif": family.sans}
    text = _CONFIGURATION.format(
        folders="\n".join(f"<dir>{escape(str(place))}</dir>" for each in there for place in _folders_of(each)),
        aliases="\n".join(_ALIAS.format(generic=each, family=family) for each, family in generic.items()),
        otherwise=family.sans,  # asked for the font of its controls, a browser names one that no machine has to have
        cache=escape(str(folder / "cache")),
    )
    file = folder / f"{name}.conf"
    file.write_text(text)
    return {"FONTCONFIG_FILE": str(file)}
