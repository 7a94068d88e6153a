"""Bodies and answers of the endpoints of notifications."""

from typing import Annotated, TypeAlias

import msgspec

PublicPoint: TypeAlias = Annotated[
    str, msgspec.Meta(min_length=87, max_length=88, pattern=r"^B[A-P][A-Za-z0-9_-]{85}=?(?![\s\S])")
]
"""65 bytes in base64url of which the first is 4: a point of the curve, not compressed."""
DeviceSecret: TypeAlias = Annotated[
    str, msgspec.Meta(min_length=22, max_length=24, pattern=r"^[A-Za-z0-9_-]{22}(==)?(?![\s\S])")
]
"""16 bytes in base64url."""


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a device, as its browser gives them: messages are encrypted with them."""

    p256dh: PublicPoint
    auth: DeviceSecret


class ChangePush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a device is told when it is its person's turn; without keys it no longer is."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    """The address of the device at the push service of its browser."""
    keys: PushKeys | None = None
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"
    """In which messages are written, if it is one of those that there are; otherwise it is English."""


class PushOffer(msgspec.Struct, frozen=True):
    """What a browser needs to know to subscribe to notifications."""

    key: str | None
    """The public key of this server, in base64url; None if it sends no notifications."""


class PushAnswer(msgspec.Struct, frozen=True):
    """On how many devices the person of a seat is told of their turn."""

    devices: int
