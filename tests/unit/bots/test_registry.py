"""Bots by name."""

import sys
from pathlib import Path

import pytest

from helpers.errors import codes_of
from quillmap.bots.bot import Bot
from quillmap.bots.random_bot import RandomBot
from quillmap.bots.registry import BOTS, UnknownBot, bot_maker, load_bot
from quillmap.locales import catalogue, languages
from quillmap.play.view import View
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options


def test_every_named_bot_loads() -> None:
    """Each name of the register leads to a class that can be made with a seed."""
    for name in BOTS:
        assert load_bot(name)("seed").random is not None


def test_a_class_of_any_module_loads() -> None:
    """``module:Class`` leads to that class."""
    assert load_bot("quillmap.bots.random_bot:RandomBot") is RandomBot


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", "There is no bot “nobody”"),
        ("", "There is no bot “”"),
        ("no_such_module_here:Bot", "can’t be imported"),
        (":Bot", "can’t be imported"),
        ("quillmap.bots.random_bot:Nobody", "has no class “Nobody”"),
        ("quillmap.bots.random_bot:SKILL_CHANCE", "has no class"),
        ("quillmap.rules.sheet:Sheet", "is not a subclass"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_reason(name: str, words: str) -> None:
    """A wrong name, module or class each have their reason."""
    with pytest.raises(UnknownBot, match=words):
        load_bot(name)


def test_a_module_that_breaks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong in somebody's module becomes a reason, not a crash."""
    (tmp_path / "broken_bot_module.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(UnknownBot, match="ZeroDivisionError: division by zero"):
        load_bot("broken_bot_module:Bot")


SET = f"{__name__}:Settable"


class Settable(RandomBot):
    """A bot that can be set in several ways."""

    def __init__(
        self, seed: str = "", depth: int = 1, *, share: float = 0.5, wild: bool = False, name: str = ""
    ) -> None:
        super().__init__(seed)
        self.settings = (depth, share, wild, name)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", (1, 0.5, False, "")),
        ("@depth=3", (3, 0.5, False, "")),
        ("@depth=-2@share=0.25@wild=true@name=Ada", (-2, 0.25, True, "Ada")),
    ],
)
def test_settings_follow_the_name(settings: str, expected: tuple[object, ...]) -> None:
    """What stands after ``@`` is handed to the class, as a number, true or false, or a text."""
    bot = bot_maker(SET + settings)("seed")
    assert isinstance(bot, Settable)
    assert bot.settings == expected


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (f"{SET}@", "bad-setting"),
        (f"{SET}@depth", "bad-setting"),
        (f"{SET}@=3", "bad-setting"),
        (f"{SET}@height=3", "setting-refused"),
        (f"{SET}@seed=3", "setting-refused"),
        ("random@depth=3", "setting-refused"),
        ("master@playouts=0", "setting-refused"),
        ("master@playouts=100.5", "setting-refused"),
        ("master@playouts=many", "setting-refused"),
        ("master@milliseconds=soon", "setting-refused"),
        ("master@milliseconds=-1", "setting-refused"),
        ("master@milliseconds=inf", "setting-refused"),
        ("master@milliseconds=nan", "setting-refused"),
        ("nobody@depth=3", "unknown-bot"),
    ],
)
def test_wrong_settings_are_refused(name: str, code: str) -> None:
    """A setting that is none, or that the bot does not have, is refused before anything is played."""
    with pytest.raises(UnknownBot) as refused:
        bot_maker(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("name", "settings"), [("master@playout=3", "it has .*playouts.*milliseconds"), ("random@depth=3", "no settings")]
)
def test_what_can_be_set_is_told(name: str, settings: str) -> None:
    """A setting that a bot does not have is answered with those that it has."""
    with pytest.raises(UnknownBot, match=settings):
        bot_maker(name)


def test_every_reason_has_words_on_the_command_line() -> None:
    """Whatever can be wrong with a bot is told in every language."""
    for language in languages():
        for code in codes_of(UnknownBot):
            assert f"command.trouble.bot.{code}.text" in catalogue(language)


class Unfinished(Bot):
    """Has no ``choose``."""


class Moody(Bot):
    """Can't be made from every seed."""

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        raise RuntimeError("not today")

    def choose(self, view: View, options: Options) -> Answer:
        """Never come to this."""
        del view
        return options[0]


@pytest.mark.parametrize("kind", [Unfinished, Moody])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_bot_that_can_not_be_made_says_why(kind: type[Bot], is_named: bool) -> None:
    """By name or as a class; nothing of Python's own comes out."""
    name = f"{kind.__module__}:{kind.__name__}" if is_named else kind
    with pytest.raises(UnknownBot, match=r"can’t be made: .*(abstract|not today)"):
        bot_maker(name)("seed")
