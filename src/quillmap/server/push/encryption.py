"""Encrypts a message so that only one device can read it (RFC 8291, in the format of RFC 8188).

pywebpush does this too, but brings 18 packages, among them two HTTP clients that can't be held to an address that was
checked. The primitives come from cryptography, which may not be installed: import this module where it is needed.
"""

import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD_SIZE: Final = 4096
"""Bytes of a message at most, as push services demand; all of it is one record."""
POINT_LENGTH: Final = 65
SECRET_LENGTH: Final = 16
TAG_LENGTH: Final = 16
LAST_RECORD: Final = b"\x02"


def encrypt(p256dh: str, auth: str, payload: bytes) -> bytes:
    """Return *payload* as only the device with these keys can read it; raise ValueError for keys that are none."""
    return encrypt_with(ec.generate_private_key(CURVE), os.urandom(16), from_base64(p256dh), from_base64(auth), payload)


def encrypt_with(
    sender: ec.EllipticCurvePrivateKey, salt: bytes, device_point: bytes, auth: bytes, payload: bytes
) -> bytes:
    """Encrypt with a key and a salt that must never be used again."""
    if len(device_point) != POINT_LENGTH or len(auth) != SECRET_LENGTH:
        raise ValueError("a key of the device has the wrong length")
    if len(payload) + len(LAST_RECORD) + TAG_LENGTH > RECORD_SIZE:
        raise ValueError("the message is too long")
    sender_point = point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, device_point))
    secret = _derive(auth, shared, b"WebPush: info\0" + device_point + sender_point, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(sender_point)) + sender_point
    return header + AESGCM(key).encrypt(nonce, payload + LAST_RECORD, None)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as browsers and push services write it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def in_base64(data: bytes) -> str:
    """Return *data* in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return what was written in base64url; raise ValueError if nothing was."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
