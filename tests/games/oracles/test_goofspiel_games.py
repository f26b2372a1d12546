"""OpenSpiel's goofspiel has the same cards to bid as ours in each round, and the same points at the end."""

from __future__ import annotations

import pytest

from tests.games.oracles.goofspiel import GAME, compare


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_are_alike(seats: int) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    # The last card is bid by itself.
    assert compare(seats, games=20) == 20 * 12 * seats
