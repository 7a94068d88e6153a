"""Links to tables, as they are sent to others, and the answer that hands one out together with a seat."""

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.links import base_for_others
from quillmap.server.http.call import Call
from quillmap.server.protocol.bodies import Seated, table_info
from quillmap.server.tables.document import TableDocument


def base_link(call: Call, config: Config) -> str:
    """Return the address of this server for others, without a slash at its end."""
    return base_for_others(config, str(call.request.base_url))


def table_link(call: Call, config: Config, document: TableDocument) -> str:
    """Return the link to a table."""
    return f"{base_link(call, config)}/t/{document.id}"


def seated_answer(call: Call, config: Config, document: TableDocument, seat: int | None, token: str) -> Seated:
    """Return the answer for whoever has just taken a seat: the table, the token, and the links."""
    link = table_link(call, config, document)
    return Seated(table_info(document), seat, token, link, f"{link}#{token}")
