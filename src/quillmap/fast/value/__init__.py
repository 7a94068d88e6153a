"""What a sheet is worth to its owner, by weights learned from many games.

| module | job | needs |
|---|---|---|
| ``features/`` | what the value looks at: an outlook for every scoring card, and the ground | nothing |
| ``weights``, ``weights.json`` | the learned weights, and those of one table | nothing |
| ``learned_value`` | the value in plain Python | nothing |
| ``compiled_scores`` | all scoring cards, compiled | numba |
| ``compiled_outlooks`` | all outlooks, compiled | numba |
| ``compiled_value`` | the value, compiled | numba |
"""
