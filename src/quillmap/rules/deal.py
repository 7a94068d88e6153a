"""Chance: the only source of it in the game.

A shuffle gives every item a number from a keyed hash of its label and sorts by it. It gives the same
order on every machine and in every language that has HMAC, so whoever knows the seed can deal a
finished game again (``docs/record.md`` describes every label).
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, TypeVar

Item = TypeVar("Item", bound=str)


_BLOCK: Final = 64
_NUMBER: Final = 4
"""Bytes of a hash, and of the number that an item gets from it."""


def shuffle(seed: str, label: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return *items* in the order that *seed* gives them under *label*."""
    ordered = sorted(items)
    numbers = _numbers(seed, label, len(ordered))
    drawn = [(numbers[_NUMBER * place : _NUMBER * (place + 1)], item) for place, item in enumerate(ordered)]
    return tuple(item for _, item in sorted(drawn))


def _numbers(seed: str, label: str, count: int) -> bytes:
    key = seed.encode()
    blocks = range(-(-count * _NUMBER // _BLOCK))
    return b"".join(hmac.digest(key, f"{label}/{block}".encode(), "sha512") for block in blocks)


def seed_hash(seed: str) -> str:
    """Return what is published of the seed before the game."""
    return sha256(seed.encode()).hexdigest()
