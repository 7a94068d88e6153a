"""Who sits where: tokens, names and crests, checked."""

import hmac
import re
import secrets
import unicodedata
from hashlib import sha256
from typing import Final

from quillmap.server.problems import Problem
from quillmap.server.tables.document import Crest, SeatDocument, TableDocument

LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 60
MOST_STROKES: Final = 64
MOST_NUMBERS: Final = 1000
TOKEN_BYTES: Final = 24
"""192 random bits."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that are taken for one another."""
CODE_LENGTH: Final = 6


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


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
    """Return what is kept of a token. It has 128 random bits or more, so a plain hash can't be turned round."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_token(token: str, token_hash: str) -> bool:
    """Return whether *token* has this hash, in a time that tells nothing."""
    return hmac.compare_digest(hash_of(token), token_hash)


def seat_with(document: TableDocument, token: str) -> SeatDocument | None:
    """Return the seat that *token* belongs to; every seat is looked at."""
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


def checked_name(name: str) -> str:
    """Return *name* as it is kept: text, never markup, so nothing but unprintable characters is refused."""
    tidy = _tidy(name)
    if not 1 <= len(tidy) <= LONGEST_NAME:
        raise Problem("bad-name")
    return tidy


def checked_title(title: str) -> str:
    """Return *title* as it is kept."""
    tidy = _tidy(title)
    if len(tidy) > LONGEST_TITLE:
        raise Problem("bad-title")
    return tidy


def _tidy(text: str) -> str:
    # Normal form and single blanks; control, format, surrogate and private characters could disguise a name.
    plain = unicodedata.normalize("NFC", text[: 8 * LONGEST_TITLE])
    plain = "".join(
        " " if each.isspace() else each for each in plain if each.isspace() or unicodedata.category(each)[0] != "C"
    )
    return " ".join(plain.split()) if len(text) <= 8 * LONGEST_TITLE else text


def checked_crest(crest: Crest) -> Crest:
    """Return *crest*, or raise the problem with it."""
    numbers = sum(len(stroke) for stroke in crest)
    is_drawn = all(len(stroke) >= 4 and len(stroke) % 2 == 0 for stroke in crest)
    if len(crest) > MOST_STROKES or numbers > MOST_NUMBERS or not is_drawn:
        raise Problem("bad-crest")
    if any(not 0 <= number <= 255 for stroke in crest for number in stroke):
        raise Problem("bad-crest")
    return crest
