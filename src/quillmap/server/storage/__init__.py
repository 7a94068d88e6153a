"""Storage: the SQLite file, its migrations, and the statements that write to it."""
