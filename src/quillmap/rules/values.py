"""``@value``: a small immutable record."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True)
def value(kind: type[Kind]) -> type[Kind]:
    """Make *kind* a dataclass that type checkers treat as frozen.

    It is not frozen at run time: a frozen constructor takes three times as long, and a game makes
    hundreds of these.
    """
    # A ``repr`` that it has already, its own or an inherited one, stays.
    return dataclass(slots=True, unsafe_hash=True, repr=kind.__repr__ is object.__repr__)(kind)
