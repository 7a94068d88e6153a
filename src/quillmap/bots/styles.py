"""Styles: what somebody has a liking for, whatever their level."""

from types import MappingProxyType
from typing import Final, NamedTuple

from quillmap.bots.sight import Sight


class Style(NamedTuple):
    """What a style adds to a sight, in percent of what the surveyor sees."""

    id: str
    edicts: int = 0
    monsters: int = 0
    coins: int = 0
    is_cruel: bool = False
    """Whether every place of an ambush is looked at, however many others of the level see."""

    def seen_by(self, sight: Sight) -> Sight:
        """Return how somebody of this style sees what *sight* sees."""
        return sight._replace(
            edicts=sight.edicts + self.edicts,
            monsters=sight.monsters + self.monsters,
            coins=sight.coins + self.coins,
        )


PLAIN: Final = Style("")
STYLES: Final = MappingProxyType(
    {
        style.id: style
        for style in (
            PLAIN,
            Style("builder", edicts=20),
            Style("hoarder", coins=60),
            Style("hunter", monsters=60),
            Style("spoiler", is_cruel=True),
        )
    }
)
"""All styles by id; the empty one is that of somebody without any."""


def style_called(name: str) -> Style:
    """Return a style, or raise ``ValueError``."""
    if name not in STYLES:
        raise ValueError(f"style is one of {', '.join(filter(None, STYLES))}")
    return STYLES[name]
