"""Whole games: played, seen from a seat, written down, read back, checked.

| module | what it holds |
|---|---|
| ``game`` | a game in progress |
| ``tables`` | a set-up from a box, a line of text or a dict |
| ``sources`` | what functions accept in place of a state |
| ``view`` | what one seat may see |
| ``prospects`` | what a map is worth, and what an answer would make of it |
| ``remaining`` | what may still come this season |
| ``awarding`` | what a card gives for a map, part by part |
| ``determinizing`` | a deal that agrees with what a seat knows, to search from |
| ``notation``, ``textmap``, ``texts`` | spaces, sheets and moves as text |
| ``codec``, ``record``, ``record_bounds`` | events and moves as JSON, and files of them |
| ``replay``, ``answers``, ``verify`` | going through a record, what seats answered, and whether it was honest |
| ``playing_again`` | from a record back to a game |
| ``card_list`` | everything that is printed, as JSON |
"""
