"""Bots by name: those of the package, and any class as ``module:Class``."""

from importlib import import_module
from typing import Final

from quillmap.bots.bot import Bot

BOTS: Final = {
    "random": "quillmap.bots.random_bot:RandomBot",
    "apprentice": "quillmap.bots.apprentice:ApprenticeBot",
    "surveyor": "quillmap.bots.surveyor:SurveyorBot",
    "master": "quillmap.bots.master:MasterBot",
}
"""Where the class of each named bot is; it is imported when it is asked for."""


class UnknownBot(ValueError):
    """A name that is no bot; the message says why."""


def load_bot(name: str) -> type[Bot]:
    """Return the class of the bot called *name*, or raise ``UnknownBot``."""
    module_name, colon, class_name = BOTS.get(name, name).partition(":")
    if not colon:
        raise UnknownBot(f"there is no bot {name!r}: choose {', '.join(BOTS)}, or write module:Class")
    found = getattr(_module(module_name), class_name, None)
    if not isinstance(found, type):
        raise UnknownBot(f"module {module_name!r} has no class {class_name!r}")
    if not issubclass(found, Bot):
        raise UnknownBot(f"{name!r} is not a subclass of quillmap.bots.bot.Bot")
    return found


def _module(name: str) -> object:
    try:
        return import_module(name)
    except Exception as error:  # somebody else's module runs here, and can fail in any way
        raise UnknownBot(f"module {name!r} can't be imported: {type(error).__name__}: {error}") from error
