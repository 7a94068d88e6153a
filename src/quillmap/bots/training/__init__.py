"""Learning the weights of the value: ``quillmap train`` runs it, and anybody can run it again.

Rounds of noisy games come first: after every drawing the future points of each edict, of coins and of monsters are
regressed on what the outlooks saw. The first games are played greedily, later ones by what has been learned.
Then come single decisions: the best drawings and some others are played two cards further on the same deals, and
the differences between them are regressed on the differences of what the outlooks see.
"""

from quillmap.bots.training.course import Course, Progress, train

__all__ = ["Course", "Progress", "train"]
