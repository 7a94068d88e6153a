"""Which addresses in ``X-Forwarded-For`` can be believed, before anything counts by them."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final

Header = tuple[bytes, bytes]

NAME: Final = b"x-forwarded-for"


def with_addresses_only(headers: Sequence[Header]) -> list[Header]:
    """Return *headers* with all lines of this name as one, as HTTP reads them, and nothing in it but addresses.

    Every proxy adds what it knows at the end. What stands before something that is no address was written by nobody
    knows whom, so that goes, too.
    """
    others = [header for header in headers if header[0] != NAME]
    entries = b",".join(value for name, value in headers if name == NAME).decode("latin-1").split(",")
    found: list[str] = []
    for entry in reversed(entries):
        if not _is_address(entry.strip()):
            break
        found.insert(0, entry.strip())
    return [*others, (NAME, ", ".join(found).encode())] if found else others


def _is_address(entry: str) -> bool:
    """Return whether an entry is an address, with a port or without."""
    host = entry
    if entry.startswith("["):
        host = entry[1:].partition("]")[0]
    elif entry.count(":") == 1:
        host = entry.partition(":")[0]
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
