"""Letters that come back, with the real server and mail servers that talk SMTP with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbmserv.mail.receiving.pipe import receive
from pbmserv.settings import load
from tests.mail.relays import Relay, relay
from tests.mail.reports import report
from tests.mail.smtp_servers import US
from tests.serving import Server, environment, pbmserv, serving

pytestmark = pytest.mark.long

ALICE = "alice@example.net"
BOB = "bob@example.net"


def write(server: Server, sender: str, subject: str, number: int) -> None:
    message = f"From: {sender}\r\nMessage-ID: <{number}@example.net>\r\nSubject: {subject}\r\n\r\n"
    with server.smtp() as client:
        client.sendmail(sender, [US], message.encode())


def begin_a_game(server: Server, told: Relay) -> None:
    write(server, ALICE, "signup alice sesame7", 1)
    told.next_letter()
    write(server, BOB, "signup bob bobpw789", 2)
    told.next_letter()
    write(server, ALICE, "hex challenge alice bob -size=5", 3)
    told.next_letter()
    told.next_letter()


def test_a_relay_that_refuses_the_recipient_costs_a_player_the_address_until_the_next_move(
    database_url: str, tmp_path: Path
) -> None:
    with relay() as told:
        delivery = f"smtp://127.0.0.1:{told.port}"
        environ = environment(tmp_path, database_url=database_url, delivery=delivery)
        with serving(environ) as server:
            begin_a_game(server, told)
            told.replies_for[BOB] = "550 5.1.1 No such user here"
            write(server, ALICE, "hex move 101 alice sesame7 d3", 4)
            letter = told.next_letter()
            shown = pbmserv(environ, "admin", "user", "show", "bob").stdout
            listed = pbmserv(environ, "admin", "mail", "list", "--suspended").stdout
            told.replies_for.clear()
            write(server, BOB, "hex move 101 bob bobpw789 b2", 5)
            again = {(each["To"], each["Subject"]) for each in (told.next_letter() for _ in range(2))}
            server.stop()

    assert (letter["To"], letter["Subject"]) == (ALICE, "Letters do not reach bob")
    assert "550 5.1.1 No such user here" in shown
    assert "550 5.1.1 No such user here" in listed
    assert again == {
        (ALICE, "Hex Board 101"),
        (BOB, "Letters go to you again"),
    }


def test_a_report_that_is_mailed_back_does_the_same(database_url: str, tmp_path: Path) -> None:
    with relay() as told:
        environ = environment(tmp_path, database_url=database_url, delivery=f"smtp://127.0.0.1:{told.port}")
        with serving(environ) as server:
            begin_a_game(server, told)
            return_path = str(next(each.mail_from for each in reversed(told.envelopes) if each.rcpt_tos == [BOB]))
            with server.smtp() as client:
                client.sendmail("", [return_path], report(BOB, return_path))
            letter = told.next_letter()
            server.stop()

    assert return_path.startswith("games+b-")
    assert (letter["To"], letter["Subject"]) == (ALICE, "Letters do not reach bob")


def test_a_report_that_comes_by_a_pipe_does_the_same(tmp_path: Path) -> None:
    home = tmp_path / "data"
    environ = environment(home)
    pbmserv(environ, "db", "upgrade")
    for line in ("signup alice sesame7", "signup bob bobpw789"):
        pbmserv(environ, "do", "--from", f"{line.split()[1]}@example.net", *line.split())
    pbmserv(environ, "do", "--from", ALICE, "hex", "challenge", "alice", "bob")
    maildir = home / "outgoing" / "new"
    [letter] = [text for text in map(Path.read_text, maildir.iterdir()) if f"To: {BOB}" in text and "Board" in text]
    return_path = letter.splitlines()[0].removeprefix("Return-Path: <").removesuffix(">")
    received = f"X-Original-To: {return_path}\r\n".encode() + report(BOB, return_path)

    assert receive(received, None, [], load(None, environ)) == 0

    letters = "".join(path.read_text() for path in maildir.iterdir())
    assert f"To: {ALICE}\n" in letters
    assert "Subject: Letters do not reach bob\n" in letters
