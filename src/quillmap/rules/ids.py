"""Names of things that are plain strings and numbers underneath."""

from typing import NewType

CardId = NewType("CardId", str)
Seat = NewType("Seat", int)
