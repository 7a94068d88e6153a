"""What a bot is: something that answers when its seat is asked.

Your own bot is a class like this one, in any module::

    from quillmap.bots.bot import Bot

    class FirstBot(Bot):
        \"\"\"Draws the first thing that is allowed.\"\"\"

        def choose(self, view, options):
            return next(iter(options))

and ``quillmap simulate --bots my_module:FirstBot,random`` lets it play. Further parameters of ``__init__`` can be set
there, too: ``my_module:FirstBot@depth=3`` (``registry.bot_maker``). ``examples/my_bot.py`` is a longer example.
"""

import random
from abc import ABC, abstractmethod
from typing import ClassVar

from quillmap.play.view import View
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options


class Bot(ABC):
    """One player of one game.

    All its randomness comes from ``self.random``, so that a game can be repeated.
    """

    uses_compiled_rules: ClassVar[bool] = False
    """Whether it uses the compiled rules where they are, so that they are better compiled before many games."""

    def __init__(self, seed: str = "") -> None:
        self.random = random.Random(seed)

    @classmethod
    def plays_as(cls) -> str | None:
        """Return the weaker level that it plays like, because something is not installed; None if nothing is missing.

        Comparisons refuse a bot that does not play as its name says.
        """
        return None

    @abstractmethod
    def choose(self, view: View, options: Options) -> Answer:
        """Return one of *options*, which know no more than *view*; the seat to answer is ``options.seat``."""
