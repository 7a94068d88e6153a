"""Storage in one SQLite file, which only one server uses at a time."""
