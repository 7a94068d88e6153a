"""The same rules compiled, for millions of games: optional, and never a second copy of a rule.

Importing this package costs nothing. Its modules need numpy and most of them numba (the extra ``quillmap[fast]``);
``readiness`` says whether they are there.
"""
