"""Tables over HTTP and WebSocket: storage, seats, timers, bots (``docs/protocol.md``, ``docs/hosting.md``).

| module | what it holds |
|---|---|
| ``client`` | a client for programs that play; it uses nothing of the server but its protocol |
| ``command`` | everything the command line needs of the server |
| ``problems`` | errors that are reported to clients: codes, sentences, HTTP statuses |
| ``rate_limits`` | how often, and how much at once, an address may do something |
| **``cluster/``** | |
| ``members`` | which servers share the database |
| ``passing``, ``fetching`` | requests and sockets on their way to the server that holds their table |
| ``passed_requests``, ``seals`` | how these are believed there |
| **``http/``** | |
| ``app`` | the ASGI application: endpoints, WebSockets and the page |
| ``middleware`` | around every request: rate limit, security headers, metrics, log |
| ``file_addresses`` | which requests cost no more than a file, and are counted so |
| ``paced_answers`` | long answers in pieces that take turns, and room for those that wait to be read |
| ``file_traffic`` | how many long files are sent at the same moment, and how fast |
| ``client_address`` | where a request or a socket comes from |
| ``endpoint``, ``call`` | what an endpoint is; a request and an answer as its handler sees them |
| ``handlers/`` | what each does: ``tables``, ``push``, ``games``, ``records``, ``daily``, ``puzzles``, |
| | ``general``, ``monitoring`` |
| ``all_endpoints``, ``routing`` | all of them together; from a request to one of them |
| ``request_bodies``, ``long_bodies`` | the bodies of requests, read within bounds; long ones decoded in turns |
| ``departures`` | what ends when the client goes before it is answered |
| ``error_responses`` | responses that report problems |
| ``continuing`` | opening the table at which somebody plays on from a moment of a finished game |
| ``table_links``, ``qr_codes`` | links to tables, and their QR codes |
| ``openapi`` | the OpenAPI document, made from the endpoints |
| ``page_routes``, ``page_files``, ``page_file`` | the addresses of the page, its files, and one of them |
| ``engine_files``, ``late_engine`` | what lets browsers play without a server; offered as soon as it is there |
| ``page_bundles``, ``script_bundles``, ``page_words`` | these files in few requests: all, scripts, words |
| ``link_previews`` | previews of shared links |
| ``compression`` | compresses long answers |
| **``sockets/``** | |
| ``entrance`` | which WebSockets are accepted |
| ``connection`` | one client at a table: hello, then messages and their answers |
| ``inbox``, ``outbox`` | messages of a client, at a bounded rate; the bounded queue of what it is sent |
| ``verdicts`` | what a trainer says about a move |
| ``port``, ``web_socket_port`` | what carries messages in both directions; a WebSocket as one |
| **``protocol/``** | |
| ``bodies`` | bodies and answers of the HTTP endpoints |
| ``daily_bodies``, ``paper_bodies``, ``push_bodies`` | those of the daily expedition, paper maps, notifications |
| ``messages`` | messages of the WebSocket |
| ``record_bodies``, ``review_bodies``, ``puzzle_bodies`` | records that are sent; reviews of finished games; puzzles |
| ``moves``, ``values`` | moves as clients write them; values that occur in many messages |
| ``typescript`` | the types of all of it, for the page |
| **``tables/``** | |
| ``quotas``, ``usage`` | what one network may take of what all share; running counts of what each uses |
| ``host``, ``loading`` | what connections need of who keeps tables; tables as they begin, or are found in the storage |
| ``keeper`` | what endpoints need of who keeps tables |
| ``registry``, ``live_tables`` | all tables of a server, in memory or in the storage; those in memory |
| ``hand_over`` | how a node that stops gives its tables to the others |
| ``resting`` | which tables may leave the memory, and when they come back by themselves |
| ``origins`` | for which network a table counts, also after it has left the memory |
| ``lobby`` | the tables that wait for players, read once for all who ask |
| ``dismissing`` | closing the sockets of those who have no place any more |
| ``table``, ``changes`` | one table in memory, and who is shown it; a change of it, and what is stored of that |
| ``hints`` | who waits for a hint, and the last one that was told |
| ``news``, ``greetings`` | telling everybody at a table that it has changed; what all who come are sent |
| ``progress_news`` | telling them who is there and who draws |
| ``document``, ``actions`` | what is kept of a table, and what can be done to it |
| ``wishes`` | what somebody wishes for a table, checked |
| ``presence`` | who is here, who is away for how long, and what others may do then |
| ``looking_back`` | sockets that still show the end of an earlier game |
| ``signs_of_life`` | who really is there when a clock lets a bot draw |
| ``own_parts`` | what only one seat sees |
| ``showing`` | telling everybody at a table what has happened, large tables in parts |
| ``signals`` | reactions, nudges, the wish for another game |
| ``tokens``, ``profiles`` | ids, tokens and the rights they give; names, titles and crests |
| ``pace``, ``clocks`` | how long an answer may take, with all limits; what happens when the time is up |
| ``take_backs`` | how often an answer may be taken back |
| ``training`` | a trainer, which judges answers before they count |
| ``playing_on`` | the table at which a finished game is played on from a moment of it |
| ``daily``, ``daily_results`` | the daily expedition: setting out; places, ranking, week |
| ``calendar`` | what time it is, and which day |
| **``push/``** | |
| ``turns``, ``notifier`` | what people are told where the pace is days, and when; telling them |
| ``sender``, ``delivery`` | messages on their way, within bounds; one request to a push service |
| ``public_hosts`` | where messages may be sent: never into a private network |
| ``sealing`` | what is needed to send to devices, made at the first start |
| ``encryption``, ``signing`` | messages that only one device can read; the server's key and signature |
| **``games/``** | |
| ``live_game`` | a game as its table holds it |
| ``event_steps``, ``told_events`` | events with the states around them; events as they are sent |
| ``story`` | what has happened in a game so far |
| ``board``, ``choices``, ``previews`` | what everybody sees, what a seat may answer, what an answer would score |
| ``replay``, ``seat_history``, ``records`` | finished games: event by event, map by map, brought as a record |
| ``finished_maps``, ``earnings`` | maps at the end, and what edicts, coins and monsters brought |
| ``archive``, ``reading`` | reading finished games: the queue, and the work in a separate process |
| ``lasting_answers`` | which answers in a log were taken back, so that nobody reads them |
| ``continuations`` | the beginning of a finished game, for those who play on from there |
| ``positions`` | what a seat saw when it had to decide, and other answers to that |
| ``reviews``, ``review_work`` | how well finished games were played: who waits for what, and the work in a process |
| ``review_runs`` | a review that goes on, and those who want it |
| ``puzzles`` | puzzles without their solutions, and what answers to them are worth |
| ``map_pictures`` | maps as PNG files, for shared links |
| ``catalogue``, ``paper_score`` | every card and map as JSON; scoring a map drawn on paper |
| **``storage/``** | |
| ``interface``, ``rows`` | all that is kept, as named methods; what they take and return |
| ``opening``, ``errors`` | opening the storage that the host chose; why one can't be used |
| ``sql_storage`` | what every SQL database is asked in the same words |
| ``log_turns`` | reading whole logs in turns, in threads that nothing else waits for |
| ``retention`` | removing what is old, a little at a time |
| ``group_commit`` | a thread that stores what waits in one transaction, and gathers while much is going on |
| ``data_folder`` | the folder: private, and used by one server at a time |
| ``sqlite/`` | the SQLite file: ``storage``, its ``statements`` and ``migrations``, ``reading``, ``backup`` |
| ``postgresql/`` | ``storage``, ``batches``, ``migrations``, ``connections``, ``nodes``, ``leases``, ``moving`` |
| **``bots/``** | |
| ``players``, ``thinking`` | bots at tables, and how they think in a separate process |
| ``turns`` | how long they think at a time, and how they go on later |
| ``judging`` | how a trainer judges an answer there |
| ``natural_time`` | how long bots take where people play |
| **``work/``** | |
| ``fair_queue`` | a fair queue for slow work |
| ``loop_turns`` | which requests and messages begin now, so that nobody's crowd keeps others waiting |
| ``leaving`` | work that ends with whoever wanted it, unless it has begun |
| ``named_locks`` | locks that keep only those waiting whom something concerns |
| ``slots`` | what is shared among networks so that none ever has all of it |
| ``pool``, ``processes`` | who does it; the processes of a server that do it |
| ``cluster_pool`` | the machines of a Dask cluster that do it |
| **``hosting/``** | |
| ``config``, ``launch`` | the host's options; starting and stopping |
| ``links``, ``logs`` | the addresses of the server; logs |
| ``metrics``, ``move_times`` | metrics for Prometheus; those of moves |
| ``own_hosts`` | the host names that this server answers to |
| ``forwarded_for`` | what is believed of a proxy about the address of a client |
| ``connections``, ``socket_connections`` | limits on every connection, HTTP or WebSocket: time, bytes, pings |
| ``connection_bounds``, ``refusals`` | what connections share of these; answers that no application gives |
| ``reading_turns`` | reading what comes in turns, a few connections of a network at a time |
| ``reading_watch`` | cutting off clients that have stopped reading |

All tables live on one event loop and need no locks. A change is made in memory, written by one thread in a group
commit, and only then shown to anybody. SQL is nowhere but in the implementations of the storage.
"""
