"""How functions become machine code."""

from typing import Any

import numpy as np
from numba.core.caching import NullCache

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.compiler.libraries import OuterLibrary


@inlined
def _item(row: Any, place: int) -> Any:
    return row[place]


def _sum_of_two(row: Any, first: int, second: int) -> Any:
    return _item(row, first) + _item(row, second)


def test_a_function_is_optimised_where_it_ends_up() -> None:
    """What is called from outside has taken over what it calls, and does not look whether a place is negative."""
    compiled: Any = kernel(_sum_of_two)
    compiled._cache = NullCache()  # what is loaded from the cache can't be looked at
    assert compiled(np.arange(5), 1, 3) == 4
    (result,) = compiled.overloads.values()
    code = str(result.library.get_function(result.fndesc.llvm_func_name))
    assert type(result.library) is OuterLibrary
    assert "call" not in code
    assert "select" not in code
    assert "icmp slt" not in code
