"""Tokens, ids and short codes: how they are made, and what rights a token has."""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

from quillmap.server.problems import Problem
from quillmap.server.tables.document import SeatDocument, TableDocument

TOKEN_BYTES: Final = 24
"""192 random bits."""
ID_LENGTH: Final = 22
ON_DEVICE: Final = "device-"
"""How the ids of tables and games begin that are on a player's device; those of a server are shorter."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that are easily confused."""
CODE_LENGTH: Final = 6


def new_id(*, is_on_device: bool = False) -> str:
    """Return an id that nobody can guess; it says whether what it names is on a player's device."""
    return (ON_DEVICE if is_on_device else "") + secrets.token_urlsafe(16)


def is_device_id(text: str) -> bool:
    """Return whether an id names something on a player's device; the page asks the same (``web/js/device/ids.js``)."""
    return text.startswith(ON_DEVICE) and len(text) == len(ON_DEVICE) + ID_LENGTH


def is_id(text: str) -> bool:
    """Return whether *text* could be an id or a code of ours; anything else is unknown without asking the storage."""
    return _ID.fullmatch(text) is not None


def id_for_log(table_id: str) -> str:
    """Return the beginning of the id of a table: anybody who reads all of it can open the table."""
    return f"{table_id[:6]}…" if table_id else ""


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_seed() -> str:
    """Return a random seed of 256 bits: nobody who knows the published hash can find it."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Return a short code that can be read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def checked_token(token: str | None) -> str:
    """Return the token that a client made itself, or a new one."""
    if token is None:
        return new_token()
    if not _TOKEN.fullmatch(token):
        raise Problem("bad-token")
    return token


def hash_of(token: str) -> str:
    """Return what is kept of a token. It has 128 random bits or more, so a plain hash can't be reversed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_token(token: str, token_hash: str) -> bool:
    """Return whether *token* has this hash, in constant time."""
    return hmac.compare_digest(hash_of(token), token_hash)


def seat_with(document: TableDocument, token: str) -> SeatDocument | None:
    """Return the seat that *token* belongs to; every seat is compared, so that timing reveals nothing."""
    hashed = hash_of(token)
    found = None
    for seat in document.seats:
        if seat.token_hash and hmac.compare_digest(hashed, seat.token_hash):
            found = seat
    return found


def is_host(document: TableDocument, token: str) -> bool:
    """Return whether *token* has the host's rights."""
    if document.owner_hash and is_token(token, document.owner_hash):
        return True
    seat = seat_with(document, token)
    return seat is not None and seat.id == document.host
