"""The OpenAPI document, and requests made from it at random."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error, response_schema_conformance, status_code_conformance
from schemathesis.core.result import Ok

from quillmap.server.client import call
from server.harness import Running

EXAMPLE = Path(__file__).parents[2] / "examples" / "play_a_game.py"


def test_the_document_describes_every_address(server: Running) -> None:
    """Each has a sentence, its answers, and errors in the one shape."""
    document = call(server.url, "GET", "/openapi.json")
    assert document["openapi"].startswith("3.1")
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert operation["summary"].endswith(".")
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    schema = response["content"]["application/json"]["schema"]
                    assert schema["$ref"].endswith("/ErrorAnswer"), path


# Hypothesis takes it for a strategy's if the server, which runs in this process, draws a random number meanwhile.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module")
def test_random_requests_are_answered_as_described(server: Running) -> None:
    """No request, however odd, gets an answer that the document does not know, and none breaks the server."""
    schema = schemathesis.openapi.from_url(server.url + "/openapi.json")
    checks = [not_a_server_error, response_schema_conformance, status_code_conformance]
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)

        @settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=result.ok().as_strategy())
        def check(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(checks=checks)

        check()
    assert call(server.url, "GET", "/readyz")["status"] == "ready"


def test_the_example_plays_a_whole_game(
    server: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In under forty lines."""
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), server.url])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "places" in capsys.readouterr().out
