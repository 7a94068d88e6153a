"""The game's only source of chance.

A shuffle gives every item a number from a keyed hash of its label and sorts by it. It gives the same
order on every machine and in every language that has HMAC, so anybody who knows the seed can deal a
finished game again (``docs/record.md`` describes every label).
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from struct import unpack
from typing import Final, TypeVar

Item = TypeVar("Item", bound=str)


_PER_BLOCK: Final = 16
"""How many items get their four bytes from one hash."""


def shuffle(seed: str, label: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return *items* in the order that *seed* gives them under *label*."""
    ordered = sorted(items)
    numbered = sorted(zip(_numbers(seed, label, len(ordered)), ordered, strict=False))
    return tuple([item for _, item in numbered])


def _numbers(seed: str, label: str, count: int) -> list[int]:
    """Return numbers of four bytes, *count* of them or a few more."""
    key = seed.encode()
    numbers: list[int] = []
    for block in range((count + _PER_BLOCK - 1) // _PER_BLOCK):
        numbers += unpack(">16I", hmac.digest(key, f"{label}/{block}".encode(), "sha512"))
    return numbers


def seed_hash(seed: str) -> str:
    """Return the hash of the seed, which is published before the game."""
    return sha256(seed.encode()).hexdigest()
