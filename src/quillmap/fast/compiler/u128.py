"""A 128-bit unsigned integer type for numba, so that the rules compile as they are.

Interpreted code uses plain ints; compiled code sees ``U128``, and takes every ``SpaceSet`` constant of the
rules for one. Each operator is one LLVM instruction. Shifts take an ``int64``; shifting by 128 or more is
undefined, and the rules never do.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import (
    AttributeTemplate,
    ConcreteTemplate,
    bound_function,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import models, register_model, typeof_impl

from quillmap.rules.spaces import SpaceSet

_I64 = ir.IntType(64)
_I128 = ir.IntType(128)


class U128Type(types.Type):
    """The numba type of a set of spaces."""

    def __init__(self) -> None:
        super().__init__(name="U128")


U128 = U128Type()


@register_model(U128Type)
class _U128Model(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _I128)


@typeof_impl.register(SpaceSet)
def _typeof_space_set(_value: SpaceSet, _context: Any) -> U128Type:
    return U128


@lower_constant(U128Type)
def _lower_constant(_context: Any, _builder: Any, _type: Any, value: int) -> Any:
    return ir.Constant(_I128, int(value))


def _widen(builder: Any, value: Any) -> Any:
    return value if value.type == _I128 else builder.zext(value, _I128)


def _register(op: Any, signatures: list[tuple[Any, ...]], build: Callable[..., Any]) -> None:
    """Let compiled code use *op*; *build* makes its one instruction."""
    infer_global(op)(type("Template", (ConcreteTemplate,), {"cases": [signature(*each) for each in signatures]}))

    def lower(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return build(builder, *(_widen(builder, value) for value in values))

    for each in signatures:
        lower_builtin(op, *each[1:])(lower)


def _instruction(name: str) -> Callable[..., Any]:
    return lambda builder, *values: getattr(builder, name)(*values)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, left, right: builder.icmp_unsigned(sign, left, right)


for _op, _name in (
    (operator.and_, "and_"),
    (operator.iand, "and_"),
    (operator.or_, "or_"),
    (operator.ior, "or_"),
    (operator.xor, "xor"),
    (operator.ixor, "xor"),
    (operator.mul, "mul"),
    (operator.sub, "sub"),
):
    _register(_op, [(U128, U128, U128)], _instruction(_name))
for _op, _name in (
    (operator.lshift, "shl"),
    (operator.ilshift, "shl"),
    (operator.rshift, "lshr"),
    (operator.irshift, "lshr"),
):
    _register(_op, [(U128, U128, types.int64)], _instruction(_name))
_register(operator.neg, [(U128, U128)], _instruction("neg"))
_register(operator.invert, [(U128, U128)], _instruction("not_"))
for _op, _sign in ((operator.eq, "=="), (operator.ne, "!=")):
    _register(
        _op,
        [(types.boolean, U128, U128), (types.boolean, U128, types.int64)],
        _comparison(_sign),
    )
_register(bool, [(types.boolean, U128)], lambda builder, x: builder.icmp_unsigned("!=", x, ir.Constant(_I128, 0)))


@infer_getattr
class _U128Attributes(AttributeTemplate):
    key = U128Type

    @bound_function("int.bit_count")
    def resolve_bit_count(self, _type: Any, _args: Any, _keywords: Any) -> Any:
        return signature(types.int64)


def _halves(builder: Any, value: Any) -> tuple[Any, Any]:
    high = builder.lshr(value, ir.Constant(_I128, 64))
    return builder.trunc(value, _I64), builder.trunc(high, _I64)


@lower_builtin("int.bit_count", U128)
def _bit_count(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    low, high = _halves(builder, values[0])
    return builder.add(builder.ctpop(low), builder.ctpop(high))


def u128(low: int, high: int) -> int:
    """Return the set with these two halves."""
    return int(low) | int(high) << 64


def low64(spaces: int) -> int:
    """Return the first 64 spaces."""
    return spaces & 0xFFFFFFFFFFFFFFFF


def high64(spaces: int) -> int:
    """Return the spaces from the 65th on."""
    return spaces >> 64


def first_number(spaces: int) -> int:
    """Return the number of the first space; there must be one."""
    return (spaces & -spaces).bit_length() - 1


def single(number: int) -> int:
    """Return the space with this number as a set."""
    return 1 << number


def _count_trailing_zeros(builder: Any, value: Any) -> Any:
    return builder.trunc(builder.cttz(value, ir.Constant(ir.IntType(1), 1)), _I64)


for _function, _signature, _build in (
    (
        u128,
        (U128, types.uint64, types.uint64),
        lambda builder, low, high: builder.or_(low, builder.shl(high, ir.Constant(_I128, 64))),
    ),
    (low64, (types.uint64, U128), lambda builder, x: _halves(builder, x)[0]),
    (high64, (types.uint64, U128), lambda builder, x: _halves(builder, x)[1]),
    (first_number, (types.int64, U128), _count_trailing_zeros),
    (single, (U128, types.int64), lambda builder, x: builder.shl(ir.Constant(_I128, 1), x)),
):
    _template = type("Template", (ConcreteTemplate,), {"key": _function, "cases": [signature(*_signature)]})
    infer_global(_function, types.Function(_template))

    def _lower(_context: Any, builder: Any, _sig: Any, values: Any, _build: Any = _build) -> Any:
        return _build(builder, *(_widen(builder, value) for value in values))

    lower_builtin(_function, *_signature[1:])(_lower)
