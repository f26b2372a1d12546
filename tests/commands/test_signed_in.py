"""Requests of players whom a front end has let in: they give no password, and act for nobody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.requests.outcome import BoardChanged, Refused, Why
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.table import COMMANDS
from pbmserv.post_office import Answer, Request
from pbmserv.storage.players import STRICT, Players
from pbmserv.storage.tallies import Limit
from tests.commands.examples import BODY, needs_an_empty_server, prepare, takes_secrets
from tests.conversation import PLAYERS, Server

TAKE_THE_PASSWORD = {"change password", "change address", "add"}
"""What hands an account to somebody else takes the password, whoever is signed in."""


def front_end(server: Server, userid: str, line: str, comment: str = "", body: str = "") -> Answer:
    """Have somebody who is signed in do something."""
    return server.office.handle(Request(signed_in(userid), (line,), body=body, comment=comment))


def without_password(line: str) -> str:
    """The line with `-` in the place of each password."""
    return " ".join("-" if word in PLAYERS.values() else word for word in line.split())


@pytest.mark.alike
@pytest.mark.parametrize(
    "command",
    [
        command
        for command in COMMANDS
        if takes_secrets(command) and not needs_an_empty_server(command) and command.name not in TAKE_THE_PASSWORD
    ],
    ids=lambda command: command.example,
)
def test_whoever_is_signed_in_needs_no_password(server: Server, command: Command) -> None:
    example = without_password(prepare(server, command.example))
    userid = next((word for word in example.split() if word in PLAYERS), "alice")

    answer = front_end(server, userid, example, BODY, BODY)

    assert answer.ok, answer.error


@pytest.mark.parametrize(
    "line", ["change password alice - secret11", "add alice - a@x.example", "change address alice - a@x.example"]
)
def test_nobody_takes_over_an_account_that_was_left_open(server: Server, line: str) -> None:
    before = server.everything_stored()

    answer = front_end(server, "alice", line)

    assert answer.error == "The userid or the password is not right."
    assert server.everything_stored() == before


@pytest.mark.parametrize(
    ("line", "body"),
    [("forgot alice", ""), ("signoff alice -", ""), ("multiple", "forgot alice\nsignoff alice -")],
)
def test_codes_that_prove_who_reads_the_mailbox_are_only_mailed(server: Server, line: str, body: str) -> None:
    answer = front_end(server, "alice", line, body=body)

    with_codes = [letter for letter in answer.letters if letter.only_mailed]
    assert with_codes
    assert {letter.to for letter in with_codes} == {("alice@example.org",)}
    shown = "".join(letter.text for letter in answer.letters if letter.answers)
    for letter in with_codes:
        assert not letter.answers
        assert not any(word in shown for word in letter.text.split() if len(word) >= 16 and word.isalnum())


def test_nobody_tries_one_word_as_the_password_of_everybody_there_is(server: Server) -> None:
    others = [f"player{number}" for number in range(20)]
    for userid in others:
        server.enrol(userid, "sunshine1" if userid in {"player7", "player15"} else f"of-{userid}-own")

    quoted = [front_end(server, "alice", f"hex show {userid} sunshine1") for userid in others]

    masked = [
        isinstance(answer.came_of_it, Refused) and "sunshine1" not in answer.came_of_it.line for answer in quoted
    ]
    assert all(masked[6:])


def test_who_is_signed_in_changes_the_password_with_the_old_one(server: Server) -> None:
    assert front_end(server, "alice", "change password alice secret7 secret11").ok

    assert server.say("alice@example.org", "change broadcasts alice secret11 off").ok


def test_guesses_of_who_is_signed_in_are_counted(server: Server) -> None:
    for guess in range(server.budgets.wrong_passwords.most):
        assert not front_end(server, "alice", f"change password alice guess-{guess}-x secret11").ok

    assert not front_end(server, "alice", "change password alice secret7 secret11").ok


@pytest.mark.parametrize("password", ["-", "bobpw123"])
def test_who_is_signed_in_acts_for_nobody_else(server: Server, password: str) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    before = server.everything_stored()

    answer = front_end(server, "alice", f"trichet move 101 bob {password} d3")

    assert answer.error == "You are signed in as alice, and cannot do this for anybody else."
    assert isinstance(answer.came_of_it, Refused)
    assert answer.came_of_it.why is Why.UNAUTHORISED
    assert server.everything_stored() == before


def test_a_mail_cannot_claim_to_be_of_who_is_signed_in(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert not server.say("bob@example.org", "trichet move 101 bob - d3").ok
    with pytest.raises(ValueError, match="writes no mail"):
        Request(Credential("bob@example.org", userid="bob"), ("trichet move 101 bob - d3",))
    with pytest.raises(ValueError, match="writes no mail"):
        Request(signed_in("bob"), ("",), reply=Reply("d3"))


def test_nobody_can_choose_the_sign_of_who_is_signed_in_as_a_password(server: Server) -> None:
    assert not server.say("dave@example.org", "signup dave -").ok
    assert not server.say("alice@example.org", "change password alice secret7 -").ok


def test_the_others_are_told_by_mail_of_what_comes_in_by_a_front_end(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    answer = front_end(server, "bob", "trichet move 101 bob - d3", comment="Hello!")

    assert {letter.to for letter in answer.letters} == {("alice@example.org",), ()}
    assert all("bob writes:" in letter.text for letter in answer.letters)
    assert isinstance(answer.came_of_it, BoardChanged)
    assert [player.userid for player in answer.came_of_it.players] == ["alice", "bob"]


def test_a_challenge_is_of_who_is_signed_in(server: Server) -> None:
    answer = front_end(server, "alice", "trichet challenge alice bob")

    assert isinstance(answer.came_of_it, BoardChanged)
    assert answer.came_of_it.news.by == "alice"


def test_an_answer_to_who_is_signed_in_is_not_mailed(server: Server) -> None:
    before = server.outbox()

    answer = front_end(server, "alice", "list")

    assert [letter.to for letter in answer.letters] == [()]
    assert server.outbox() == before


def test_whoever_has_been_suspended_is_not_let_in(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    with server.database.writing() as connection:
        players = Players(connection)
        players.suspend(players.named(["alice"])["alice"], server.now)

    for line in ("trichet show 101", "trichet resign 101 alice -", "trichet challenge alice carol"):
        assert front_end(server, "alice", line).error == "alice has been suspended by the operator of this server."


def test_a_front_end_does_not_know_who_has_left(server: Server) -> None:
    with pytest.raises(LookupError):
        front_end(server, "nobody", "list")


def test_strict_is_about_mail_only_but_cannot_be_switched_on_there(server: Server) -> None:
    assert not front_end(server, "alice", "change strict alice - on").ok
    with server.database.writing() as connection:
        players = Players(connection)
        players.choose(players.named(["alice"])["alice"], STRICT, True)

    assert front_end(server, "alice", "change broadcasts alice - off").ok
    assert front_end(server, "alice", "change strict alice - off").ok


def test_the_log_shows_that_there_was_no_password(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert front_end(server, "bob", "trichet move 101 bob - d3").outcome == "done: trichet move 101 bob - d3"


def test_what_is_typed_in_vain_is_masked_for_who_is_signed_in_too(server: Server) -> None:
    answer = front_end(server, "alice", "trichet mvoe 101 alice secret7 nonsense-move")

    assert not answer.ok
    assert "secret7" not in answer.outcome + str(answer.error) + answer.letters[0].text


def test_letters_to_others_are_counted_for_who_is_signed_in(server: Server) -> None:
    server = Server(server.database, budgets=replace(DEFAULT, letters=Limit("letters", 10, DEFAULT.letters.within)))

    said = [front_end(server, "alice", "message alice - bob", comment="Hello!") for _ in range(3)]

    assert [answer.ok for answer in said] == [True, False, False]
    assert isinstance(said[-1].came_of_it, Refused)
    assert said[-1].came_of_it.why is Why.OVER_BUDGET


def test_several_commands_of_who_is_signed_in(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    answer = front_end(server, "bob", "multiple", body="trichet move 101 bob - d3\ntrichet move 101 alice - a1\n")

    assert "You are signed in as bob, and cannot do this for anybody else." in " ".join(
        answer.letters[-1].text.split()
    )
    assert ("alice@example.org",) in {letter.to for letter in answer.letters}


def test_somebody_unknown_at_a_front_end_is_not_the_operator(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    before = server.everything_stored(), server.outbox()

    shown = server.office.look(Request(Credential(""), ("trichet show 101",)))
    refused = [
        server.office.handle(Request(Credential(""), (line,)))
        for line in ("trichet challenge alice bob", "add alice - a@x.example", "trichet move 101 bob - d3")
    ]

    assert shown.ok
    assert [letter.to for letter in shown.letters] == [()]
    assert not any(answer.ok for answer in refused)
    assert (server.everything_stored(), server.outbox()) == before
