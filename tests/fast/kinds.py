"""Every kind of table that compiled games know."""

from typing import Final

from quillmap.rules import Setup

KINDS: Final[dict[str, dict[str, object]]] = {
    "solo": {"box": "base"},
    "solo on map B": {"box": "base", "map": "B"},
    "two": {"box": "base", "seats": 2},
    "five": {"box": "base", "seats": 5},
    "without ruins or ambushes": {"box": "base", "ruins": False, "ambushes": "none", "seats": 2},
    "Heroes alone": {"box": "heroes"},
    "Heroes on map D": {"box": "heroes", "map": "D", "seats": 3},
    "mixed": {"box": "mixed", "map": "C", "seats": 2},
    "mixed with promos": {"box": "mixed", "promos": True, "seats": 3},
    "automatic ambushes": {"box": "mixed", "seats": 3, "ambush_by": "automatic"},
    "German solo": {"box": "mixed", "rulebook": "de"},
    "German table, automatic": {"box": "mixed", "rulebook": "de", "seats": 2, "ambush_by": "automatic"},
    "Greek": {"box": "mixed", "rulebook": "el", "seats": 2},
    "generated map": {"box": "base", "map": "generated-wasteland", "seats": 2},
    "Heroes cards, base seasons": {"box": "heroes", "seasons": "base", "ruins": True, "seats": 2},
}
SOLO: Final = tuple(kind for kind, options in KINDS.items() if "seats" not in options)


def table(kind: str, seed: str) -> Setup:
    """Return a table of this kind."""
    options = dict(KINDS[kind])
    return Setup.of_box(str(options.pop("box")), seed=seed, **options)
