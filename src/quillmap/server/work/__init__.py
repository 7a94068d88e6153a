"""Slow work: a fair queue for it, and the processes that do it."""
