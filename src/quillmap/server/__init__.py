"""Tables over HTTP and WebSocket: storage, seats, timers, bots (``docs/protocol.md``, ``docs/hosting.md``).

| module | what it holds |
|---|---|
| ``config``, ``command``, ``main`` | the host's options, the command line, starting and stopping |
| ``app``, ``routes``, ``sockets``, ``page`` | the doors: HTTP, WebSocket, static files |
| ``protocol``, ``api`` | every message as a typed struct |
| ``house``, ``tables``, ``seats`` | who may do what at which table |
| ``boards``, ``choices``, ``previews``, ``replays`` | what is sent of a game |
| ``pace``, ``robots``, ``daily`` | clocks, bots at tables, the daily expedition |
| ``documents``, ``storage``, ``migrations`` | what is kept, and how |
| ``limits``, ``problems``, ``metrics``, ``logs``, ``openapi`` | everything around it |

All tables live on one event loop and need no locks. A change is made in memory, written by one thread in a group
commit, and only then told to anybody.
"""
