"""The sheet of symbols and the colours of the page, for pictures that have to stand alone."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

_PART: Final = re.compile(r'<(symbol|pattern|radialGradient) id="([a-z0-9-]+)".*?</\1>', re.DOTALL)
_USED: Final = re.compile(r'(?:href="|url\()#([a-z0-9-]+)')
_TOKEN: Final = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_COLOUR: Final = re.compile(r"var\(--([a-z0-9-]+)(?:,[^()]*)?\)")


def _read(*path: str) -> str:
    return files("quillmap").joinpath("web", *path).read_text(encoding="utf-8")


@cache
def _parts() -> dict[str, str]:
    """Return every symbol, pattern and gradient by its id."""
    return {match[2]: re.sub(r">\s+<", "><", match[0]) for match in _PART.finditer(_read("art", "terrains.svg"))}


@cache
def _daylight() -> dict[str, str]:
    """Return the colours of the light theme by name: pictures bring their own parchment, whatever is around them."""
    text = _read("css", "tokens.css")
    start = text.index('[data-theme="light"]')
    return dict(_TOKEN.findall(text[start : text.index("}", start)]))


def coloured(markup: str) -> str:
    """Return *markup* with each name of a colour replaced by the colour."""
    return _COLOUR.sub(lambda match: _daylight()[match[1]], markup)


def needed(markup: str) -> str:
    """Return the symbols and patterns that *markup* uses, and those that they use."""
    found: dict[str, str] = {}
    waiting = _USED.findall(markup)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _parts()[name]
            waiting += _USED.findall(found[name])
    return "".join(found[name] for name in sorted(found))
