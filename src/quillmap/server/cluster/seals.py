"""How one node proves to another that a request comes from a node: a keyed hash, so that the secret never travels.

It holds for one run of the receiver, one method, one address and one client. Somebody who can read the database, or
knows the token of any player, can't make one. It is no protection against somebody who can read what passes between
nodes: neither time nor body, token or host name is in it, so that nodes of neighbouring versions understand each other;
and whoever could use a seal again reads the tokens beside it, too. Such traffic has to be private or encrypted.
"""

import hmac
from pathlib import Path
from typing import Final

SHORTEST_SECRET: Final = 32


class Seals:
    """Makes and checks seals with the secret that all nodes share."""

    def __init__(self, secret: str) -> None:
        self._key = secret.encode()

    @property
    def fingerprint(self) -> str:
        """What tells clusters with different secrets apart, and betrays nothing about them."""
        return self._digest("fingerprint")

    def seal(self, node: str, method: str, target: str, client: str, scheme: str) -> str:
        """Return the seal of a request that is passed to *node* for *client*."""
        return self._digest("pass", node, method, target, client, scheme)

    def is_seal(self, seal: str, node: str, method: str, target: str, client: str, scheme: str) -> bool:
        """Return whether *seal* is the one of this request, in constant time."""
        expected = self.seal(node, method, target, client, scheme)
        return hmac.compare_digest(expected.encode(), seal.encode("utf-8", "replace"))

    def _digest(self, *parts: str) -> str:
        return hmac.digest(self._key, "\n".join(parts).encode("utf-8", "surrogatepass"), "sha256").hex()


def read_secret(path: Path) -> str:
    """Return the secret in a file, without the end of its line; raises ``OSError`` or ``UnicodeError``."""
    return path.read_text(encoding="utf-8").strip()
