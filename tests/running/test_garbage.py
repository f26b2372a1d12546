"""A running server has Python look for garbage in cycles rarely, and it still finds it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from pbmserv.running.garbage import NEW_OBJECTS, look_for_garbage_rarely


class Ring:
    """Something that refers to itself, and so goes only when it is looked for."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def test_what_is_there_when_it_starts_is_looked_through_no_more() -> None:
    before = gc.get_freeze_count()
    kept: list[list[int]] = [[] for _ in range(NEW_OBJECTS)]

    look_for_garbage_rarely()

    assert gc.get_freeze_count() >= before + len(kept)


def test_garbage_is_still_found() -> None:
    look_for_garbage_rarely()
    ring = weakref.ref(Ring())
    kept: list[list[int]] = []
    while ring() is not None and len(kept) < 3 * NEW_OBJECTS:
        kept.append([len(kept)])

    assert ring() is None
