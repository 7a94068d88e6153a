"""The rules compiled with numba, for millions of games. Optional: nothing else in the package needs it to play.

Rules that are functions of sets and sheets (scoring, places of shapes, what is destroyed, coins) are those of
``quillmap.rules``, compiled as they are. The order of a round, and who is asked for what, is written a second time in
``play/``, because a compiled game is a row of numbers and not a ``State``; tests play every kind of table and let the
interpreted rules follow.

| module | job | needs |
|---|---|---|
| ``readiness`` | whether compiled code can be used now, and compiling it in the background | nothing |
| ``progress`` | says that something is being compiled, and how far it is | nothing |
| ``batch`` | batch calls: whole games, playouts from a state, what every answer is worth | numba |
| ``solo_games``, ``table_games`` | a batch of games, played step by step for learners | numba |
| ``searching`` | looking ahead from a view, for the bots, by native code or by that of browsers | compiled rules |
| ``native_search`` | the same by native code | numba |
| ``wasm_search``, ``wasm_kernels`` | the same in a browser; its kernels, and their memory | ``kernels.wasm`` |
| ``layout/`` | games as rows of numbers, cards as tables of numbers, answers and observations as numbers | numpy |
| ``value/`` | what a sheet is worth by learned weights, compiled and in plain Python | nothing; compiled, numba |
| ``play/`` | compiled games: round flow, policies, and the kernels that play | numba |
| ``compiler/`` | what numba has to be taught: 128-bit sets, symbols, pointers, the cache folder | numba |

Everything in the folders can end up in compiled code, and is hashed into the name of the cache folder
(``compiler.cache``). The modules beside them only call it. ``kernels.wasm`` is the same for browsers, built by
``dev.py wasm``; ``kernels.json`` says from which sources. ``quillmap[fast]`` is the extra that installs numba and
numpy; importing this package itself costs nothing.
"""
