"""There are as many positions as others have published, at small depths in each run and at greater ones in the long
run; `python -m tests.games.perft` goes to a million."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.perft import PUBLISHED, Published

FEW, MANY = 500, 13_000
"""Positions to go through: in each run, and in the long one."""


def to_be_counted(fewest: int, most: int) -> list[Any]:
    return [
        pytest.param(each, depth, id=f"{each.name} {depth}")
        for each in PUBLISHED
        for depth in each.depths(fewest, most)
    ]


@pytest.mark.parametrize(("published", "depth"), to_be_counted(0, FEW))
@pytest.mark.alike
def test_there_are_as_many_positions_as_is_published(published: Published, depth: int) -> None:
    assert published.count(depth) == published.counts[depth - 1]


@pytest.mark.long
@pytest.mark.parametrize(("published", "depth"), to_be_counted(FEW, MANY))
def test_there_are_as_many_at_greater_depth(published: Published, depth: int) -> None:
    assert published.count(depth) == published.counts[depth - 1]


def test_each_position_is_counted_in_every_run_and_further_in_the_long_one() -> None:
    for each in PUBLISHED:
        assert [*each.depths(0, FEW)], each.name
        assert [*each.depths(FEW, MANY)], each.name
