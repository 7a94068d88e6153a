"""The levels of bots: their order, names and parameters, here and nowhere else.

Server, page, command line and docs take them from here. ``docs/bots.md`` says how their strength was measured.
"""

from types import MappingProxyType
from typing import Final, NamedTuple

from quillmap.bots.sight import WHOLE, Sight
from quillmap.bots.styles import STYLES

LEAST_SEEN: Final = 8
"""Drawings that anybody looks at, even on their worst day: with fewer, moves look silly."""


class Attention(NamedTuple):
    """How much somebody looks at. Nobody sees more than a seat may see, or takes a worse answer than they could."""

    seen: int
    """How many drawings are looked at on an ordinary day."""
    sight: Sight
    """How the maps after them are seen."""
    harm: int
    """How many places of an ambush are looked at."""
    has_skills: bool
    """Whether skills are thought of."""
    days: tuple[int, ...]
    """How much of ``seen`` there is on bad and on good days, in percent; each is as frequent as the others."""


class Level(NamedTuple):
    """A strength that people can choose."""

    id: str
    bot: str
    """Where its class is."""
    stars: int
    """What it scores on average at a table for two in the base box on map A, facing random monsters."""
    names: tuple[str, ...] = ()
    """What its people are called: as many as there are styles, somebody without a style first."""
    has_styles: bool = True
    attention: Attention | None = None
    """How much it looks at; None for a class with ways of its own."""

    def names_of(self, style: str) -> tuple[str, ...]:
        """Return what somebody of this level and style may be called."""
        return (self.names[list(STYLES).index(style)],) if self.has_styles else self.names


_STEADY: Final = (35, 60, 100, 170, 280)
_CHANGING: Final = (28, 53, 100, 190, 360)

LEVELS: Final = MappingProxyType(
    {
        level.id: level
        for level in (
            Level("random", "quillmap.bots.random_bot:RandomBot", 22, has_styles=False),
            Level(
                "apprentice",
                "quillmap.bots.apprentice:ApprenticeBot",
                53,
                ("Pip", "Tilda", "Nuno", "Bela", "Fritz"),
                has_styles=False,
            ),
            Level(
                "copyist",
                "quillmap.bots.people:CopyistBot",
                76,
                ("Odo", "Marta", "Silvan", "Runa", "Jory"),
                attention=Attention(55, Sight(0, is_yearly=False, monsters=0, coins=65), 4, False, _STEADY),
            ),
            Level(
                "wanderer",
                "quillmap.bots.people:WandererBot",
                83,
                ("Linus", "Greta", "Tamas", "Ylva", "Corvin"),
                attention=Attention(32, Sight(0, monsters=55, coins=65), 4, False, _CHANGING),
            ),
            Level(
                "scribe",
                "quillmap.bots.people:ScribeBot",
                94,
                ("Alma", "Zofia", "Bruno", "Solveig", "Mirko"),
                attention=Attention(37, Sight(47, monsters=65, coins=85), 4, True, _CHANGING),
            ),
            Level(
                "pathfinder",
                "quillmap.bots.people:PathfinderBot",
                106,
                ("Iris", "Dorota", "Anselm", "Sigrun", "Kasimir"),
                attention=Attention(82, Sight(71), 5, True, _CHANGING),
            ),
            Level(
                "navigator",
                "quillmap.bots.people:NavigatorBot",
                114,
                ("Vasco", "Helena", "Piet", "Brida", "Lucan"),
                attention=Attention(165, Sight(91), 15, True, _STEADY),
            ),
            Level(
                "geographer",
                "quillmap.bots.people:GeographerBot",
                120,
                ("Marek", "Eleni", "Oskar", "Judit", "Nadia"),
                attention=Attention(560, WHOLE, 100, True, _STEADY),
            ),
            Level(
                "surveyor",
                "quillmap.bots.surveyor:SurveyorBot",
                122,
                ("Theodora", "Ilona", "Matthias", "Astrid", "Severin"),
            ),
            Level(
                "master",
                "quillmap.bots.master:MasterBot",
                128,
                ("Hypatia", "Agathe", "Gerhard", "Roxana", "Leonid"),
            ),
        )
    }
)
"""All levels by id, the weakest first."""

PEOPLE: Final = tuple(level.id for level in LEVELS.values() if level.names)
"""Those that are offered to people. Random drawings are for comparisons: no person draws so."""

DEFAULT: Final = "wanderer"
"""Whom people meet who have chosen nobody: an adult wins about half of their fifth games (``docs/bots.md``)."""
