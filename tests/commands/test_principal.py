"""Who asks: a front end's credential, and the one principal that a command is carried out for."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.commands.requests.authentication import authenticate
from pbmserv.commands.requests.credentials import OPERATOR, STRANGER, Credential, signed_in
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.parser import Action, CommandFields, ParseError, action_of
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import Word
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Answer, Request
from tests.conversation import Server


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whom the runner has authenticated, in order."""
    players: list[str] = []

    def noting(*args: object) -> object:
        player = authenticate(*args)  # type: ignore[arg-type]
        players.append(player.userid)
        return player

    monkeypatch.setattr("pbmserv.commands.run.runner.authenticate", noting)
    return players


def test_nobody_is_signed_in_and_writes_mail() -> None:
    with pytest.raises(ValueError, match="who is signed in writes no mail"):
        Credential("bob@example.org", userid="bob")


def test_who_is_certain_to_have_written() -> None:
    assert OPERATOR.is_certain
    assert signed_in("alice").is_certain
    assert Credential("a@example.org", proven=False).is_certain
    assert not Credential("a@example.org", proven=False, is_envelope=False).is_certain
    assert Credential("a@example.org", proven=True, is_envelope=False).is_certain


def test_nobody_but_the_operator_is_the_operator() -> None:
    assert OPERATOR.is_operator
    assert not signed_in("alice").is_operator
    assert not STRANGER.is_operator
    assert not Credential("alice@example.org").is_operator


def test_a_password_stands_in_no_trace() -> None:
    assert "secret7" not in repr(Credential("alice@example.org", claim=Claim("alice", "secret7")))


def test_each_command_of_one_mail_is_authenticated_once(server: Server, asked: list[str]) -> None:
    lines = [
        "change letters alice secret7 turns",
        "change letters bob wrong-password turns",
        "list hex",
        "change format bob bobpw123 text",
    ]

    reply = server.say("alice@example.org", "multiple", body="\n".join(lines))

    assert asked == ["alice", "bob"]
    assert "The userid or the password is not right." in reply.text


def test_a_board_that_there_is_not_is_refused_before_a_password_is_looked_at(server: Server) -> None:
    nowhere = server.say("alice@example.org", "hex move 999 alice wrong-password d4")
    wordless = server.say("alice@example.org", "message alice wrong-password bob")

    assert nowhere.error == "There is no Hex board 999."
    assert wordless.error == "There is nothing to send: what you want to say belongs in the body of your letter."


def test_a_wrong_password_is_told_without_the_board_that_it_was_for(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")

    refused = server.say("alice@example.org", "hex resign 101 alice wrong-password")

    assert refused.error == "The userid or the password is not right."
    assert refused.letter.subject == "Hex Board 101"
    assert "Summary of Hex Board 101" not in refused.text


def test_who_has_signed_in_is_nobody_in_the_next_request(server: Server) -> None:
    mine = server.office.handle(Request(signed_in("alice"), ("change letters alice - turns",)))
    theirs = server.office.handle(Request(STRANGER, ("change letters alice - turns",)))

    assert mine.ok
    assert theirs.error == "The userid or the password is not right."


def test_neither_a_token_nor_a_password_gets_into_the_action_that_an_answer_becomes(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[CommandFields] = []

    def noting(fields: CommandFields, *rest: Any) -> Action | ParseError:
        made.append(fields)
        return action_of(fields, *rest)

    begun = server.hear("alice@example.org", "connect4 challenge alice bob")
    token = tokens_in([begun.letter_to("alice@example.org").reply_to or ""])[Tag.REPLY]
    monkeypatch.setattr("pbmserv.commands.run.runner.action_of", noting)
    answer = Reply(line="d", token=token, is_answer=True)

    done = server.office.handle(Request(Credential("alice@example.org"), ("d",), reply=answer))

    number = begun.letter_to("alice@example.org").subject.split()[-1]
    assert done.outcome == f"done: connect4 move {number} alice ****** d"
    assert made == [CommandFields("move", (number,), "connect4", claim=Claim("alice", None), typed=(Word("d"),))]


def test_what_an_answer_names_itself_is_read_as_where_it_is_typed(server: Server) -> None:
    begun = server.hear("alice@example.org", "hex challenge alice bob")
    token = tokens_in([begun.letter_to("alice@example.org").reply_to or ""])[Tag.REPLY]

    def answered(line: str) -> Answer:
        reply = Reply(line=line, token=token, is_answer=True)
        return server.office.handle(Request(Credential("alice@example.org"), (line,), reply=reply))

    number = begun.letter_to("alice@example.org").subject.split()[-1]
    assert answered('submit "d4"').outcome == f'done: hex submit {number} alice ****** "d4"'
    assert answered("submit d4 **").outcome == f"done: hex submit {number} alice ****** d4"
    assert answered("-colour=red").error == (
        "-colour is not known: this command takes no options, so none of its words can begin with a dash."
    )
    assert answered('submit "d4').error == 'A double quote (") is opened in this command and never closed.'
    assert answered("submit (you)").error == (
        'A cell is expected, not "(you)": write its column letter and its row number, for example d4.'
    )


def test_no_password_is_in_what_stands_for_a_request_in_a_trace() -> None:
    claim = Claim("alice", "secret7")
    fields = CommandFields("change password", ("secret8",), claim=claim)
    request = Request(
        Credential("alice@example.org"), ("signoff alice secret7",), "secret7", "secret7", fields=fields
    )

    assert repr(claim) == "<Claim 'alice'>"
    assert "secret" not in repr(request)
