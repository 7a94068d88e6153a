"""What a record held, so that a test can tell whether its corpus covered the rules."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """Counts over one record."""

    lines: int = 0
    seats: int = 0
    ended: bool = False
    rounds: int = 0
    seasons_scored: int = 0
    drawings: int = 0
    """Drawings on explore cards."""
    ruins_drawings: int = 0
    """Of these, main shapes drawn while ruins were pending, other than the fallback."""
    fallbacks: int = 0
    """The 1x1 of 4.3."""
    ruins_fallbacks: int = 0
    """Of these, because no empty ruins could be covered though a shape fitted elsewhere."""
    ambush_drawings: int = 0
    """Ambush shapes drawn by a player."""
    ambush_fallbacks: int = 0
    """The 1x1 of 5.2."""
    ambush_placements: int = 0
    """Ambush shapes placed by the solo procedure without a choice (8.2)."""
    ambush_misses: int = 0
    """Ambushes that fitted nowhere and had no effect (8.2)."""
    passes: int = 0
    heroes_placed: int = 0
    destroyed_on_paths: int = 0
    destroyed_by_choice: int = 0
    spreads: int = 0
    coins: int = 0
    """Slots filled."""
    full_tracks: int = 0
    """Sheets whose coin track is full at the end."""
    dragons_paid: int = 0
    skills: Counter[str] = field(default_factory=Counter)
    """How often each skill was used."""
    cards: Counter[str] = field(default_factory=Counter)
    """How often each card was revealed."""
    totals: list[int] = field(default_factory=list)
    """Final totals of an ended game."""
