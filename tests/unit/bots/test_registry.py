"""Bots by name."""

import sys
from pathlib import Path

import pytest

from quillmap.bots.random_bot import RandomBot
from quillmap.bots.registry import BOTS, UnknownBot, load_bot


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
        ("nobody", "there is no bot 'nobody'"),
        ("", "there is no bot ''"),
        ("no_such_module_here:Bot", "can't be imported"),
        (":Bot", "can't be imported"),
        ("quillmap.bots.random_bot:Nobody", "has no class 'Nobody'"),
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
