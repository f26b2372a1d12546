"""Whatever is called otherwise in the code, what is stored keeps its names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pbmserv.games.breakthrough import Breakthrough
from pbmserv.stored_names import document_of, restored, stored_names
from tests.golden.names import FILE, names_now

KEPT: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def test_nothing_is_stored_under_another_name_than_before() -> None:
    assert names_now() == KEPT


@dataclass(frozen=True)
class Before:
    """A class as it was."""

    standing: tuple[int, ...]
    width: int = 8


@dataclass(frozen=True)
class Now:
    """The same with a field renamed."""

    STORED: ClassVar = {"pieces": "standing"}

    pieces: tuple[int, ...]
    width: int = 8


class OfNow(Breakthrough):
    """A game whose positions have a field renamed."""

    position_class = Now  # type: ignore[assignment]


@dataclass(frozen=True)
class Extended(Now):
    """A class that adds fields to it."""

    STORED: ClassVar = {"turn": "next_seat"}

    turn: int = 0


class Fields(NamedTuple):
    """The fields of a named tuple."""

    first: int
    second: int


class Pair(Fields):
    """A named tuple with a field renamed."""

    STORED: ClassVar = {"second": "other"}


def test_a_renamed_field_is_stored_under_the_name_that_it_had() -> None:
    assert document_of(Now((1, 2))) == document_of(Before((1, 2))) == {"standing": [1, 2], "width": 8}
    assert restored(Now, {"standing": [1, 2], "width": 9}) == Now([1, 2], 9)  # type: ignore[arg-type]


def test_a_game_loads_the_positions_that_it_stored_before_a_field_was_renamed() -> None:
    game: Any = OfNow()

    assert game.dump(Now((1, 2))) == {"standing": [1, 2], "width": 8}
    assert game.load({"standing": [1, 2], "width": 8}) == Now((1, 2))


def test_a_class_keeps_the_names_that_its_bases_have_kept() -> None:
    assert stored_names(Extended) == {"pieces": "standing", "width": "width", "turn": "next_seat"}


def test_a_named_tuple_can_keep_names_too() -> None:
    assert document_of(Pair(1, 2)) == {"first": 1, "other": 2}
    assert restored(Pair, {"first": 1, "other": 2}) == Pair(1, 2)


def test_a_dataclass_in_a_document_is_one_itself() -> None:
    @dataclass(frozen=True)
    class Several:
        of: tuple[Now, ...]
        by_name: dict[str, Any]
        words: frozenset[str]

    document = document_of(Several((Now((3,)),), {"a": (1,)}, frozenset({"b", "a"})))

    assert document == {"of": [{"standing": [3], "width": 8}], "by_name": {"a": [1]}, "words": ["a", "b"]}
