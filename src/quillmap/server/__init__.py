"""Tables over HTTP and WebSocket: storage, seats, timers, bots (``docs/protocol.md``, ``docs/hosting.md``).

| module | what it holds |
|---|---|
| ``config``, ``command``, ``main``, ``links`` | the host's options, the command line, starting, stopping, being found |
| ``app``, ``addresses``, ``endpoints``, ``routes``, ``sockets``, ``page``, ``zipping`` | the doors to all of it |
| ``protocol``, ``moves``, ``api``, ``wire`` | every message as a typed struct |
| ``openapi``, ``typescript`` | descriptions made from the structs: of the HTTP part, and of everything for the page |
| ``house``, ``tables``, ``tablelife``, ``seats`` | all tables, one table, what can be done to it, who may |
| ``games``, ``boards``, ``choices``, ``previews``, ``replays``, ``catalogue`` | a game, and what is sent of it |
| ``pace``, ``robots``, ``robot_worker``, ``daily`` | clocks, bots at tables, the daily expedition |
| ``documents``, ``summaries``, ``storage``, ``migrations`` | what is kept, and how |
| ``limits``, ``patience``, ``outbox`` | what nobody may do to others: too much, too slowly, without reading |
| ``problems``, ``metrics``, ``logs`` | everything around it |
| ``client`` | the other side: for programs that play |

All tables live on one event loop and need no locks. A change is made in memory, written by one thread in a group
commit, and only then told to anybody.
"""
