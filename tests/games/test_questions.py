"""The question whether to make a move: as a player would ask it."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance


@pytest.mark.parametrize(
    ("word", "move", "asked"),
    [
        ("chess", "Nf3", "Play Nf3?"),
        ("backgammon", "bar/22 6/5", "Play bar/22 6/5?"),
        ("shogi", "P*5e", "Play P*5e?"),
        ("goofspiel", "K", "Play K?"),
        ("macmahon", "take 3", "Take 3?"),
        ("trioker", "pass", "Pass?"),
        ("macmahon", "143.08@7", "Play 143.08@7?"),
        ("kalah", "c", "Sow c?"),
        ("yacht", "133", "Roll 133 again?"),
        ("yacht", "full-house", "Enter the score in full house?"),
        ("hearts", "2H QS 5C", "Pass 2♥ Q♠ 5♣?"),
        ("skat", "18", "Bid 18?"),
        ("walls", "e2", "Play e2?"),
        ("walls", "e3h", "Lay fence e3h?"),
        ("go", "dead a1 q16", "Propose a1 q16 as dead?"),
        ("go", "dead none", "Propose that all stones live?"),
    ],
)
def test_a_move_is_asked_about_in_a_sentence_of_its_game(word: str, move: str, asked: str) -> None:
    game = installed()[word]
    options = {each.name: each.default for each in game.options}
    position = game.start(options, min(game.seats), Chance(bytes(SEED_BYTES), "start"))

    assert game.question(position, 0, move) == asked
