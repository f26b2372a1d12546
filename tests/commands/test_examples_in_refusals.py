"""The example in a refusal is one that its reader could send: with their own name, board, opponent and move."""

from __future__ import annotations

import pytest

from tests.conversation import Server


def example_in(text: str) -> str:
    _, _, shown = text.partition("For example:\n\n")
    return shown.split("\n\n")[0].strip()


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("trichet move", "trichet move 101 carol PASSWORD b1"),
        ("trichet challenge", "trichet challenge carol FRIEND"),
        ("trichet chat", "trichet chat 101 carol PASSWORD"),
        ("message carol", "message carol PASSWORD FRIEND"),
        ("change password", "change password carol OLD-PASSWORD NEW-PASSWORD"),
        ("all show", "all show carol next"),
        ("signup", "signup alice PASSWORD"),
    ],
)
def test_who_has_no_board_reads_the_own_name(server: Server, line: str, example: str) -> None:
    assert example_in(server.say("carol@example.org", line).text) == example


def test_who_has_a_board_reads_its_number_and_a_move_that_can_be_made_there(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge carol bob -size=5")
    server.hear("alice@example.org", "hex challenge alice carol -size=5")

    text = server.say("alice@example.org", "hex move").text

    assert example_in(text) == "hex move 102 alice PASSWORD a1"
    assert server.say("alice@example.org", example_in(text).replace("PASSWORD", "secret7")).ok


def test_an_opponent_on_that_board_is_named(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice carol")

    text = server.say("alice@example.org", "trichet subscribe alice secret7 101 --x").text

    assert example_in(text) == "trichet subscribe 101 alice PASSWORD"
    assert (
        example_in(server.say("alice@example.org", "trichet challenge --x").text) == "trichet challenge alice carol"
    )


def test_a_stranger_reads_the_example_of_the_help_page_without_its_password(server: Server) -> None:
    text = server.say("mallory@example.com", "trichet move 101 alice").text

    assert example_in(text) == "trichet move 101 bob PASSWORD b1"


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("trichet challenge alice", "trichet challenge alice FRIEND"),
        ("trichet challenge alice bob carol", "trichet challenge alice FRIEND"),
        ("hearts challenge alice bob carol", "hearts challenge alice FRIEND FRIEND-2 FRIEND-3"),
        ("hearts challenge alice bob carol -points=0", "hearts challenge alice FRIEND FRIEND-2 FRIEND-3"),
        ("yacht challenge alice", "yacht challenge alice FRIEND"),
        ("macmahon challenge alice bob", "macmahon challenge alice"),
    ],
)
def test_a_challenge_of_too_few_or_too_many_is_answered_with_one_of_the_right_number(
    server: Server, line: str, example: str
) -> None:
    server.enrol("dave", "davepw789")

    assert example_in(server.say("alice@example.org", line).text) == example
    started = example.replace("FRIEND-2", "carol").replace("FRIEND-3", "dave").replace("FRIEND", "bob")
    assert server.say("alice@example.org", started).ok


def test_a_challenge_with_other_faults_needs_no_example(server: Server) -> None:
    assert "For example" not in server.say("alice@example.org", "trichet challenge alice zoe").text
