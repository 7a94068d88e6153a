"""Players that are programs. They see only what their seat may see.

``quillmap.bots.BOTS`` names those of the package; ``quillmap.bots.bot_maker("master")`` makes one from a seed.

| module | job |
|---|---|
| ``bot`` | what a bot is |
| ``random_bot``, ``apprentice``, ``people``, ``surveyor``, ``master`` | the bots of the package |
| ``levels``, ``styles`` | their order, names and parameters; what they have a liking for |
| ``registry`` | bots by name, and settings after the name |
| ``ranking`` | every legal answer, ranked by what the map is worth after it |
| ``positions`` | a game as one seat knows it, brought to its next card; which cards can come, and how likely each is |
| ``next_card`` | which explore card may come next, and what the best drawing of it makes of a map |
| ``promising`` | the answers in a position from which to look ahead |
| ``answer_playouts``, ``racing`` | answers of all kinds played further; those clearly behind drop out |
| ``steps`` | thinking that can be put aside, and gone on with elsewhere |
| ``appraisal``, ``sight`` | what a map is worth to its owner, and to somebody who sees less or likes something |
| ``bot_game`` | one game with a bot in every seat |
| ``playing_out`` | playing on from a moment of a game, many times |
| ``contests`` | the arena in one call: ``qm.arena`` |
| ``series``, ``lineups`` | many deals at the same tables; the usual ways to let bots meet |
| ``tally``, ``distribution``, ``comparison`` | results: of one bot, as numbers to trust, of two on the same deals |
| ``plotting`` | a picture of them |
| ``resuming``, ``kept_lines`` | interrupted series that go on; the file of such work |
| ``fingerprints`` | by which a bot of somebody's own is known again |
| ``cluster`` | the machines of a Dask cluster |
| ``training/`` | learning the weights of the value |
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from quillmap.bots.bot import Bot as Bot
    from quillmap.bots.bot_game import play_game as play_game
    from quillmap.bots.registry import BOTS as BOTS
    from quillmap.bots.registry import bot_maker as bot_maker
    from quillmap.bots.registry import load_bot as load_bot

_PLACES: Final = {
    "BOTS": "registry",
    "Bot": "bot",
    "bot_maker": "registry",
    "load_bot": "registry",
    "play_game": "bot_game",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])
