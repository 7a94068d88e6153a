"""Structured logs: one JSON object per line, on standard error. They hold no tokens."""

import json
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


NO_NEWS: Final = (
    *("without completing handshake", "Invalid HTTP request received", "Unsupported upgrade request"),
    "Invalid UTF-8 sequence received",
)
"""What uvicorn says of clients: none of it is an error of the server, and anybody can cause it without end."""


def is_news(record: logging.LogRecord) -> bool:
    """Return whether a line of uvicorn is worth writing."""
    message = record.getMessage()
    return not any(each in message for each in NO_NEWS)


@contextmanager
def json_logs(level: str = "INFO") -> Iterator[None]:
    """Send all logs to standard error while a server starts and runs."""
    root = logging.getLogger()
    before, level_before = root.handlers, root.level
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root.handlers = [handler]
    root.setLevel(level)
    _quieten_libraries()
    try:
        yield
    finally:
        root.handlers = before
        root.setLevel(level_before)


def _quieten_libraries() -> None:
    # uvicorn would log the address of every socket, and with it the links of private tables.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_news)
    logging.getLogger("uvicorn.access").disabled = True
    # psycopg warns of what it ignores at the end of a connection; that the database is away has its own line.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
