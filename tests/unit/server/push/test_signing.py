"""The key of the server: kept, read back, and believed by whoever knows its public part."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from quillmap.server.push.signing import ServerKey
from server.push_service import Caught

CLAIMS: dict[str, str | int] = {"aud": "https://push.example.org", "exp": 1_900_000_000, "sub": "mailto:a@example.org"}
WRITTEN = b"""-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyfWPiYE+n46HLnH0
KqZOF1fJJU3MYrct3AELtAQ+oRyhRANCAAT+M/SrDepxkU21WCP3O1SUj0EwbZIH
Mtu5pZpTKGSCIA5Zent7wmC6HCJ5mFgJkuk5cwAvMBKiiujwa7t45ewP
-----END PRIVATE KEY-----
"""
"""A key as servers have kept it from the beginning: the sender's of RFC 8291."""


def signed(key: ServerKey) -> Caught:
    """Return a request that *key* has signed."""
    return Caught("/", {"authorization": key.authorization(CLAIMS)}, b"")


def test_the_signature_is_believed() -> None:
    """Whoever checks it with the key that it names reads the claims."""
    key = ServerKey.generate()
    assert signed(key).signed_claims() == (key.public, CLAIMS)


def test_another_key_is_not_believed() -> None:
    """A signature under another name is worth nothing."""
    header = ServerKey.generate().authorization(CLAIMS)
    forged = header.partition(",k=")[0] + ",k=" + ServerKey.generate().public
    with pytest.raises(InvalidSignature):
        Caught("/", {"authorization": forged}, b"").signed_claims()


def test_signatures_have_the_same_length_always() -> None:
    """Small numbers are filled up: one signature in 128 has one."""
    key = ServerKey.generate()
    assert len({len(key.authorization(CLAIMS)) for _ in range(1000)}) == 1


def test_a_kept_key_is_read_back() -> None:
    """Those of earlier servers too, so that devices stay subscribed."""
    key = ServerKey.from_pem(WRITTEN)
    assert key.public == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    assert key.pem() == WRITTEN


def test_keys_of_other_kinds_are_refused() -> None:
    """Another curve, no curve, a password, no key at all: one kind of error."""
    plain = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    locked = (Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    private = ec.generate_private_key(ec.SECP256R1())
    for text in (
        ec.generate_private_key(ec.SECP384R1()).private_bytes(*plain),
        rsa.generate_private_key(65537, 2048).private_bytes(*plain),
        private.private_bytes(*locked),
        b"no key",
    ):
        with pytest.raises(ValueError, match=r".+"):
            ServerKey.from_pem(text)
