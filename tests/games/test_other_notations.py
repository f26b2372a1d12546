"""Moves in the notation of another game are read or refused in words, by every game and whoever's turn it is."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance

NOTATIONS = (
    "e4", "Nbd7+", "O-O-O", "e8=Q", "exd6 e.p.", "g1-f3", "1. e4 e5", "11-15", "22x15x6", "b8-c6=q",
    "d4 q16", "dead d4", "agree", "resume", ";B[pd]", "h8,j9", "f5xa1", "d6-d7xa1", "black", "swap", "claim",
    "8/5 6/5", "bar/20 13/8*", "8/5(2)", "double", "take", "133", "keep 66", "yahtzee", "roll",
    "2H QS 5C", "QS", "331@1", "c", "C", "7", "-1", "100", "a3+", "(4,5)", "a1-a3/c1", "a1a1a1", "z99", "pass",
    "*", ".", "--", "e4-", "ａ１", "١",
)  # fmt: skip
"""The last ones are a letter and a number as they are written in the East."""


@pytest.mark.alike
@pytest.mark.parametrize("word", installed())
def test_what_another_game_would_read_is_read_or_refused_in_words(word: str) -> None:
    game, chance = installed()[word], Chance(bytes(SEED_BYTES), "notations")
    options = {option.name: option.default for option in game.options}
    position = game.start(options, min(game.seats), chance)
    refusals: list[tuple[str, str]] = []
    for _ in range(2):
        seat = game.to_move(position)[0]
        after = position
        for text in NOTATIONS:
            try:
                after = game.play(position, seat, text, chance).position
            except Refusal as refusal:
                refusals.append((text, refusal.words))
        position = after

    assert len(refusals) >= 40
    assert [(text, words) for text, words in refusals if not words.endswith((".", "?")) or len(words) < 20] == []
