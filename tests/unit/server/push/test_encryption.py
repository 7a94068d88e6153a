"""Messages that only one device can read, compared with the example of RFC 8291."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from quillmap.server.push.encryption import CURVE, RECORD_SIZE, encrypt, encrypt_with, from_base64, in_base64, point
from server.push_service import Device

TEXT = b"When I grow up, I want to be a watermelon"
SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SENDER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
DEVICE_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""All of section 5 of RFC 8291."""
LONGEST = RECORD_SIZE - 17


def test_the_example_of_the_rfc() -> None:
    """Same keys, same salt, same text: the same bytes."""
    sender = ec.derive_private_key(int.from_bytes(from_base64(SENDER_PRIVATE)), CURVE)
    assert in_base64(point(sender.public_key())) == SENDER_PUBLIC
    sealed = encrypt_with(sender, from_base64(SALT), from_base64(DEVICE_PUBLIC), from_base64(AUTH), TEXT)
    assert in_base64(sealed) == SEALED


def test_every_message_has_a_key_and_a_salt_of_its_own() -> None:
    """The same text twice shows nothing in common but its length, and only its device can read it."""
    device, other = Device("one"), Device("two")
    keys = device.subscription["keys"]
    assert isinstance(keys, dict)
    first, second = (encrypt(keys["p256dh"], keys["auth"], b'{"a": 1}') for _ in range(2))
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert device.read(first) == device.read(second) == {"a": 1}
    with pytest.raises(InvalidTag):
        other.read(first)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        (DEVICE_PUBLIC, ""),
        (DEVICE_PUBLIC, AUTH[:-4]),
        (DEVICE_PUBLIC[:-4], AUTH),
        (DEVICE_PUBLIC[:-4] + "AAAA", AUTH),
        (DEVICE_PUBLIC + "A", AUTH),
        ("ä" * 87, AUTH),
        ("A" * 87, AUTH),
    ],
    ids=["no key", "no secret", "short secret", "short key", "not on the curve", "no base64", "no ascii", "zeros"],
)
def test_keys_that_are_none(p256dh: str, auth: str) -> None:
    """They are refused with one kind of error, whatever is wrong with them."""
    with pytest.raises(ValueError, match=r".+"):
        encrypt(p256dh, auth, b"-")


def test_a_message_is_one_record() -> None:
    """As push services demand; a longer text is refused."""
    assert len(encrypt(DEVICE_PUBLIC, AUTH, LONGEST * b"-")) == RECORD_SIZE + 86
    with pytest.raises(ValueError, match="too long"):
        encrypt(DEVICE_PUBLIC, AUTH, (LONGEST + 1) * b"-")
