"""Several commands in one letter."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests import budgets, quota
from pbmserv.commands.run.runner import MOST_COMMANDS
from tests.conversation import Server


def test_the_commands_of_the_body_are_carried_out_in_their_order(either_server: Server) -> None:
    reply = either_server.say(
        "alice@example.org",
        "multiple",
        body="trichet challenge alice bob\ntrichet move 101 bob bobpw123 d3\ntrichet move 101 alice secret7 a1\n",
    )

    assert reply.ok
    assert [letter.subject for letter in reply.letters if letter.to == ("bob@example.org",)] == [
        "Trichet Board 101",
        "Trichet Board 101",
        "Trichet Board 101",
    ]


def test_whoever_sent_them_gets_one_letter_with_all_answers(server: Server) -> None:
    reply = server.say("carol@example.org", "multiple", body="trichet games\nlist trichet\nhelp move\n")

    assert [letter.to for letter in reply.letters] == [("carol@example.org",)]
    assert reply.subject == "Answers to 3 commands"
    parts = reply.text.split(f"\n{'*' * 60}\n\n")
    assert [part.splitlines()[0] for part in parts] == ["List of Trichet games", "List of games", "Help: move"]


def test_what_is_refused_does_not_stop_the_others(server: Server) -> None:
    reply = server.say(
        "alice@example.org", "multiple", body="trichet challenge alice zoe\nnonsense\ntrichet challenge alice bob\n"
    )

    assert reply.ok
    assert "There is no player called zoe here." in reply.text
    assert "The first word is not a command or a game here." in reply.text
    assert reply.letter_to("bob@example.org").subject == "Trichet Board 101"


def test_what_is_refused_changes_nothing(either_server: Server) -> None:
    before = either_server.everything_stored()

    either_server.say("alice@example.org", "multiple", body="trichet challenge alice zoe\nadd alice wrongpw\n")

    assert either_server.everything_stored() == before


def test_end_and_a_signature_end_the_commands(server: Server) -> None:
    assert server.say("alice@example.org", "multiple", body="list\nEND\nnonsense\n").subject == "Answers to 1 command"
    assert server.say("alice@example.org", "multiple", body="list\n-- \nAlice\n").subject == "Answers to 1 command"


def test_empty_lines_are_no_commands(server: Server) -> None:
    assert (
        server.say("alice@example.org", "multiple", body="\n\nlist\n   \nlist\n\n").subject == "Answers to 2 commands"
    )


def test_no_command_at_all_is_refused(server: Server) -> None:
    reply = server.say("alice@example.org", "multiple", body="\nend\nlist\n")

    assert reply.error == "No command was found: multiple takes its commands from the body, one a line."


def test_fifty_commands_are_carried_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "SECONDS", 60.0)

    reply = server.say("alice@example.org", "multiple", body="list hex\n" * 50)

    assert reply.subject == "Answers to 50 commands"
    assert reply.text.count("List of games") == 50


def test_too_many_commands_are_refused(server: Server) -> None:
    reply = server.say("alice@example.org", "multiple", body="list\n" * (MOST_COMMANDS + 1))

    assert reply.error == "At most 50 commands can be given in one letter, not 51."


def test_several_commands_cannot_hold_several_commands(server: Server) -> None:
    reply = server.say("alice@example.org", "multiple", body="multiple\nlist\n")

    assert "No command was found: multiple takes its commands from the body" in reply.text


def test_one_command_does_not_open_the_next(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.say("bob@example.org", "multiple", body="add bob bobpw123\ntrichet move 101 bob wrongpw d3\n")

    assert "The userid or the password is not right." in reply.text
    assert "It is bob's turn: move 1." in server.say("alice@example.org", "trichet show 101").text


def test_a_line_that_is_too_long_is_refused_alone(server: Server) -> None:
    reply = server.say("alice@example.org", "multiple", body=f"{'x' * 100_000}\nlist\n")

    assert "This command is longer than 2,000 characters." in reply.text
    assert "List of games" in reply.text


def test_commands_whose_answers_would_make_too_long_a_letter_are_left(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "LONGEST_ANSWER", 3_000)
    body = "\n".join(["help commands"] * 9 + ["add alice secret7 alice@work.example"])

    reply = server.say("alice@example.org", "multiple", body=body)

    assert len(reply.text) < 30_000
    assert "The last 9 of your 10 commands have not been carried out" in reply.text
    assert reply.readers == {"alice@example.org"}
