"""Sheets by their address: how they are passed to functions that are called by symbol.

A sheet is fifteen sets. Passed one by one, all of them would be copied at every call, and most functions read a few.
"""

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from quillmap.fast.compiler.u128 import U128
from quillmap.rules.sheet import Sheet

_I64 = ir.IntType(64)
_I128 = ir.IntType(128)
_SHEET: Final = types.NamedUniTuple(U128, len(Sheet._fields), Sheet)


def _address_of_sheet(_typing: Any, sheet: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        place = cgutils.alloca_once(builder, values[0].type)
        builder.store(values[0], place)
        return builder.ptrtoint(place, _I64)

    return types.int64(sheet), build


def _sheet_behind(_typing: Any, _address: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        first = builder.inttoptr(values[0], _I128.as_pointer())
        sheet: Any = ir.Constant(ir.ArrayType(_I128, len(Sheet._fields)), ir.Undefined)
        for number in range(len(Sheet._fields)):
            place = builder.gep(first, [ir.Constant(_I64, number)])
            sheet = builder.insert_value(sheet, builder.load(place), number)
        return sheet

    return _SHEET(types.int64), build


address_of_sheet: Final[Any] = intrinsic(_address_of_sheet)
"""Put a sheet on the stack, and return where it is; it stays there until the caller returns."""
sheet_behind: Final[Any] = intrinsic(_sheet_behind)
"""Return the sheet at an address; sets that nobody looks at are not read."""
