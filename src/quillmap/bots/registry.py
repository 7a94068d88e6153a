"""Bots by name: those of the package, and any class as ``module:Class``; settings can follow after ``@``.

Wherever a bot is named, the class itself will do, or a bot that serves as a pattern.
"""

import inspect
import random
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from importlib import import_module
from typing import Any, Final, TypeAlias

from quillmap.bots.bot import Bot
from quillmap.bots.levels import LEVELS
from quillmap.errors import CodedError, shown

BOTS: Final = {level.id: level.bot for level in LEVELS.values()}
"""Where the class of each named bot is; it is imported when it is asked for."""


BotLike: TypeAlias = str | type[Bot] | Bot
"""A name with settings, a class, or a bot of which every game gets a copy with chance of its own."""


class UnknownBot(CodedError, ValueError):
    """There is no bot of this name, or it can't be made, or it would be weaker than its name says."""

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


def bot_name(bot: BotLike) -> str:
    """Return what a bot is called."""
    if isinstance(bot, str):
        return bot
    return bot.__name__ if isinstance(bot, type) else type(bot).__name__


def weaker_level(bot: BotLike) -> str | None:
    """Return the level that a bot really plays like, if it is weaker than its name says, or else None."""
    return kind_of(bot).plays_as()


def uses_compiled_rules(bot: BotLike) -> bool:
    """Return whether a bot uses the compiled rules where they are."""
    return kind_of(bot).uses_compiled_rules


def kind_of(bot: BotLike) -> type[Bot]:
    """Return the class of a bot, or raise ``UnknownBot``."""
    if isinstance(bot, str):
        return load_bot(bot.partition("@")[0])
    return bot if isinstance(bot, type) else type(bot)


def bot_maker(name: BotLike) -> Callable[[str], Bot]:
    """Return a function that makes a bot from a seed; both raise ``UnknownBot``.

    After the name there may be settings, ``my_module:MyBot@depth=3@wild=true``. They are handed to the class by name,
    as a number, as true or false, or as a text.
    """
    if isinstance(name, Bot):
        return partial(_copied, name)
    if not isinstance(name, str):
        if not (isinstance(name, type) and issubclass(name, Bot)):
            raise UnknownBot("not-a-bot", bot=shown(name))
        return partial(_made, name, bot_name(name))
    found, given = class_and_settings(name)
    plain = name.partition("@")[0]
    if given:
        try:
            inspect.signature(found).bind("", **given)
            found("", **given)  # a class may refuse values, too
        except (TypeError, ValueError) as error:
            raise UnknownBot("setting-refused", bot=plain, reason=f"{error} ({_settings_of(found)})") from None
    return partial(_made, found, plain, **given)


def class_and_settings(name: str) -> tuple[type[Bot], dict[str, Any]]:
    """Return the class of a bot and the settings after its name, or raise ``UnknownBot``."""
    plain, *settings = name.split("@")
    return load_bot(plain), dict(map(_setting, settings))


def _settings_of(kind: type[Bot]) -> str:
    """Return what can be set: the parameters but for the seed, which comes first."""
    _, *settings = inspect.signature(kind).parameters
    return f"it has {', '.join(settings)}" if settings else "it has no settings"


def _made(kind: type[Bot], name: str, seed: str = "", /, **settings: Any) -> Bot:
    try:
        return kind(seed, **settings)
    except Exception as error:  # somebody else's code runs here, and can fail in any way
        raise UnknownBot("not-made", bot=name, reason=f"{type(error).__name__}: {error}") from error


def _copied(bot: Bot, seed: str) -> Bot:
    """Return a bot like *bot*, with chance of its own."""
    other = deepcopy(bot)
    other.random = random.Random(seed)
    return other


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
