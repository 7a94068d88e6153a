"""Several servers on one database: clients notice nothing of it."""
