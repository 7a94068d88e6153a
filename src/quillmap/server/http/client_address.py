"""Where a request or a socket comes from."""

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    """Return the network address of the client; an empty text if it has none."""
    return connection.client.host if connection.client else ""
