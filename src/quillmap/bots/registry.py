"""Bots by name: those of the package, and any class as ``module:Class``; settings can follow after ``@``."""

import inspect
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final

from quillmap.bots.bot import Bot
from quillmap.errors import CodedError

BOTS: Final = {
    "random": "quillmap.bots.random_bot:RandomBot",
    "apprentice": "quillmap.bots.apprentice:ApprenticeBot",
    "surveyor": "quillmap.bots.surveyor:SurveyorBot",
    "master": "quillmap.bots.master:MasterBot",
}
"""Where the class of each named bot is; it is imported when it is asked for."""


class UnknownBot(CodedError, ValueError):
    """There is no bot of this name, or it can't be made."""

    text_key = "command.trouble.bot.{code}.text"


def load_bot(name: str) -> type[Bot]:
    """Return the class of the bot called *name*, or raise ``UnknownBot``."""
    module_name, colon, class_name = BOTS.get(name, name).partition(":")
    if not colon:
        raise UnknownBot("unknown-bot", bot=name, bots=", ".join(BOTS))
    found = getattr(_module(module_name), class_name, None)
    if not isinstance(found, type):
        raise UnknownBot("no-class", module=module_name, name=class_name)
    if not issubclass(found, Bot):
        raise UnknownBot("not-a-bot", bot=name)
    return found


def bot_maker(name: str) -> Callable[[str], Bot]:
    """Return a function that makes a bot from a seed, or raise ``UnknownBot``.

    After the name there may be settings, ``my_module:MyBot@depth=3@wild=true``. They are handed to the class by name,
    as a number, as true or false, or as a text.
    """
    plain, *settings = name.split("@")
    found = load_bot(plain)
    if not settings:
        return found
    given = dict(map(_setting, settings))
    try:
        inspect.signature(found).bind("", **given)
        found("", **given)  # a class may refuse values, too
    except (TypeError, ValueError) as error:
        raise UnknownBot("setting-refused", bot=plain, reason=str(error)) from None
    return partial(found, **given)


def _setting(written: str) -> tuple[str, Any]:
    name, equals, value = (each.strip() for each in written.partition("="))
    if not (equals and name.isidentifier()):
        raise UnknownBot("bad-setting", setting=written)
    if value in ("true", "false"):
        return name, value == "true"
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value


def _module(name: str) -> object:
    try:
        return import_module(name)
    except Exception as error:  # somebody else's module runs here, and can fail in any way
        raise UnknownBot("module-broken", module=name, reason=f"{type(error).__name__}: {error}") from error
