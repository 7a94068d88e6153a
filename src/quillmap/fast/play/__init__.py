"""Compiled games: everything here works on the rows of ``layout``.

| module | job |
|---|---|
| ``flow`` | the order of a game: which card comes, who is asked, what happens without a question |
| ``drawings`` | what a seat may draw |
| ``changes`` | what happens to a seat's map and coins |
| ``policies`` | how seats decide: at random, or greedily by a value |
| ``decks`` | dealing and shuffling |
| ``chance`` | random numbers |
| ``whole_games`` | games in which policies answer every question |
| ``playouts`` | kernel: play a game to its end many times |
| ``rollouts`` | kernels: value drawings, play them some cards further |
| ``glances`` | kernel: the places that are worth a look on the way |
| ``stepping`` | kernels: games that stop at every question |
| ``observing``, ``observing_tables`` | kernels: what a seat sees, alone and at a table |
| ``training_games`` | kernels: games to learn weights from |
"""
