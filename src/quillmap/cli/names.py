"""The English names of cards, seasons, titles and terrains, made from their ids."""

from typing import Final

_SMALL: Final = frozenset({"of", "the"})
_PRINTED: Final = {
    "broken-road": "The Broken Road",
    "cauldrons": "The Cauldrons",
    "golden-granary": "The Golden Granary",
    "kethras-gates": "Kethra's Gates",
    "ulems-wallow": "Ulem's Wallow",
}
"""Names that an id does not tell."""


def name_of(thing: str) -> str:
    """Return the name of the thing with this id."""
    if thing in _PRINTED:
        return _PRINTED[thing]
    first, *rest = thing.split("-")
    return " ".join([first.capitalize(), *(word if word in _SMALL else word.capitalize() for word in rest)])
