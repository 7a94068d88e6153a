"""A push service of the tests' own: it speaks real TLS, catches what is sent, and reads it as the device would."""

import base64
import json
import ssl
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from quillmap.server.push.public_hosts import HostAddress, PublicHosts

HOST = "push.quillmap.net"
CURVE = ec.SECP256R1()
Json = dict[str, Any]


def in_base64(data: bytes) -> str:
    """Return *data* as browsers write it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return what was written."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser that has subscribed."""

    def __init__(self, name: str) -> None:
        self._key = ec.generate_private_key(CURVE)
        self._auth = name.encode().ljust(16, b".")[:16]
        self.endpoint = f"https://{HOST}/send/{name}"
        self.subscription = {
            "endpoint": self.endpoint,
            "keys": {"p256dh": in_base64(self._public), "auth": in_base64(self._auth)},
        }

    @property
    def _public(self) -> bytes:
        return _point(self._key.public_key())

    def read(self, body: bytes) -> Json:
        """Decrypt a message (RFC 8188 and 8291)."""
        salt, (_, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        secret = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        key = _derived(self._auth, secret, b"WebPush: info\0" + self._public + sender, 32)
        content_key = _derived(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, key, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(content_key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02"), "the last record ends so"
        message: Json = json.loads(text[:-1])
        return message


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    found: bytes = HKDF(hashes.SHA256(), length, salt, info).derive(secret)
    return found


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    found: bytes = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return found


@dataclass(frozen=True)
class Caught:
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def signed_claims(self) -> tuple[str, Json]:
        """Return the key of the sender and what it claims, after checking its signature (RFC 8292)."""
        kind, _, parts = self.headers["authorization"].partition(" ")
        assert kind == "vapid"
        found = dict(part.strip().split("=", 1) for part in parts.split(","))
        head, claims, signature = found["t"].split(".")
        numbers = from_base64(signature)
        pair = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(found["k"]))
        key.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        return found["k"], json.loads(from_base64(claims))


class OwnHosts(PublicHosts):
    """Leads every name to the push service of the test. Only a test can make a server with it."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__(context)
        self._port = port

    async def places(self, host: str, network: str) -> list[HostAddress]:  # noqa: ARG002  # one network
        """Return where the push service of the test listens."""
        assert host == HOST
        return [HostAddress("127.0.0.1", self._port)]


@dataclass
class PushService:
    """What a push service has caught, and what it answers."""

    port: int
    context: ssl.SSLContext
    """With which its certificate is believed."""
    caught: list[Caught] = field(default_factory=list)
    answers: dict[str, list[int]] = field(default_factory=dict)
    """What it answers for a path, one after the other; 201 when there are none left."""
    held: set[str] = field(default_factory=set)
    """Paths that get no answer for now."""

    def hosts(self) -> OwnHosts:
        """Return what leads a server here."""
        return OwnHosts(self.port, self.context)

    def messages(self, device: Device) -> list[Json]:
        """Return all messages for a device, decrypted."""
        return [device.read(each.body) for each in self.caught if device.endpoint.endswith(each.path)]


def _certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    public, private = folder / "certificate.pem", folder / "key.pem"
    public.write_bytes(certificate.public_bytes(pem))
    private.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
    )
    return public, private


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """Run a push service; its certificate is kept in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    public, private = _certificate(folder)

    class Handler(BaseHTTPRequestHandler):
        """Catches what is sent."""

        def do_POST(self) -> None:
            """Take a message."""
            body = self.rfile.read(int(self.headers["content-length"]))
            service.caught.append(Caught(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            while self.path in service.held:
                time.sleep(0.01)
            waiting = service.answers.get(self.path, [])
            status = waiting.pop(0) if waiting else 201
            self.send_response(status)
            self.send_header("location", f"https://{HOST}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        """Does not mind clients that hang up."""

        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Say nothing: a client that waits no longer is part of a test."""

    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(public, private)
    with Server(("127.0.0.1", 0), Handler) as server:
        server.socket = own.wrap_socket(server.socket, server_side=True)
        service = PushService(server.server_address[1], ssl.create_default_context(cafile=str(public)))
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield service
        service.held.clear()
        server.shutdown()
        thread.join()
