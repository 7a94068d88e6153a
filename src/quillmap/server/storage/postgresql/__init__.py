"""Storage in a PostgreSQL database (``pip install "quillmap[server,postgresql]"``).

Plain SQL in short transactions, so that it also runs behind PgBouncer in transaction mode: no session locks, no
``LISTEN``, no temporary tables, no prepared statements.
"""
