"""What is needed to send to devices: encryption for each of them, and the key of this server.

Without cryptography there is no seal, and nothing is offered.
"""

import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from quillmap.server.problems import Problem
from quillmap.server.push.public_hosts import PushEndpoint
from quillmap.server.storage.data_folder import PRIVATE_FILE, is_plain
from quillmap.server.tables.document import PushSubscription

if TYPE_CHECKING:
    from quillmap.server.push.signing import ServerKey
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

    def __init__(self, key: "ServerKey", public_url: str) -> None:
        self._key = key
        self._contact = _contact(public_url)
        self.public_key: Final = key.public
        """What browsers need to know to subscribe, in base64url."""

    def check(self, subscription: PushSubscription) -> None:
        """Raise the problem ``bad-endpoint`` unless something can be encrypted for these keys."""
        try:
            self.encrypt(subscription, b"-")
        except ValueError:
            raise Problem("bad-endpoint") from None

    def encrypt(self, subscription: PushSubscription, payload: bytes) -> bytes:
        """Return *payload* as only this device can read it."""
        from quillmap.server.push.encryption import encrypt  # noqa: PLC0415  # needs what may not be installed

        return encrypt(subscription.p256dh, subscription.auth, payload)

    def authorization(self, endpoint: PushEndpoint) -> str:
        """Return the header by which a push service knows this server."""
        expires = int(time.time()) + SIGNED_SECONDS
        return self._key.authorization({"aud": endpoint.origin, "exp": expires, "sub": self._contact})


def load_seal(folder: Path, public_url: str) -> Seal | None:
    """Return the seal of the server with this data folder, made at its first start; None where there can't be one."""
    try:
        from quillmap.server.push.signing import ServerKey  # noqa: PLC0415  # as above
    except ImportError:
        return None
    path = folder / KEY_NAME
    try:
        if not is_plain(path):
            _write_key(path, ServerKey.generate())
        return Seal(ServerKey.from_pem(path.read_bytes()), public_url)
    except (OSError, ValueError) as error:  # a key that can't be read or written is no reason not to play
        _log.warning("no notifications: the key can't be used", extra={"path": str(path), "error": str(error)})
        return None


async def stored_seal(storage: "Storage", public_url: str) -> Seal | None:
    """Return the seal of a server that has no folder: its key is a secret in the storage."""
    try:
        from quillmap.server.push.signing import ServerKey  # noqa: PLC0415  # as above
    except ImportError:
        return None
    try:
        kept = await storage.secret(SECRET_NAME, ServerKey.generate().pem().decode())
        return Seal(ServerKey.from_pem(kept.encode()), public_url)
    except Exception as error:  # as above, and a database has errors of its own
        _log.warning("no notifications: the key can't be used", extra={"error": str(error)})
        return None


def _contact(public_url: str) -> str:
    parts = urlsplit(public_url)
    return f"https://{parts.hostname}" if parts.scheme == "https" and "." in (parts.hostname or "") else NOBODY


def _write_key(path: Path, key: "ServerKey") -> None:
    """Write a new key: nobody else can read it at any moment, and half of one never has its name."""
    partial = path.with_name(path.name + ".partial")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE), "wb") as file:
        file.write(key.pem())
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
