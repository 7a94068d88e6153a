"""Which key does what. Letters are those of the Latin keyboard; on a Greek one the same keys do the same."""

from collections.abc import Iterator
from typing import Final

from quillmap.cli.language import say

ACTIONS: Final = {
    "up": "move(-1, 0)",
    "down": "move(1, 0)",
    "left": "move(0, -1)",
    "right": "move(0, 1)",
    "r": "turn(1)",
    "R": "turn(3)",
    "f": "flip",
    "tab": "next_shape",
    "t": "next_terrain",
    "s": "next_skill",
    "n": "jump",
    "enter": "put",
    "backspace": "lift",
    "h": "hint",
    "u": "undo",
    "e": "edicts",
    "question_mark": "keys",
    "q": "leave",
    "ctrl+c": "leave",
}
"""What each key does, as Textual calls keys and actions."""

_GREEK: Final = dict(zip("rRftsnhueq", "ρΡφτσνηθε;", strict=True))
"""What a Greek keyboard types with the same keys."""
_NAMES: Final = {";": "semicolon"}

_OWN: Final = {
    "move": "← ↑ ↓ →",
    "turn": "r, R",
    "flip": "f",
    "shape": "Tab",
    "terrain": "t",
    "skill": "s",
    "jump": "n",
    "put": "Enter",
    "lift": "⌫",
}
_AS_TYPED: Final = {"hint": "h", "undo": "u", "edicts": "e", "end": "?, q"}
"""The keys as people call them: those of the screen, and those that do what a word does in the plain mode."""


def bindings() -> Iterator[tuple[str, str]]:
    """Yield every key, with the action it stands for."""
    for key, action in ACTIONS.items():
        yield key, action
        if key in _GREEK:
            yield _NAMES.get(_GREEK[key], _GREEK[key]), action


def guide() -> Iterator[str]:
    """Yield the keys, and what each does."""
    width = max(map(len, _OWN.values()))
    for name, keys in _OWN.items():
        yield f"{keys:{width}}   {say(f'screen.key.{name}')}"
    for name, keys in _AS_TYPED.items():
        yield f"{keys:{width}}   {say(f'guide.{name}')}"
