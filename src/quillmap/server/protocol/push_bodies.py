"""Bodies and answers of the endpoints of notifications."""

from typing import Annotated

import msgspec


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a device, as its browser gives them: messages are encrypted with them."""

    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class ChangePush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a device is told when it is its person's turn; without keys it no longer is."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    """The address of the device at the push service of its browser."""
    keys: PushKeys | None = None
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"


class PushOffer(msgspec.Struct, frozen=True):
    """What a browser needs to know to subscribe to notifications."""

    key: str | None
    """The public key of this server, in base64url; None if it sends no notifications."""


class PushAnswer(msgspec.Struct, frozen=True):
    """On how many devices the person of a seat is told of their turn."""

    devices: int
