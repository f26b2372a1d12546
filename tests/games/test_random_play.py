"""Random play: a game of each variant, and a check that it would notice a tile shown to others."""

from __future__ import annotations

import os

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.testing import play_random_game, replay
from pbmserv.games.trioker import Trioker
from pbmserv.games.trioker.rules import Position
from tests.games.random_play import check_hands, play, variants

SLOW = {"go", "halma", "hearts"}
"""Games of which one takes a second or more."""
GAMES = int(os.environ.get("TESTS_GAMES", "1"))
"""How many games of each variant are played: a thousand of all take hours."""


@pytest.mark.alike
@pytest.mark.parametrize(
    "word", [pytest.param(word, marks=pytest.mark.long) if word in SLOW else word for word in sorted(installed())]
)
def test_a_game_of_each_variant_ends_and_verifies_and_shows_no_hidden_tile(word: str) -> None:
    for first, variant in enumerate(variants(installed()[word]), 1):
        for number in range(first, first + GAMES):
            assert play(variant, number) > 0


def test_a_tile_that_is_shown_to_others_is_found() -> None:
    class Talkative(Trioker):
        def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
            return (*super().status(position, viewer), f"Player B could play {position.hands[1][0]}@1.")

    game = Talkative()
    played = replay(game, play_random_game(game, {}, 2, bytes(16)))

    with pytest.raises(AssertionError, match="seat None is shown"):
        check_hands(game, played)
