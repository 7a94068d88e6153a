"""Arrays by their address: how they are passed to functions that are called by symbol."""

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

_I64 = ir.IntType(64)


def _place(builder: Any, address: Any, index: Any) -> Any:
    return builder.gep(builder.inttoptr(address, _I64.as_pointer()), [index])


def _address_of(_typing: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        return builder.ptrtoint(data, _I64)

    return types.int64(array), build


def _array_at(_typing: Any, _address: Any, _length: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = context.make_array(signature.return_type)(context, builder)
        populate_array(
            array,
            data=builder.inttoptr(values[0], _I64.as_pointer()),
            shape=[values[1]],
            strides=[ir.Constant(_I64, 8)],
            itemsize=ir.Constant(_I64, 8),
            meminfo=None,
        )
        return array._getvalue()

    return types.Array(types.int64, 1, "C")(types.int64, types.int64), build


def _peek(_typing: Any, _address: Any, _index: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.load(_place(builder, *values))

    return types.int64(types.int64, types.int64), build


def _poke(_typing: Any, _address: Any, _index: Any, _number: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        builder.store(values[2], _place(builder, values[0], values[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), build


address_of: Final[Any] = intrinsic(_address_of)
"""Return where the first number of an array is."""
array_at: Final[Any] = intrinsic(_array_at)
"""Return the array of a length at an address; ``numba.carray`` would count references, which is not done here."""
peek: Final[Any] = intrinsic(_peek)
"""Return the number at a place after an address."""
poke: Final[Any] = intrinsic(_poke)
"""Write a number to a place after an address."""
