"""Puzzles: positions from bots' games with one clearly best idea, and how they are made.

| module | job |
|---|---|
| ``puzzle`` | a puzzle, and the position it is about |
| ``difficulty`` | how difficult a puzzle is, by who misses it |
| ``collection`` | the puzzles of the package: reading and writing them, and which is the one of a day |
| ``judging`` | what an answer to a puzzle is worth |
| ``tables`` | the tables of the games in which puzzles are looked for |
| ``finding`` | puzzles in one game |
| ``proving`` | whether a position has one clearly best idea |
| ``attempts`` | who misses it: bots and greedy players |
| ``making`` | puzzles of many games, kept in a file while they are made |
| ``checking`` | how many puzzles turn out to be wrong when they are checked more closely |

``docs/puzzles.md`` has the figures. Making and checking need numba; all else does not.
"""
