"""The queue by letter."""

from __future__ import annotations

import pytest

from tests.conversation import Server


@pytest.fixture
def begun(server: Server) -> Server:
    """Hex board 101 of alice and bob, who have both moved; alice is to move again."""
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
    return server


def test_to_queue_a_resignation_is_to_resign(begun: Server) -> None:
    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 resign")

    assert "bob will resign when the turn comes to bob" in " ".join(reply.text.split())


def test_to_queue_a_resignation_in_turn_is_to_resign_at_once(begun: Server) -> None:
    reply = begun.hear("alice@example.org", "hex qmove 101 alice secret7 Resign")

    assert reply.subject == "Hex Board 101"
    assert "Game won by bob." in reply.text


def test_to_queue_a_proposal_is_to_propose(begun: Server) -> None:
    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 propose")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
    assert "bob proposes to end the game as a tie." in reply.text


def test_the_answer_says_what_waits(begun: Server) -> None:
    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    assert "what you have chosen is kept" in reply.text
    assert "Your queued moves: c3" in reply.text


def test_an_emptied_queue_is_called_empty(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 cancel")

    assert reply.readers == {"bob@example.org"}
    assert "no move of yours waits any more" in reply.text
    assert "what you have chosen is kept" not in reply.text
