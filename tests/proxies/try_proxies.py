"""Try the configurations in ``docs/hosting.md`` with the real programs: ``python tests/proxies/try_proxies.py``.

Each block is taken from the page as it is; only ports, certificates and the address of the server behind are replaced.
It needs the packages nginx, caddy, haproxy and openssl, and tries those that are there; under ``CI=true`` one that is
missing is a failure.
"""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from websockets.sync.client import connect
from websockets.typing import Origin

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from quillmap.server.client import Seat
from quillmap.server.hosting.config import Limits
from server.harness import Running, running  # the tests are put on the path above

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
NAME: Final = "maps.example.org"
PORT: Final = 8443
GUESSES: Final = 20
"""Wrong codes that an address may try."""


def block_of(text: str, beginning: str) -> str:
    """Return the first block of code in *text* after a line that begins so."""
    _, _, rest = text.partition(f"\n{beginning}")
    found = re.search(r"```\w*\n(.*?)```", rest, re.DOTALL)
    assert found is not None, beginning
    return found[1]


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """Return *text* with every first replaced by its second, which has to be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(text: str, folder: Path, behind: str) -> list[str]:
    """Write the configuration of nginx; return how it is started."""
    site = replaced(
        block_of(text, "nginx:"),
        ("listen 443", f"listen {PORT}"),
        ("/etc/ssl/maps.pem", str(folder / "maps.crt")),
        ("/etc/ssl/maps.key", str(folder / "maps.key")),
        ("127.0.0.1:8000", behind),
    )
    frame = f"daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n"
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(f"{frame}{paths}{site}}}\n", encoding="utf-8")
    return ["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)]


def caddy(text: str, folder: Path, behind: str) -> list[str]:
    """Write the configuration of Caddy, which gets the certificate of the test; return how it is started."""
    site = replaced(
        block_of(text, "Caddy,"),
        (f"{NAME} {{", f"{NAME}:{PORT} {{\n    tls {folder}/maps.crt {folder}/maps.key"),
        ("127.0.0.1:8000", behind),
    )
    options = "{\n    admin off\n    auto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def haproxy(text: str, folder: Path, behind: str) -> list[str]:
    """Write the configuration of HAProxy; return how it is started."""
    site = replaced(
        block_of(text, "HAProxy:"),
        ("bind :443", f"bind :{PORT}"),
        ("/etc/haproxy/maps.pem", str(folder / "maps.pem")),
        ("127.0.0.1:8000", behind),
    )
    (folder / "haproxy.cfg").write_text(site, encoding="utf-8")
    return ["haproxy", "-f", str(folder / "haproxy.cfg"), "-db"]


PROXIES: Final[dict[str, Callable[[str, Path, str], list[str]]]] = {"nginx": nginx, "caddy": caddy, "haproxy": haproxy}


def make_certificate(folder: Path) -> None:
    """Make a certificate for the name in the page."""
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "maps.key"), "-out", str(folder / "maps.crt")]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run(["openssl", "req", *kind, *names, *files], check=True, capture_output=True)
    both = (folder / "maps.crt").read_bytes() + (folder / "maps.key").read_bytes()
    (folder / "maps.pem").write_bytes(both)


@contextmanager
def started(command: list[str]) -> Iterator[None]:
    """Run a proxy."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            yield
        finally:
            process.terminate()


class Visitor:
    """Somebody who comes through the proxy from one address."""

    def __init__(self, folder: Path, address: str) -> None:
        self._context = ssl.create_default_context(cafile=folder / "maps.crt")
        self._address = address

    def _connected(self) -> ssl.SSLSocket:
        """Return a connection to the proxy, which is asked for under its public name."""
        plain = socket.create_connection(("127.0.0.1", PORT), timeout=30, source_address=(self._address, 0))
        return self._context.wrap_socket(plain, server_hostname=NAME)

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[HTTPResponse, bytes]:
        """Make a request."""
        connection = HTTPConnection(NAME)
        connection.sock = self._connected()
        sent = {"host": NAME, "content-type": "application/json", **headers}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def ask_with_trailer(self, path: str, trailer: str) -> int:
        """Make a request with a header behind its body, in one piece; return the status of the answer."""
        name = trailer.partition(":")[0]
        head = f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\nTrailer: {name}\r\n"
        with self._connected() as plain:
            plain.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n{trailer}\r\n\r\n".encode())
            answer = HTTPResponse(plain)
            answer.begin()
            return answer.status

    def wait(self) -> None:
        """Wait until the proxy answers."""
        for _ in range(100):
            try:
                self.ask("GET", "/healthz")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError

    def talk(self, table: str, origin: str) -> str:
        """Open a socket, say hello, and return what kind of answer comes."""
        uri = f"wss://{NAME}/ws/tables/{table}"
        plain = socket.create_connection(("127.0.0.1", PORT), timeout=30, source_address=(self._address, 0))
        with connect(uri, sock=plain, ssl=self._context, origin=Origin(origin)) as opened:
            opened.send('{"type": "hello"}')
            kind: str = json.loads(opened.recv(10))["type"]
            return kind


def try_out(server: Running, folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield what a host relies on, and whether it is so."""
    first, second = Visitor(folder, "127.0.0.21"), Visitor(folder, "127.0.0.22")
    first.wait()
    page, content = first.ask("GET", "/")
    yield "the page", page.status == 200 and b"<html" in content
    yield "HSTS", page.headers["strict-transport-security"] == "max-age=31536000"
    table = Seat.create(server.url, "Host").table
    yield "a socket", first.talk(table, f"https://{NAME}") == "welcome"
    seated, content = first.ask("POST", f"/api/tables/{table}/seats", '{"name": "Guest"}')
    yield "links with the public name", json.loads(content).get("personal_link", "").startswith(f"https://{NAME}/t/")
    record, content = first.ask("POST", "/api/replay", json.dumps({"record": "x" * 900_000}))
    yield "a long record reaches the server", (record.status, b"bad-record" in content) == (400, True)
    guesses = [
        first.ask("GET", "/api/codes/AAAAAA", **{"x-forwarded-for": f"198.51.100.{number}"})[0].status
        for number in range(GUESSES + 1)
    ]
    yield "the real address is counted, whatever the client says", guesses == [404] * GUESSES + [429]
    third = Visitor(folder, "127.0.0.23")
    guesses = [
        third.ask_with_trailer("/api/codes/AAAAAA", f"X-Forwarded-For: 198.51.100.{number}")
        for number in range(GUESSES + 1)
    ]
    yield "the same behind a body", guesses == [404] * GUESSES + [429]
    yield "another address has its own limit", second.ask("GET", "/api/codes/AAAAAA")[0].status == 404
    _, content = first.ask("GET", "/api/cards", host="evil.example")
    yield "foreign names get nothing of the server", b"ambushes" not in content
    assert seated.status == 201


def main() -> int:
    """Try every proxy that is installed."""
    text = PAGE.read_text(encoding="utf-8")
    failures = 0
    for name, write in PROXIES.items():
        if shutil.which(name) is None:
            failures += os.environ.get("CI") == "true"
            sys.stdout.write(f"{name}: not installed\n")
            continue
        with TemporaryDirectory() as place:
            folder = Path(place)
            folder.chmod(0o755)
            make_certificate(folder)
            options: dict[str, Any] = {"public_url": f"https://{NAME}", "trusted_proxy": "127.0.0.1"}
            with (
                running(folder / "data", Limits(code_rate=(GUESSES, 0.0001)), **options) as server,
                started(write(text, folder, f"127.0.0.1:{server.port}")),
            ):
                for what, holds in try_out(server, folder):
                    failures += not holds
                    sys.stdout.write(f"{name}: {what}: {'yes' if holds else 'NO'}\n")
                    sys.stdout.flush()
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
