"""JSON columns."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import orjson

_READER = msgspec.json.Decoder()
_DECODER = json.JSONDecoder()
_STRICTLY = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS


def written(document: Any) -> str:
    """Serialise a document, like `json.dumps` except for blanks and escapes.

    Raises `TypeError` if it is not serialisable.
    """
    # A move writes a dozen, and orjson takes a fifth of the time. It is not used to read: large numbers would lose
    # their last digits.
    try:
        return orjson.dumps(document, option=_STRICTLY).decode()
    except TypeError:
        # Among what it refuses are texts that are no Unicode, which mail is full of, and such numbers.
        return json.dumps(document)


def written_or_null(document: Any) -> str | None:
    """The same for a column that has no document NULL: None is none."""
    return None if document is None else written(document)


def read(text: Any) -> Any:
    """Parse a `written` document; a number by itself is one already in SQLite."""
    if not isinstance(text, str):
        return text
    try:
        # In half the time of `json`, and with all digits.
        return _READER.decode(text)
    except msgspec.DecodeError:
        # A text that is no Unicode, or no number.
        return _DECODER.raw_decode(text)[0]
