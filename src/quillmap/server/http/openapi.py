"""The OpenAPI document of the HTTP part, made from the endpoints and their structs."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from quillmap import __version__
from quillmap.server.http.call import JSON
from quillmap.server.http.endpoint import Endpoint
from quillmap.server.problems import REASONS, ErrorAnswer

ALWAYS: Final = ("too-many", "internal", "not-ready", "not-stored", "storage-away")
"""The problems of every request."""
OF_BODIES: Final = ("bad-request", "too-large", "wrong-media-type")
"""The problems of every request with a body."""
_REFERENCE: Final = "#/components/schemas/{name}"
_PATTERNS: Final = {"seat": {"type": "integer", "minimum": 0}, "event": {"type": "integer", "minimum": 1}}


def openapi(endpoints: Sequence[Endpoint]) -> bytes:
    """Return the document as JSON."""
    kinds = [
        kind
        for each in endpoints
        for kind in (each.body, each.answer)
        if kind is not None and not isinstance(kind, str)
    ]
    schemas, components = msgspec.json.schema_components([*kinds, ErrorAnswer], ref_template=_REFERENCE)
    by_kind = dict(zip([*kinds, ErrorAnswer], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, by_kind)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Quillmap",
                "version": __version__,
                "description": "Tables over HTTP; playing itself goes over the WebSocket (docs/protocol.md).",
                "license": {"name": "MIT"},
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat"}},
            },
        }
    )


def documented_codes(endpoint: Endpoint) -> set[str]:
    """Return every problem that *endpoint* may report."""
    return {*ALWAYS, *endpoint.codes, *(OF_BODIES if endpoint.body is not None else ())}


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "responses": _responses(endpoint, schemas),
    }
    if names := re.findall(r"{(\w+)}", endpoint.path):
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": _PATTERNS.get(name, {"type": "string"})}
            for name in names
        ]
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[endpoint.body]}}}
    if endpoint.needs_token:
        operation["security"] = [{"seat": []}]
    return operation


def _responses(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(endpoint.answer, str):
        content: dict[str, Any] = {endpoint.answer: {}}
    else:
        content = {JSON: {"schema": schemas[endpoint.answer]}}
    responses = {str(endpoint.status): {"description": "As asked", "content": content}}
    codes = documented_codes(endpoint)
    for status in sorted({REASONS[code][0] for code in codes}):
        named = ", ".join(sorted(code for code in codes if REASONS[code][0] == status))
        responses[str(status)] = {"description": named, "content": {JSON: {"schema": schemas[ErrorAnswer]}}}
    return responses
