"""The player who knows all decks, in ``benchmarks/clairvoyant.py``."""

from benchmarks.clairvoyant import clairvoyant, play_deal
from quillmap.play.game import Game
from quillmap.rules.counting import total_of
from quillmap.rules.setup import Setup

SETUP = Setup.of_box("heroes", map="C", seed="knows")


def test_one_map_without_choice_is_the_surveyor() -> None:
    """A beam of one keeps the map that is worth most after each card, as does a surveyor who looks at no next one."""
    assert play_deal(SETUP, 1, 0) == play_deal(SETUP, "surveyor@compared=1", 0)


def test_knowing_the_deck_pays() -> None:
    """With some maps to choose from at the end, it is ahead of the same value without knowledge."""
    deals = [Game(Setup(seed=f"ahead {number}")).state for number in range(3)]
    alone, among_ten = (sum(total_of(clairvoyant(deal, width).seats[0]) for deal in deals) for width in (1, 10))
    assert among_ten > alone
