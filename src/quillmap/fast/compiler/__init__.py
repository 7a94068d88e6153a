"""What it takes to compile the rules unchanged; the only folder that imports numba.

| module | job |
|---|---|
| ``decorators`` | ``inlined`` and ``kernel`` for compiled functions; the rules made known to numba |
| ``cache`` | the folder of compiled code, named after a hash of its sources |
| ``function_cache`` | compiled functions in it: one process compiles, others wait; equal environments share |
| ``libraries`` | every function optimised once, where it ends up |
| ``indexing`` | places in arrays that are never counted from the end |
| ``u128`` | sets of spaces as 128-bit machine integers |
| ``symbols`` | functions that are compiled once, by themselves, and called by symbol |
| ``pointers`` | arrays by their address, for functions called by symbol |
| ``sheet_pointers`` | sheets by their address, for the same |
"""

from importlib.util import find_spec

if find_spec("numba") is None:
    raise ModuleNotFoundError("compiled games need numba: pip install 'quillmap[fast]'", name="numba")
