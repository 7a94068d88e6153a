"""Players that are programs. They see only what their seat may see.

``quillmap.bots.BOTS`` names those of the package; ``quillmap.bots.bot_maker("master")`` makes one from a seed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from quillmap.bots.arena import play_game as play_game
    from quillmap.bots.bot import Bot as Bot
    from quillmap.bots.registry import BOTS as BOTS
    from quillmap.bots.registry import bot_maker as bot_maker
    from quillmap.bots.registry import load_bot as load_bot

_PLACES: Final = {
    "BOTS": "registry",
    "Bot": "bot",
    "bot_maker": "registry",
    "load_bot": "registry",
    "play_game": "arena",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])
