"""Games as things one can hold: played, seen from a seat, written down, read back, checked."""
