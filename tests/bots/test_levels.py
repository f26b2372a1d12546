"""Levels are told apart by how much they think, in all games alike but for some that say why not."""

from __future__ import annotations

import pytest

from pbmserv.bots.levels import LEVELS, levels_of
from pbmserv.games.catalogue import installed


@pytest.mark.parametrize(("word", "easy"), [("hex", 40), ("othello", 40), ("loa", 15), ("gomoku", 15), ("pente", 40)])
def test_easy_looks_at_less_where_a_glance_tells_much(word: str, easy: int) -> None:
    levels = levels_of(installed()[word])

    assert [(level.name, level.simulations) for level in levels] == [("easy", easy), ("medium", 250), ("hard", 2000)]


@pytest.mark.parametrize(("word", "hard"), [("bridge", 500), ("hearts", 500), ("skat", 2000)])
def test_hard_looks_at_less_where_more_has_told_no_difference(word: str, hard: int) -> None:
    levels = levels_of(installed()[word])

    assert [(level.name, level.simulations) for level in levels] == [("easy", 40), ("medium", 250), ("hard", hard)]


def test_no_level_thinks_for_longer_than_eight_seconds() -> None:
    assert [(level.name, level.seconds) for level in LEVELS] == [("easy", 0.7), ("medium", 4.0), ("hard", 8.0)]
