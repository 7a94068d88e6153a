"""Tables on the device of a player, without a server: the same tables, games, bots and messages.

It runs in a browser's worker, in Python without sockets, files, processes and databases.

| module | job |
|---|---|
| ``worker`` | what the worker's script calls |
| ``requests`` | requests of the page, answered by the handlers of a server |
| ``tables`` | the tables of the device, and connections to them |
| ``storage`` | tables and games as records |
| ``records`` | what keeps records: the browser's database, or for a test the memory |
| ``message_port`` | messages between the page and a table |
| ``thinking`` | bots, replays and reviews that are worked out on the spot |
| ``site`` | the page as a folder for static hosts, where devices are all there is |
| ``metrics`` | what a server would count, and a device does not |
"""
