"""JSON as it is written into columns of the database."""

from __future__ import annotations

import json
from typing import Any

import orjson

_DECODER = json.JSONDecoder()
_STRICTLY = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS


def written(document: Any) -> str:
    """A document as JSON, the same that Python's own module makes of it, except for blanks and escapes.

    Raises `TypeError` where it is none.
    """
    # A move writes a dozen, and orjson takes a fifth of the time. It is not used to read: large numbers would lose
    # their last digits.
    try:
        return orjson.dumps(document, option=_STRICTLY).decode()
    except TypeError:
        # Among what it refuses are texts that are no Unicode, which mail is full of, and such numbers.
        return json.dumps(document)


def read(text: str) -> Any:
    """The document that was `written`: nothing stands around it, for which `json.loads` would look."""
    return _DECODER.raw_decode(text)[0]
