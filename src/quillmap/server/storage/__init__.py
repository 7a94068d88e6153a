"""Storage: one interface for all that is kept, and the databases that can keep it."""
