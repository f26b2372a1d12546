"""Moves that are shown before they are made."""

from __future__ import annotations

import pytest

from pbmserv.games.trichet import Trichet
from tests.conversation import Server


def test_a_submitted_move_that_would_end_the_game_does_not_tell_the_seed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No game with chance in it can be so short that its first move ends it.
    monkeypatch.setattr(Trichet, "uses_chance", True)
    server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")

    submitted = server.hear("bob@example.org", "trichet submit 101 bob bobpw123 d3")
    confirmed = server.hear("bob@example.org", "trichet confirm 101 bob bobpw123")

    assert submitted.subject == "Trichet Board 101"
    assert "seed" not in submitted.text
    assert "The seed of this board was" in confirmed.text
