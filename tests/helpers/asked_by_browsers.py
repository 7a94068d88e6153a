"""What a browser asks a server for when a link is opened in it for the first time, apart from files in ``/static/``.

``{table}`` stands for the id of the table. A browser test compares it with what Chromium asks for; other tests play
many people who do so at once.
"""

from typing import Final

LATER: Final = ("/icon.svg", "/manifest.webmanifest")
"""What is asked for when the page has been there for a while, if it can keep what plays without a server."""
KEEPING: Final = ("/service-worker.js", "/", *LATER)
"""What the page asks for to keep itself on the device."""
FIRST_PAGE: Final = (
    "/",
    "/api/tables",
    "/api/cards",
    "/api/daily/today",
    "/api/daily/{yesterday}",
    "/api/daily/{yesterday}/leaderboard",
    *KEEPING,
)
TABLE_LINK: Final = (
    "/t/{table}",
    "/api/tables/{table}",
    "/api/invitation",
    "/api/bots",
    "/api/paces",
    "/api/cards",
    "/api/push",
    *KEEPING,
)
