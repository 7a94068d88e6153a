"""Links to tables, and the answer to taking a seat, which contains one."""

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.links import base_for_others
from quillmap.server.http.call import Call
from quillmap.server.protocol.bodies import Seated, table_info
from quillmap.server.tables.document import TableDocument


def base_link(call: Call, config: Config) -> str:
    """Return the address under which others reach this server, without a final slash."""
    return base_for_others(config, call.base)


def table_link(call: Call, config: Config, document: TableDocument) -> str:
    """Return the link to a table."""
    return f"{base_link(call, config)}/t/{document.id}"


def seated_answer(call: Call, config: Config, document: TableDocument, seat: int | None, token: str) -> Seated:
    """Return the answer to taking a seat: the table, the token, and the links."""
    link = table_link(call, config, document)
    return Seated(table_info(document), seat, token, link, f"{link}#{token}")
