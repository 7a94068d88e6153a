"""Shifts and products of 128 bits written out in 64-bit instructions.

LLVM would call functions of a C library for them, which a page does not have, and which would be slower. They are
written out after the first optimisation: it would put the pieces together again.
"""

import re
from typing import Final

_HALVES: Final = """
  %low_{x} = trunc i128 %{x} to i64
  %up_{x} = lshr i128 %{x}, 64
  %high_{x} = trunc i128 %up_{x} to i64"""
_JOIN: Final = """
  %wide_low = zext i64 %low to i128
  %wide_high = zext i64 %high to i128
  %moved = shl i128 %wide_high, 64
  %joined = or disjoint i128 %moved, %wide_low
  ret i128 %joined
}"""
_COUNT: Final = """
  %count = trunc i128 %b to i64
  %rest = and i64 %count, 63
  %inverse = xor i64 %rest, 63
  %is_far = icmp ugt i64 %count, 63"""
_FUNCTIONS: Final = f"""
define internal i128 @wide_shl(i128 %a, i128 %b) alwaysinline nounwind {{{_HALVES.format(x="a")}{_COUNT}
  %shifted_low = shl i64 %low_a, %rest
  %shifted_high = shl i64 %high_a, %rest
  %first = lshr i64 %low_a, 1
  %carry = lshr i64 %first, %inverse
  %near = or i64 %shifted_high, %carry
  %low = select i1 %is_far, i64 0, i64 %shifted_low
  %high = select i1 %is_far, i64 %shifted_low, i64 %near{_JOIN}
define internal i128 @wide_lshr(i128 %a, i128 %b) alwaysinline nounwind {{{_HALVES.format(x="a")}{_COUNT}
  %shifted_low = lshr i64 %low_a, %rest
  %shifted_high = lshr i64 %high_a, %rest
  %first = shl i64 %high_a, 1
  %carry = shl i64 %first, %inverse
  %near = or i64 %shifted_low, %carry
  %low = select i1 %is_far, i64 %shifted_high, i64 %near
  %high = select i1 %is_far, i64 0, i64 %shifted_high{_JOIN}
define internal i128 @wide_mul(i128 %a, i128 %b) alwaysinline nounwind {{{_HALVES.format(x="a")}{_HALVES.format(x="b")}
  %a0 = and i64 %low_a, 4294967295
  %a1 = lshr i64 %low_a, 32
  %b0 = and i64 %low_b, 4294967295
  %b1 = lshr i64 %low_b, 32
  %p00 = mul i64 %a0, %b0
  %p10 = mul i64 %a1, %b0
  %p01 = mul i64 %a0, %b1
  %p11 = mul i64 %a1, %b1
  %c00 = lshr i64 %p00, 32
  %s10 = add i64 %p10, %c00
  %s10_low = and i64 %s10, 4294967295
  %s10_high = lshr i64 %s10, 32
  %s01 = add i64 %p01, %s10_low
  %s01_high = lshr i64 %s01, 32
  %s11 = add i64 %p11, %s10_high
  %carried = add i64 %s11, %s01_high
  %cross_ab = mul i64 %low_a, %high_b
  %cross_ba = mul i64 %high_a, %low_b
  %cross = add i64 %cross_ab, %cross_ba
  %high = add i64 %carried, %cross
  %low = mul i64 %low_a, %low_b{_JOIN}
"""
_VALUE: Final = r'(%[\w."$-]+)'
_SHIFT: Final = re.compile(rf"= (shl|lshr)(?: nuw| nsw| exact)* i128 (\S+), {_VALUE}")
"""A shift by a number that is known beforehand is no trouble."""
_PRODUCT: Final = re.compile(rf"= (mul)(?: nuw| nsw)* i128 {_VALUE}, (%[\w.\"$-]+|-?\d+)")


def written_out(code: str) -> str:
    """Return *code* with its wide shifts and products as calls of functions, which are to be inlined."""
    for pattern in (_SHIFT, _PRODUCT):
        code = pattern.sub(r"= call i128 @wide_\1(i128 \2, i128 \3)", code)
    return code + _FUNCTIONS
