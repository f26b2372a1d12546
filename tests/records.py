"""The schema of records, and records that somebody has altered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator

from pbmserv import places
from pbmserv.play.interchange import checksum_of

SCHEMA = json.loads((places.help_pages() / "record.schema.json").read_text(encoding="utf-8"))


def check_schema(line: str) -> dict[str, Any]:
    """The record of a line of JSON, which has to keep to the schema."""
    data: dict[str, Any] = json.loads(line)
    Draft202012Validator(SCHEMA).validate(data)
    return data


def keeps_schema(data: Any) -> bool:
    """Whether something keeps to the schema of records."""
    return Draft202012Validator(SCHEMA).is_valid(data)


def altered(line: str, alter: Callable[[dict[str, Any]], object]) -> str:
    """The record of a line of JSON after somebody who knows what checksums are has had a hand in it."""
    data = json.loads(line)
    del data["checksum"]
    alter(data)
    return json.dumps({**data, "checksum": checksum_of(data)})
