"""The host's options: one frozen value, checked before anything starts."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

LARGEST_PORT: Final = 65535


class BadConfig(ValueError):
    """Options that can't work; the message says which."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client or address may do. A rate is (at once, per second)."""

    message_bytes: int = 32_768
    body_bytes: int = 65_536
    body_seconds: float = 30
    """How long the body of a request may take to come."""
    queue_messages: int = 128
    """Messages that wait for one socket before it is dropped."""
    socket_rate: tuple[float, float] = (240, 80)
    address_rate: tuple[float, float] = (200, 50)
    """HTTP requests."""
    table_rate: tuple[float, float] = (40, 1 / 30)
    """New tables of an address."""
    code_rate: tuple[float, float] = (20, 0.2)
    """Wrong short codes of an address, so that nobody finds a table by trying."""
    record_rate: tuple[float, float] = (10, 0.5)
    """Records of an address that are shown: each is read and played again."""
    sockets_per_address: int = 400
    hello_seconds: float = 10
    """How long a connection may take to say what it wants: a request up to its body, a socket its hello."""
    ping_seconds: float = 20
    """How often a silent socket is asked whether it is there, and how long it may take to answer."""
    idle_minutes: float = 30
    """After which a table that nobody looks at leaves the memory (it stays in the file)."""


@dataclass(frozen=True, slots=True)
class Config:
    """What a host chooses."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=lambda: Path("quillmap-data"))
    public_url: str = ""
    """The address under which people reach the server, if it is not the one it listens on."""
    trusted_proxy: str = ""
    """The address of a reverse proxy whose X-Forwarded-For is believed."""
    keep_days: int = 0
    """After how many days finished games are removed; 0 keeps them for ever."""
    idle_days: int = 60
    """After how many days a table on which nothing happens is removed; 0 keeps it."""
    bot_workers: int = 1
    page: Path | None = None
    """A folder with the page, instead of the one in the package."""
    open_browser: bool = False
    limits: Limits = field(default_factory=Limits)


def check(config: Config) -> None:
    """Raise ``BadConfig`` unless a server could start with *config*."""
    if not config.host:
        raise BadConfig("--host is empty")
    if not 0 <= config.port <= LARGEST_PORT:
        raise BadConfig(f"--port {config.port} is not between 0 and {LARGEST_PORT}")
    if config.public_url:
        parts = urlsplit(config.public_url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
            raise BadConfig(f"--public-url {config.public_url} is not an address such as https://maps.example.org")
    for name, value in (("--keep-days", config.keep_days), ("--idle-days", config.idle_days)):
        if value < 0:
            raise BadConfig(f"{name} {value} is negative")
    if config.page is not None and not config.page.is_dir():
        raise BadConfig(f"--page {config.page} is not a folder")
    if config.limits.ping_seconds <= 0:
        raise BadConfig(f"--ping-seconds {config.limits.ping_seconds:g} is not more than 0")
    if config.bot_workers < 1:
        raise BadConfig(f"--bot-workers {config.bot_workers} is less than 1")
    _check_folder(config.data)


def _check_folder(folder: Path) -> None:
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        raise BadConfig(f"--data {folder}: {existing} is not a folder")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise BadConfig(f"--data {folder}: no right to write in {existing}")
