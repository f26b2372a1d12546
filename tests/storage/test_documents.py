"""JSON in the database is what Python's own module would have written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.storage.documents import read, written

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
)


class Colour(StrEnum):
    DOT = "dot"


@dataclass
class Tile:
    row: int


@given(VALUES)
@pytest.mark.long
def test_what_is_written_reads_the_same(document: Any) -> None:
    assert json.loads(written(document)) == json.loads(json.dumps(document))


@pytest.mark.parametrize("document", [2**70, -(2**63) - 1, "\ud800", {"\ud800": "\0"}, {101: [Colour.DOT]}])
def test_so_does_what_the_quick_way_refuses(document: Any) -> None:
    assert json.loads(written(document)) == json.loads(json.dumps(document))


@given(VALUES)
@pytest.mark.long
def test_what_is_read_is_what_json_reads(document: Any) -> None:
    for text in (json.dumps(document), written(document)):
        assert read(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        str(2**70),
        "-0.0",
        "[-0, NaN, -Infinity]",
        '{"a": 1, "b": 2, "a": 3}',
        "1e400",
        "5e-324",
        "123456789012345678901234567890.5",
        r'"\ud800"',
        r'{"\ud800": ["\u0000"]}',
    ],
)
def test_so_is_what_the_quick_reader_refuses_or_might_round(text: str) -> None:
    assert repr(read(text)) == repr(json.loads(text))


def test_what_is_nested_too_deeply_for_json_is_refused_alike() -> None:
    for text in (depth * "[" + depth * "]" for depth in (10_000, 1_000_000)):
        with pytest.raises(RecursionError):
            read(text)


@pytest.mark.parametrize("document", [Tile(1), {"at": datetime(2024, 3, 1, tzinfo=UTC)}, {1}, b"d3"])
def test_what_is_no_json_is_refused(document: Any) -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        written(document)
