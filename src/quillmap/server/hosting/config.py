"""The host's options: one frozen value, checked before anything starts."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from quillmap.bots.cluster import is_address
from quillmap.errors import CodedError
from quillmap.server.cluster.seals import SHORTEST_SECRET, read_secret

LARGEST_PORT: Final = 65535


class BadConfig(CodedError, ValueError):
    """Options that can't work."""

    text_key = "command.trouble.serve.{code}.text"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on what one client or address may do. A rate is (at once, per second)."""

    message_bytes: int = 32_768
    head_bytes: int = 65_536
    """Of a request: its first line and its headers."""
    body_bytes: int = 65_536
    body_seconds: float = 30
    """How long the body of a request may take to come."""
    bodies_per_address: int = 16 << 20
    """Bytes of bodies that an address may be sending at the same time."""
    bodies: int = 128 << 20
    """The same for all addresses together."""
    unread_bodies_per_address: int = 8 << 20
    """Bytes of them that have come and were not read yet: they are read at once, so this is little."""
    unread_bodies: int = 64 << 20
    """The same for all addresses together."""
    received_rate: tuple[float, float] = (64 << 20, 4 << 20)
    """Bytes that come over all connections of an address: thirty long records at once."""
    read_rate: tuple[float, float] = (12_000, 1_500)
    """How often the connections of an address are read, but for short messages: then they pause for some moments, and
    what comes meanwhile is read at once."""
    held_reads: tuple[int, int] = (8 << 20, 48 << 20)
    """Bytes of long reads that wait for their turn: of an address, and of all together, a quarter of it for a site."""
    part_rate: tuple[float, float] = (8_000, 4_000)
    """Parts of bodies over all connections of an address: a long record over a slow line has 1 500."""
    answers_per_address: int = 48 << 20
    """Bytes of long answers that may wait for the clients of an address to read them; a long replay has 1.7 MB."""
    answers: int = 256 << 20
    """The same for all addresses together."""
    answer_rate: tuple[float, float] = (256 << 20, 16 << 20)
    """Bytes of answers to an address, before they are compressed: a hundred who ask for a full table have 41 MB."""
    unread_seconds: float = 20
    """How long a client may read nothing of an answer before its connection is cut."""
    connections_per_address: int = 800
    """A hundred browsers behind one address have seven each, and some come and go."""
    connections_per_site: int = 1500
    """The same of a /48, of which anybody can have thousands of networks: whatever all of them send comes at once."""
    connections: int = 20_000
    queue_messages: int = 128
    """Messages that wait for one socket before it is dropped."""
    queue_bytes: int = 8 << 20
    """Bytes that wait for it; an update of a table of a hundred has 200 kB."""
    waiting_per_address: int = 64 << 20
    """Bytes that wait for all sockets of an address: three updates of a table of a hundred, for a hundred."""
    waiting: int = 256 << 20
    """The same for all addresses together."""
    socket_rate: tuple[float, float] = (240, 80)
    message_rate: tuple[float, float] = (3000, 500)
    """Messages over all sockets of an address."""
    address_rate: tuple[float, float] = (600, 100)
    """HTTP requests, except for what costs no more than a file of the page: a party of a hundred ask for a table, for
    what to send to others and for a seat, or for what the first page tells of the day and the lobby."""
    file_rate: tuple[float, float] = (12_000, 600)
    """Files of the page: a hundred people behind one address may open it at the same moment."""
    file_bytes_rate: tuple[float, float] = (256 << 20, 16 << 20)
    """Bytes of them, as they are sent; then they wait. A page has 0.4 MB, and what plays without a server 8 MB: thirty
    devices have it at once."""
    files_at_once: tuple[int, int] = (512, 96)
    """Files of more than 32 kB that are sent at the same moment: in all, shared fairly, and of an address."""
    files_asked_for: tuple[int, int] = (600, 6000)
    """The same with those that wait: of an address, and of all together. A browser that opens the page asks for two."""
    log_rate: tuple[float, float] = (2000, 20)
    """Lines in the log about requests and failed messages; all of them are counted in the metrics."""
    table_rate: tuple[float, float] = (120, 1 / 15)
    """New tables of an address: a party of a hundred each open one, or a class of thirty eight an hour."""
    expedition_rate: tuple[float, float] = (60, 1 / 30)
    """Expeditions of an address, counted or to practise: whoever has played much today can still set out."""
    attempts_per_day: int = 40
    """Counted attempts of an address at a day's expedition: a class behind one address can live with it."""
    code_rate: tuple[float, float] = (20, 0.2)
    """Wrong short codes of an address, so that nobody finds a table by guessing."""
    record_rate: tuple[float, float] = (40, 0.5)
    """Records that an address sends to be shown, a class one each: they are read and played again."""
    work_rate: tuple[float, float] = (30, 0.5)
    """Seconds of work on finished games that an address may ask for; cached results cost nothing."""
    review_rate: tuple[float, float] = (400, 0.3)
    """Seconds of work on reviews that an address may ask for: a solo game takes ten, a class has thirty of them."""
    review_playouts: int = 960
    """How many playouts a decision gets in a review: as many as the command line gives it."""
    push_rate: tuple[float, float] = (400, 1)
    """Notifications of the tables that an address has opened."""
    push_seconds: float = 10
    """How long a push service may take to answer."""
    push_pauses: tuple[float, ...] = (10, 120)
    """Seconds before a notification is tried again."""
    subscription_rate: tuple[float, float] = (200, 1 / 60)
    """Devices that an address subscribes: a class of thirty at some tables each."""
    picture_rate: tuple[float, float] = (30, 1)
    """QR codes of further tables; one that was made already costs nothing."""
    listed_per_address: int = 5
    """Tables of an address that the lobby shows."""
    listed_per_site: int = 25
    """Tables of all networks of a /48: a quarter of what the lobby shows."""
    listed_seats_per_address: int = 40
    """Seats of an address at a table that the lobby shows; at others a whole party may sit down."""
    listed_seats_per_site: int = 60
    """Seats of all networks of a /48 there, of a hundred."""
    bots_per_address: int = 400
    """Bots at all unfinished tables of an address."""
    disk_rate: tuple[float, float] = (256e6, 256e6 / 86400)
    """Bytes of games: a game of four has 60 kB, one of a hundred seats 2 MB."""
    document_rate: tuple[float, float] = (32e6, 1e6)
    """Bytes of tables that are stored again because an address changes them: a hundred who join have at most 21 MB."""
    news_rate: tuple[float, float] = (32e6, 8e6)
    """Bytes that are sent to tell that an address has changed seats, names or rights: at each table so many at once,
    and at all together so many a second. Then its next changes are told later. As many tell who is there and draws."""
    news_seconds: float = 30
    """The longest that they wait: as long as all sockets of an address take to be told of the largest table."""
    sockets_per_address: int = 400
    sockets_per_site: int = 2000
    """Sockets of all networks of a /48."""
    sockets_per_seat: int = 12
    """Tabs and devices of one person at a table; the one that has been silent longest goes."""
    hello_seconds: float = 10
    """How long a client may take to send a request up to its body, or the first message on a socket."""
    ping_seconds: float = 20
    """How often a socket is pinged, and how long it may take to answer."""
    away_seconds: float = 45
    """After which anybody at a table may let a bot draw for somebody who is away."""
    host_away_seconds: float = 10
    """After which the host may: long enough for a page to be loaded again, or to come back after a restart."""
    reaction_rate: tuple[float, float] = (4, 0.5)
    """Reactions of a seat."""
    showing_rate: tuple[float, float] = (24, 0.5)
    """How often a seat tells which game it looks at: each of its sockets does so when a game begins, and later."""
    nudge_rate: tuple[float, float] = (1, 1 / 60)
    """Nudges for a seat, from anybody."""
    host_seconds: float = 120
    """After which the rights of a host who is away pass on."""
    seat_seconds: float = 600
    """After which whoever is away from a full table in the lobby loses their seat to somebody who wants to join."""
    idle_minutes: float = 30
    """After which a table that nobody looks at leaves the memory (it stays in the file)."""
    resting_seats: int = 5000
    """Seats of such tables for which there is room in the memory before: a large crest takes 16 kB, and a long game as
    much."""
    playing_per_address: int = 3000
    """Seats of an address's tables in the memory at which a game goes on."""
    playing_per_site: int = 9000
    """The same for all networks of a /48."""
    watched_per_address: int = 4000
    """Seats of the tables that the sockets of an address keep in the memory."""
    watched_per_site: int = 9000
    """The same for all networks of a /48."""
    signal_rate: tuple[float, float] = (12_000, 4000)
    """Messages that tell sockets of the reactions of an address: all of a party of a hundred at once at each table,
    and so many a second at all together."""


@dataclass(frozen=True, slots=True)
class Config:
    """What a host chooses."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=lambda: Path("quillmap-data"))
    database: str = ""
    """The address of a PostgreSQL database that everything is kept in, instead of the folder."""
    node_address: str = ""
    """Where other servers that share the database reach this one; empty if it shares it with nobody."""
    cluster_secret_file: Path | None = None
    """The file with the secret that these servers share."""
    public_url: str = ""
    """The address under which people reach the server, if it is not the one it listens on."""
    allow_hosts: tuple[str, ...] = ()
    """Other names under which the server may be asked for."""
    trusted_proxy: str = ""
    """The address of a reverse proxy whose X-Forwarded-For is believed."""
    keep_days: int = 365
    """After how many days finished games are removed; 0 keeps them for ever."""
    idle_days: int = 60
    """After how many days a table on which nothing happens is removed; 0 keeps it."""
    bot_workers: int = 1
    bots_at: str = ""
    """The address of a Dask scheduler at whose workers bots think, instead of in processes of this server."""
    page: Path | None = None
    """A folder with the page, instead of the one in the package."""
    engine: Path | None = None
    """A folder with what lets browsers play without a server, instead of the one in the package, if that has one.

    If nothing is in it yet, it is offered as soon as it is there.
    """
    open_browser: bool = False
    limits: Limits = field(default_factory=Limits)


def check(config: Config) -> None:
    """Raise ``BadConfig`` unless a server could start with *config*."""
    if not config.host:
        raise BadConfig("host-empty")
    if not 0 <= config.port <= LARGEST_PORT:
        raise BadConfig("port-out-of-range", port=config.port, most=LARGEST_PORT)
    if config.public_url and not _is_address(config.public_url):
        raise BadConfig("not-an-address", url=config.public_url)
    for name, value in (("--keep-days", config.keep_days), ("--idle-days", config.idle_days)):
        if value < 0:
            raise BadConfig("days-negative", option=name, days=value)
    if config.engine is not None and not config.engine.is_dir():
        raise BadConfig("engine-not-a-folder", folder=config.engine)
    if config.page is not None and not config.page.is_dir():
        raise BadConfig("page-not-a-folder", folder=config.page)
    if not config.limits.ping_seconds > 0:  # also if it is no number at all
        raise BadConfig("ping-too-short", seconds=config.limits.ping_seconds)
    if config.bot_workers < 1:
        raise BadConfig("no-bot-workers", workers=config.bot_workers)
    if config.bots_at and not is_address(config.bots_at):
        raise BadConfig("not-a-scheduler", address=config.bots_at)
    _check_node(config)
    if config.database:
        check_database(config.database)
    else:
        _check_folder(config.data)


def _check_node(config: Config) -> None:
    if not config.node_address and config.cluster_secret_file is None:
        return
    if not config.database:
        raise BadConfig("node-without-database")
    if not config.node_address or config.cluster_secret_file is None:
        raise BadConfig("half-a-node")
    if not _is_address(config.node_address):
        raise BadConfig("not-a-node-address", url=config.node_address)
    try:
        secret = read_secret(config.cluster_secret_file)
    except (OSError, UnicodeError):
        raise BadConfig("secret-unreadable", file=config.cluster_secret_file) from None
    if len(secret) < SHORTEST_SECRET:
        raise BadConfig("secret-too-short", file=config.cluster_secret_file, least=SHORTEST_SECRET)


def check_database(url: str) -> None:
    """Raise ``BadConfig`` unless *url* is written as the address of a database."""
    from quillmap.server.storage.postgresql.connections import is_address  # noqa: PLC0415  # needs psycopg

    if not is_address(url):
        raise BadConfig("not-a-database")


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_port_fine = parts.port != 0
    except ValueError:  # half of an IPv6 address, a port that is no number
        return False
    is_plain = parts.path in ("", "/") and not parts.query and not parts.fragment
    return parts.scheme in ("http", "https") and bool(parts.hostname) and is_port_fine and is_plain


def _check_folder(folder: Path) -> None:
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        raise BadConfig("data-not-a-folder", folder=folder, part=existing)
    if not os.access(existing, os.W_OK | os.X_OK):
        raise BadConfig("data-not-writable", folder=folder, part=existing)
