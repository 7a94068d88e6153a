"""What a bot is: something that answers when its seat is asked.

A bot of your own is a class like this one, in any module::

    from quillmap.bots.bot import Bot

    class FirstBot(Bot):
        \"\"\"Draws the first thing that is allowed.\"\"\"

        def choose(self, view, options):
            return next(iter(options))

and ``quillmap simulate --bots my_module:FirstBot,random`` lets it play. What ``__init__`` takes besides the seed can be
set there too: ``my_module:FirstBot@depth=3`` (``registry.bot_maker``). ``examples/my_bot.py`` is a longer one.
"""

import random
from abc import ABC, abstractmethod

from quillmap.play.view import View
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options


class Bot(ABC):
    """One player of one game.

    Whatever it leaves to chance, it takes from ``self.random``: then a game can be repeated.
    """

    def __init__(self, seed: str = "") -> None:
        self.random = random.Random(seed)

    @abstractmethod
    def choose(self, view: View, options: Options) -> Answer:
        """Return one of *options*, made from the *view* and so without secrets; its seat is ``options.seat``."""
