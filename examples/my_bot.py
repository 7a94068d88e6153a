"""An example of your own bot: it draws where the season's two edicts would give most, and easily beats the random one.

``python examples/my_bot.py`` compares the two on the same deals. From the folder above this one,
``quillmap simulate --bots examples.my_bot:MyBot,random`` lets it play at a table, and
``quillmap simulate --bots examples.my_bot:MyBot@looks=50 --against random`` compares it with its setting changed.
"""

import argparse

from quillmap.bots.bot import Bot
from quillmap.bots.contests import arena
from quillmap.play.view import View
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Draw
from quillmap.rules.options import Options
from quillmap.rules.scoring import score
from quillmap.rules.sheet import with_terrain


class MyBot(Bot):
    """Looks at some drawings and takes the one that the present season would pay best."""

    def __init__(self, seed: str = "", looks: int = 20) -> None:
        super().__init__(seed)
        self.looks = looks

    def choose(self, view: View, options: Options) -> Answer:
        """Return the best of a few drawings; any other question is answered at random."""
        if options.ask is not Ask.DRAW:
            return self.random.choice(list(options))
        some = [options.drawings.pick(self.random.randrange) for _ in range(self.looks)]
        return max(some, key=lambda drawing: self.stars(view, drawing))

    def stars(self, view: View, drawing: Draw) -> int:
        """Return what the edicts of this season would give right after *drawing*."""
        sheet = with_terrain(view.seats[drawing.seat].sheet, drawing.spaces, drawing.terrain)
        edicts = [view.edicts[place] for place in view.season_card.edicts]
        return sum(score(card, sheet, view.setup.rulebook) for card in edicts)


def main() -> None:
    """Let the bot meet the random one, each alone on the same deals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="how many deals (20)")
    print(arena(MyBot, "random", games=parser.parse_args().games, solo=True))


if __name__ == "__main__":
    main()
