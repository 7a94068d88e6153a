"""What is written to the log of a server."""

import json
import logging

import pytest

from quillmap.server.hosting.logs import json_logs


def test_only_the_line_of_the_server_tells_that_the_database_is_away(capsys: pytest.CaptureFixture[str]) -> None:
    """The library that lost the connection warns of it in its own words."""
    with json_logs():
        logging.getLogger("psycopg").warning("error ignored terminating a pipeline")
        logging.getLogger("quillmap.storage").error("the database is away")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["message"] for line in lines] == ["the database is away"]
