"""The OpenAPI 3.1 document, generated from the operations and their shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from pbmserv import __version__
from pbmserv.storage.sessions import Scope
from pbmserv.web.api.operations import JSON, ONCE_KEY, PROBLEM_JSON, Operation
from pbmserv.web.api.shapes import Document, Problem

_REFERENCE = "#/components/schemas/{name}"
_TOKEN: list[dict[str, list[str]]] = [{"token": []}]
_NO_TOKEN: list[dict[str, list[str]]] = [{}]


def document_of(operations: Sequence[Operation], server: str) -> Document:
    """Return the document; `server` is this server's address, or empty."""
    shapes = _shapes_of(operations)
    schemas, components = msgspec.json.schema_components(shapes, ref_template=_REFERENCE)
    by_shape = dict(zip(shapes, schemas, strict=True))
    # Events come without end, so they are no shape of an answer.
    paths: dict[str, dict[str, Any]] = {"/api/events": {"get": _EVENTS}}
    asked_with = {each for operation in operations for each in (operation.at, operation.given) if each}
    for operation in operations:
        described = _operation(operation, by_shape, components)
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    named = {shape.__name__ for shape in asked_with}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pbmserv",
            "version": __version__,
            "description": "Board games by letter: the same boards that are played by mail and in a browser.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server or "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in components.items() if name not in named},
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token from the page /settings/tokens: for reading, or for reading and playing.",
                }
            },
        },
    }


def _shapes_of(operations: Sequence[Operation]) -> list[type[Struct]]:
    shapes: list[type[Struct]] = [Problem]
    for each in operations:
        shapes += [shape for shape in (each.at, each.given, each.takes, each.gives) if shape]
    return list(dict.fromkeys(shapes))


def _operation(operation: Operation, schemas: dict[type[Struct], Any], components: dict[str, Any]) -> Document:
    parameters = [*_parameters("path", operation.at, components), *_parameters("query", operation.given, components)]
    if operation.method == "POST":
        parameters.append(_ONCE)
    described: Document = {
        "operationId": operation.name,
        "summary": operation.summary,
        "security": _TOKEN if operation.scope else [*_TOKEN, *_NO_TOKEN],
        "responses": {
            str(operation.status.value): {
                "description": operation.summary,
                "content": {JSON: {"schema": schemas[operation.gives]}},
            },
            "4XX": _PROBLEM,
        },
    }
    if operation.scope is Scope.PLAY:
        described["description"] = "Needs a token for playing."
    if parameters:
        described["parameters"] = parameters
    if operation.takes:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[operation.takes]}}}
    return described


def _parameters(where: str, shape: type[Struct] | None, components: dict[str, Any]) -> Iterator[Document]:
    if shape is None:
        return
    described = components[shape.__name__]
    for name, schema in described["properties"].items():
        required = where == "path" or name in described.get("required", ())
        schema = {**schema}
        description = schema.pop("description", "")
        told = {"description": description} if description else {}
        yield {"name": name, "in": where, "required": required, **told, "schema": schema}


_ONCE: Document = {
    "name": ONCE_KEY,
    "in": "header",
    "required": False,
    "description": (
        "A new word for each thing to be done, by which it is done once though no answer came and it is sent again."
        " What has been done within a day is answered with 409."
    ),
    "schema": {"type": "string"},
}
_PROBLEM: Document = {
    "description": "It was not done, and this is why.",
    "content": {PROBLEM_JSON: {"schema": {"$ref": _REFERENCE.format(name=Problem.__name__)}}},
}
_EVENTS: Document = {
    "operationId": "events",
    "summary": "What happens on my boards, as it happens",
    "description": (
        "Server-sent events. `boards` comes first and tells how all my boards stand, `board` that one of them has"
        " changed, `turn` that I have to move there. With Last-Event-ID, `boards` comes only if anything has changed."
    ),
    "security": _TOKEN,
    "responses": {
        "200": {
            "description": "Events without end.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        "4XX": _PROBLEM,
    },
}
