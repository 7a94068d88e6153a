"""Games, cards, answers and observations as numbers.

| module | job |
|---|---|
| ``rows`` | where everything is in the row of a game, a table, a diary |
| ``plain_rows`` | set-ups, sheets and states as rows |
| ``conversion`` | the same in arrays, and back |
| ``sheets`` | compiled access to the sheets in a row |
| ``card_numbers`` | cards and sets of spaces as numbers |
| ``card_tables`` | the cards of the rules as tables of numbers |
| ``actions`` | every answer of a seat as one number |
| ``observation`` | the order of planes and numbers that a learner sees |
"""
