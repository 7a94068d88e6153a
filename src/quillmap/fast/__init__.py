"""The same rules compiled, for millions of games: optional, and never a second copy of a rule.

Importing this package costs nothing; ``quillmap.fast.compiled`` needs numpy and numba (the extra ``quillmap[fast]``).
"""
