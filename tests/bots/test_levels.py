"""Levels are told apart by how much they think, in all games alike but for those that are seen at a glance."""

from __future__ import annotations

import pytest

from pbmserv.bots.levels import levels_of
from pbmserv.games.catalogue import installed


@pytest.mark.parametrize(("word", "easy"), [("hex", 40), ("othello", 40), ("loa", 15), ("gomoku", 15), ("pente", 40)])
def test_easy_looks_at_less_where_a_glance_tells_much(word: str, easy: int) -> None:
    levels = levels_of(installed()[word])

    assert [(level.name, level.simulations) for level in levels] == [("easy", easy), ("medium", 250), ("hard", 2000)]
