"""Learning the weights of the value; ``quillmap train`` runs it.

First come rounds of noisy games: after every drawing, the future points of each edict, of coins and of monsters are
regressed on the features of the map. The first games are played greedily, later ones by what has been learned. Then
come single decisions: the best drawings and some others are played two cards further on the same deals, and the
differences in their results are regressed on the differences in their features.

| module | job |
|---|---|
| ``course`` | the whole course: rounds of games, then decisions |
| ``games`` | play noisy games and learn from what came of them |
| ``decisions`` | compare the drawings of single decisions |
| ``refining`` | improve weights by gradient descent on those decisions |
| ``tables`` | the mix of tables that is played |
| ``weight_arrays`` | the weights as arrays, and as the file they become |
| ``parallel`` | sharing the work out |
"""

from quillmap.bots.training.course import Course, Progress, train

__all__ = ["Course", "Progress", "train"]
