"""Types for ids that are plain strings and numbers at run time."""

from typing import NewType

CardId = NewType("CardId", str)
Seat = NewType("Seat", int)
