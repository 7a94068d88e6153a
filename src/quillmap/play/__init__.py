"""Whole games: played, seen from a seat, written down, read back, checked.

| module | what it holds |
|---|---|
| ``game`` | a game in progress |
| ``view`` | what one seat may see |
| ``prospects`` | what a map is worth, and what an answer would make of it |
| ``remaining`` | what may still come this season |
| ``notation``, ``textmap`` | spaces and sheets as text |
| ``codec``, ``record``, ``record_bounds`` | events and moves as JSON, and files of them |
| ``replay``, ``answers``, ``verify`` | going through a record, what seats answered, and whether it was honest |
| ``card_list`` | everything that is printed, as JSON |
"""
