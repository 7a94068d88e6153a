"""Several servers on one database: which there are, and how requests reach the one that holds a table."""
