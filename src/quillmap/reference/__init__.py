"""The rules to read: chapters and a page for each card, with pictures made by the program (``docs/rules``).

| module | what it holds |
|---|---|
| ``examples/<card>.txt`` | a map for each scoring card and skill, with the points it is worth |
| ``scenes/<name>.txt`` | the maps of the chapters |
| ``examples`` | reads both, and lets the rules count what they show |
| ``figures`` | what a picture shows: a part of a map, what earns, what is marked |
| ``chapters`` | what the chapters are made of; the words are in the catalogues |
| ``book`` | all of it as one JSON value, for the page |
| ``art``, ``symbols``, ``drawing`` | pictures as SVG, drawn as the page draws them |
| ``notebook`` | pictures of games, sheets, moves and awards, for notebooks |
| ``cards`` | every card in the order of the pages |
| ``markdown``, ``card_page`` | chapters and cards as pages in a language |
| ``make`` | writes ``docs/rules``; ``python -m quillmap.reference`` calls it |

Pictures hold no words and catalogues no pictures, so all languages share the pictures.
"""
