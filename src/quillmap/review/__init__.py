"""How well a finished game was played: every decision and every card of a seat, and what they cost or brought.

| module | job |
|---|---|
| ``tasks`` | a record divided into decisions, cards and what neighbours did, each of which can be judged by itself |
| ``judging`` | one task judged: loss and margin of a decision, luck of a card |
| ``expectation`` | what a seat could expect before the first card |
| ``masters_year`` | what the master would have made of the same cards |
| ``results`` | what comes out, and its JSON |
| ``plotting`` | a picture of the curve |
| ``scale`` | classes, accuracy and levels: every threshold, in one place |
| ``reviewing`` | a whole game, result by result |
| ``reasons`` | why a move was better, in a sentence |
| ``telling`` | a decision, and a whole game, in sentences |

``docs/review.md`` says how each number is made.
"""
