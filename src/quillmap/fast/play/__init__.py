"""Compiled games: everything here works on the rows of ``layout``.

| module | job |
|---|---|
| ``flow`` | from card to card and season to season: whole games |
| ``turns`` | one seat deals with one card |
| ``policies`` | how seats decide: at random, or greedily by a value |
| ``decks`` | dealing and shuffling |
| ``chance`` | random numbers |
| ``play_symbol`` | playing on, compiled once and called by symbol |
| ``playouts`` | kernel: play to the end again and again |
| ``rollouts`` | kernels: value drawings, play them some cards further |
| ``stepping`` | kernels: games that stop at every question |
| ``observing`` | kernel: what a seat sees |
| ``training_games`` | kernels: games to learn weights from |
"""
