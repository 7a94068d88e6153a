"""The key of the server, and the signature by which push services know it (VAPID, RFC 8292).

It needs cryptography, which may not be installed: import this module where it is needed.
"""

import json
from collections.abc import Mapping
from typing import Final, Self

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from quillmap.server.push.encryption import CURVE, in_base64, point

NUMBER_LENGTH: Final = 32
"""Bytes of each of the two numbers of a signature."""


class ServerKey:
    """A private key on the curve P-256."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public: Final = in_base64(point(private.public_key()))
        """The public part, as browsers and push services write it."""

    @classmethod
    def generate(cls) -> Self:
        """Return a new key."""
        return cls(ec.generate_private_key(CURVE))

    @classmethod
    def from_pem(cls, text: bytes) -> Self:
        """Return the key that was written; raise ValueError if it can't be used."""
        try:
            private = load_pem_private_key(text, password=None)
        except (TypeError, UnsupportedAlgorithm) as error:  # encrypted, or of a kind that is not known
            raise ValueError(str(error)) from None
        if not isinstance(private, ec.EllipticCurvePrivateKey) or private.curve.name != CURVE.name:
            raise ValueError("not a private key on the curve P-256")
        return cls(private)

    def pem(self) -> bytes:
        """Return the key as it is kept."""
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def authorization(self, claims: Mapping[str, str | int]) -> str:
        """Return the header that proves these claims: a JSON Web Token, signed with ES256, and the public key."""
        head = {"typ": "JWT", "alg": "ES256"}
        said = ".".join(in_base64(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        numbers = decode_dss_signature(self._private.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        signature = in_base64(b"".join(number.to_bytes(NUMBER_LENGTH) for number in numbers))
        return f"vapid t={said}.{signature},k={self.public}"
