"""Places in arrays count from the start: a pass of the compiler that takes their numbers for unsigned ones.

A signed number may be negative, and then counts from the end. numba looks for that wherever an array is read or
written, which is a comparison and a choice before every load. Compiled code here never counts from the end.
"""

from typing import Any

from numba import types
from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass


@register_pass(mutates_CFG=False, analysis_only=False)
class CountFromStart(FunctionPass):
    """Changes how arrays are read and written, once types are known."""

    _name = "count_from_start"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Return whether anything was changed."""
        changed = {
            each: signature.replace(args=(signature.args[0], _unsigned(signature.args[1]), *signature.args[2:]))
            for each, signature in state.calltypes.items()
            if _is_indexing(each) and isinstance(signature.args[0], types.Array)
        }
        state.calltypes.update(changed)
        return bool(changed)


def _is_indexing(each: Any) -> bool:
    return isinstance(each, ir.SetItem) or (isinstance(each, ir.Expr) and each.op == "getitem")


def _unsigned(index: Any) -> Any:
    """Return the type of an index with unsigned numbers in it; slices stay as they are."""
    if isinstance(index, types.BaseTuple):
        return types.BaseTuple.from_types([_unsigned(each) for each in index])  # type: ignore[attr-defined]  # it can
    return types.uint64 if index == types.int64 else index
