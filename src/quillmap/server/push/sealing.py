"""Messages that only one device can read (RFC 8291), and the signature by which push services know us (RFC 8292).

The only module that uses pywebpush; without it ``load_seal`` returns None, and nothing is offered. Its own way of
sending is not used, because it looks names up again and follows redirects.
"""

import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from quillmap.server.problems import Problem
from quillmap.server.push.public_hosts import PushEndpoint
from quillmap.server.storage.data_folder import PRIVATE_FILE
from quillmap.server.tables.document import PushSubscription

if TYPE_CHECKING:
    from py_vapid import Vapid02

    from quillmap.server.storage.interface import Storage

KEY_NAME: Final = "quillmap.push.pem"
SECRET_NAME: Final = "push"
"""What the key is called in a storage without a folder."""
SIGNED_SECONDS: Final = 12 * 3600
NOBODY: Final = "mailto:nobody@example.org"
"""Push services want to know whom to write to; a server without a public address has nobody to name."""

_log = logging.getLogger("quillmap.push")


class Seal:
    """Encrypts for devices, and signs with this server's key."""

    def __init__(self, vapid: "Vapid02", contact: str) -> None:
        self._vapid = vapid
        self._contact = contact
        self.public_key: Final = _public_key(vapid)
        """What browsers need to know to subscribe, in base64url."""

    def check(self, subscription: PushSubscription) -> None:
        """Raise the problem ``bad-endpoint`` unless something can be encrypted for these keys."""
        try:
            self.encrypt(subscription, b"-")
        except Exception:  # the library has no error of its own for each way in which a key can be broken
            raise Problem("bad-endpoint") from None

    def encrypt(self, subscription: PushSubscription, payload: bytes) -> bytes:
        """Return *payload* as only this device can read it."""
        from pywebpush import WebPusher  # noqa: PLC0415  # half a second, which no start should wait for

        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
        sealed: bytes = pusher.encode(payload, "aes128gcm")["body"]
        return sealed

    def authorization(self, endpoint: PushEndpoint) -> str:
        """Return the header by which a push service knows this server."""
        claims = {"aud": endpoint.origin, "sub": self._contact, "exp": int(time.time()) + SIGNED_SECONDS}
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed["Authorization"]


def load_seal(folder: Path, public_url: str) -> Seal | None:
    """Return the seal of the server with this data folder, made at its first start; None where there can't be one."""
    try:
        from py_vapid import Vapid02  # noqa: PLC0415  # it may not be installed
    except ImportError:
        return None
    path = folder / KEY_NAME
    try:
        if not path.exists():
            _write_key(path, Vapid02)
        return Seal(Vapid02.from_file(str(path)), _contact(public_url))
    except Exception as error:  # a key that can't be read or written is no reason not to play
        _log.warning("no notifications: the key can't be used", extra={"path": str(path), "error": str(error)})
        return None


async def stored_seal(storage: "Storage", public_url: str) -> Seal | None:
    """Return the seal of a server that has no folder: its key is a secret in the storage."""
    try:
        from py_vapid import Vapid02  # noqa: PLC0415  # it may not be installed
    except ImportError:
        return None
    made = Vapid02()
    made.generate_keys()
    try:
        kept = await storage.secret(SECRET_NAME, made.private_pem().decode())
        return Seal(Vapid02.from_pem(kept.encode()), _contact(public_url))
    except Exception as error:  # as above
        _log.warning("no notifications: the key can't be used", extra={"error": str(error)})
        return None


def _contact(public_url: str) -> str:
    parts = urlsplit(public_url)
    return f"https://{parts.hostname}" if parts.scheme == "https" and "." in (parts.hostname or "") else NOBODY


def _write_key(path: Path, kind: Any) -> None:
    """Write a new key: nobody else can read it at any moment, and half of one never has its name."""
    vapid = kind()
    vapid.generate_keys()
    partial = path.with_name(path.name + ".partial")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE), "wb") as file:
        file.write(vapid.private_pem())
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _public_key(vapid: "Vapid02") -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415  # as above
    from py_vapid.utils import b64urlencode  # noqa: PLC0415

    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    written: str = b64urlencode(point)
    return written
