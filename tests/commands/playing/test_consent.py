"""A yes that is typed, and does not say to what: it counts if it can mean one thing only, and is asked about else."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.play.unread import Unread
from pbmserv.storage.boards import dump_unread, load_unread
from tests.commands.starting.test_substitutes import answer
from tests.conversation import PLAYERS, Reply, Server

ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.fixture
def begun(either_server: Server) -> Server:
    """Hex, in which both have moved once; alice is to move."""
    either_server.hear(ALICE, "hex challenge alice bob")
    for userid, move in (("alice", "a1"), ("bob", "b2")):
        assert says(either_server, userid, move).ok
    return either_server


def says(server: Server, userid: str, move: str) -> Reply:
    return server.say(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {move}")


def reason(reply: Reply) -> Why:
    outcome = reply.answer.came_of_it
    assert isinstance(outcome, Refused)
    return outcome.why


def test_an_accept_that_can_mean_one_proposal_only_needs_no_name(begun: Server) -> None:
    says(begun, "alice", "propose")

    assert "Game was a tie." in says(begun, "bob", "accept").text


def test_an_accept_that_was_meant_for_a_tie_takes_no_move_back(begun: Server) -> None:
    for move in ("propose", "reject", "undo"):
        assert says(begun, "alice", move).ok

    reply = says(begun, "bob", "accept")

    assert not reply.ok
    assert (
        "More than one thing has been proposed on Hex Board 101 since you last did something there. What is open now:"
        " alice proposes to take back their own last move. To agree to that, write accept undo alice."
    ) in reply.error
    assert reason(reply) is Why.OUT_OF_DATE
    assert "alice proposes to take back" in reply.text
    assert says(begun, "bob", "accept undo alice").ok
    assert "Nobody has moved yet." in begun.hear(BOB, "hex record 101").text


@pytest.mark.parametrize("named", ["accept tie", "accept alice", "ACCEPT Tie Alice", "accept draw alice"])
def test_what_it_names_has_to_be_what_is_open(begun: Server, named: str) -> None:
    for move in ("propose", "reject", "propose"):
        says(begun, "alice", move)
    assert not says(begun, "bob", "accept").ok
    assert not says(begun, "bob", "accept undo").ok
    assert not says(begun, "bob", "accept tie bob").ok

    assert "Game was a tie." in says(begun, "bob", named).text


def test_undo_agrees_to_nothing_unclear_either(begun: Server) -> None:
    for move in ("undo", "reject", "undo"):
        says(begun, "alice", move)

    assert "accept undo alice" in says(begun, "bob", "undo").error


def test_words_for_the_others_do_not_make_it_clear_and_what_is_done_there_does(begun: Server) -> None:
    says(begun, "alice", "propose")
    begun.hear(BOB, "hex chat 101 bob bobpw123", comment="Let me think.")
    for move in ("reject", "undo"):
        says(begun, "alice", move)
    assert not says(begun, "bob", "accept").ok

    assert says(begun, "bob", "reject").ok
    says(begun, "alice", "undo")
    assert says(begun, "bob", "accept").ok


def test_what_is_open_when_something_is_done_there_counts_as_one(begun: Server) -> None:
    says(begun, "alice", "propose")
    begun.hear(BOB, "hex queue 101 bob bobpw123 if c3 then d4")
    for move in ("reject", "undo"):
        says(begun, "alice", move)

    assert not says(begun, "bob", "accept").ok


def test_the_answer_to_a_letter_says_to_what_by_itself(begun: Server) -> None:
    for move in ("propose", "reject"):
        says(begun, "alice", move)
    asked = says(begun, "alice", "propose")

    assert "Game was a tie." in answer(begun, asked, BOB, "accept").text


def test_what_older_versions_have_stored_is_read() -> None:
    assert load_unread({"7": [5, 2, None, "bob agreed"]}) == {7: Unread(5, 2, None, ("bob agreed",))}
    kept = {7: Unread(5, 2, 12, ("bob agreed",), 2, 1), 8: Unread(1)}
    assert load_unread(dump_unread(kept)) == kept
