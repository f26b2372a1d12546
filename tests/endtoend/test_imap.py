"""A household without a mail server: mail is fetched from a mailbox at a provider, letters go out by the provider."""

from __future__ import annotations

import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX
from tests.endtoend.dovecot import PASSWORD, Dovecot, MailServer, dovecot
from tests.endtoend.players import Letter, Player, letters_in
from tests.endtoend.won_game import CHALLENGE
from tests.mail.relays import relay
from tests.mail.smtp_servers import US
from tests.serving import PATIENCE, environment, pbmserv, serving

pytestmark = pytest.mark.long

HELP = "From: alice@example.org\nMessage-ID: <{0}@example.org>\nSubject: help\n\n"
SIGN_UP = "From: alice@example.org\nMessage-ID: <1@example.org>\nSubject: signup alice sesame7\n\n"

KILLED_BEFORE_MARKING = """
import os, signal
from pbmserv.mail.receiving.imap_mailbox import Mailbox
Mailbox.put_away = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from pbmserv.cli import main
main(["fetch"])
"""


@pytest.fixture
def mailbox() -> Iterator[Dovecot]:
    with dovecot() as running:
        yield running


def settings(home: Path, imap: str, **others: object) -> dict[str, str]:
    return {**environment(home, smtp_listen="", imap=imap, **others), **Dovecot.ENVIRONMENT}


def inbox(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))


def outcomes(database: Database) -> list[str]:
    return [row.outcome for row in inbox(database)]


def letters(home: Path) -> list[tuple[str, str]]:
    return [(letter.to, letter.subject) for letter in letters_in(home / "outgoing")]


class TestServing:
    @pytest.mark.parametrize("tls", [True, False])
    def test_a_game_is_played_through_a_providers_mailbox(self, mailbox: Dovecot, tmp_path: Path, tls: bool) -> None:
        with relay(told=MailServer(mailbox)) as provider:
            environ = settings(tmp_path / "data", mailbox.url(tls=tls), delivery=f"smtp://127.0.0.1:{provider.port}")

            def smtp() -> smtplib.SMTP:
                return smtplib.SMTP("127.0.0.1", provider.port, timeout=PATIENCE)

            def post() -> list[Letter]:
                return [Letter.of(letter) for letter in provider.letters]

            alice, bob = Player("alice", "sesame7", smtp, post), Player("bob", "bobpw789", smtp, post)
            with serving(environ) as server:
                alice.writes("signup alice sesame7")
                bob.writes("signup bob bobpw789")
                assert alice.reads().subject == "Welcome to pbmserv, alice"
                assert bob.reads().subject == "Welcome to pbmserv, bob"
                alice.writes(CHALLENGE, "Have fun, Bob!")
                assert "It is your turn, bob: move 1." in bob.reads().text
                assert alice.reads().subject == "Trichet Board 101"

                bob.server = [mail["Reply-To"] for mail in provider.letters if mail["To"] == bob.address][-1]
                bob.writes("Re: New Trichet Board 101 bob **", "d1\nOff we go.")

                assert bob.server.startswith("games+")
                assert alice.reads().text.endswith("\nbob writes:\n\nOff we go.\n")
                code, logged = server.stop()

        assert server.printed == [f"pbmserv listens for mail in {place(mailbox, tls)}"]
        assert code == 0, logged
        assert set(mailbox.mails()) == {"S"}
        assert PASSWORD not in logged

    def test_mail_is_fetched_again_when_the_mail_server_has_been_away(
        self, mailbox: Dovecot, sqlite_database: Database, sqlite_url: str, tmp_path: Path
    ) -> None:
        with serving(settings(tmp_path, mailbox.url(), database_url=sqlite_url)) as server:
            mailbox.deliver(HELP.format(1))
            server.wait_for_log("message.done")
            mailbox.stop()
            server.wait_for_log("mailbox.unreachable")
            mailbox.deliver(HELP.format(2))
            mailbox.start()
            server.wait_for_log("message.done", lines=2)
            code, logged = server.stop()

        assert [(row.door, row.status) for row in inbox(sqlite_database)] == [("imap", "done"), ("imap", "done")]
        assert code == 0, logged
        assert "Traceback" not in logged

    def test_a_mailbox_out_of_reach_holds_up_no_other_way_in(self, sqlite_url: str, tmp_path: Path) -> None:
        environ = environment(tmp_path, database_url=sqlite_url, imap=f"imaps://{US}:sesame@localhost:1")
        with serving(environ) as server:
            server.wait_for_log("mailbox.unreachable")
            with server.smtp() as client:
                client.sendmail("alice@example.org", [US], HELP.format(1))
            server.wait_for_log("message.done")
            code, logged = server.stop()

        assert code == 0
        assert "sesame" not in logged

    def test_who_only_carries_out_does_not_fetch(self, mailbox: Dovecot, sqlite_url: str, tmp_path: Path) -> None:
        with serving(settings(tmp_path, mailbox.url(), database_url=sqlite_url), "--only", "work") as server:
            server.stop()

        assert "Login: " not in mailbox.log


def place(mailbox: Dovecot, tls: bool) -> str:
    return f"INBOX of {US} at localhost:{mailbox.tls_port if tls else mailbox.port}"


class TestFetchingOnce:
    def test_what_is_unread_is_answered_before_the_command_ends(
        self, mailbox: Dovecot, sqlite_database: Database, sqlite_url: str, tmp_path: Path
    ) -> None:
        mailbox.deliver(SIGN_UP)
        mailbox.deliver(HELP.format(2))

        done = pbmserv(settings(tmp_path, mailbox.url(), database_url=sqlite_url), "fetch")

        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"2 fetched from {place(mailbox, True)}.\n"
        assert outcomes(sqlite_database) == ["done: signup alice ******", "done: help"]
        assert letters(tmp_path)[0] == ("alice@example.org", "Welcome to pbmserv, alice")
        assert mailbox.mails() == ["S", "S"]

        again = pbmserv(settings(tmp_path, mailbox.url(), database_url=sqlite_url), "fetch")

        assert again.stdout.startswith("0 fetched ")
        assert len(letters(tmp_path)) == 2

    def test_who_is_killed_between_storing_and_marking_does_nothing_twice(
        self, mailbox: Dovecot, database: Database, database_url: str, tmp_path: Path
    ) -> None:
        environ = settings(tmp_path, mailbox.url(), database_url=database_url)
        mailbox.deliver(SIGN_UP)

        killed = subprocess.run(
            [sys.executable, "-c", KILLED_BEFORE_MARKING],
            env=environ,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL
        assert [row.status for row in inbox(database)] == ["waiting"]
        assert mailbox.mails() == [""]
        done = pbmserv(environ, "fetch")

        assert done.returncode == 0, done.stderr
        assert outcomes(database) == ["done: signup alice ******", "seen before"]
        assert letters(tmp_path) == [("alice@example.org", "Welcome to pbmserv, alice")]
        assert mailbox.mails() == ["S"]

    def test_one_that_is_too_large_is_left_and_the_next_is_taken(
        self, mailbox: Dovecot, sqlite_database: Database, sqlite_url: str, tmp_path: Path
    ) -> None:
        environ = settings(tmp_path, mailbox.url(), database_url=sqlite_url, max_message_bytes=5000)
        mailbox.deliver(HELP.format(1) + "x" * 5000)
        mailbox.deliver(HELP.format(2))

        done = pbmserv(environ, "fetch")

        assert done.returncode == 0
        assert done.stdout == f"1 fetched from {place(mailbox, True)}; 1 too large: left there.\n"
        assert "message.too_large" in done.stderr
        assert len(inbox(sqlite_database)) == 1
        assert mailbox.mails() == ["S", "S"]

    def test_one_that_the_server_cannot_read_keeps_no_other_waiting(
        self, mailbox: Dovecot, sqlite_database: Database, sqlite_url: str, tmp_path: Path
    ) -> None:
        environ = settings(tmp_path, mailbox.url(), database_url=sqlite_url)
        broken = mailbox.deliver(HELP.format(1))
        broken.chmod(0)
        mailbox.deliver(HELP.format(2))

        done = pbmserv(environ, "fetch")

        assert done.returncode == 75
        assert "1 could not be read, or not be put away, or there was no room." in done.stdout
        assert "message.troublesome" in done.stderr
        assert [row.status for row in inbox(sqlite_database)] == ["done"]

    @pytest.mark.parametrize(
        ("rest", "password", "code", "words"),
        [
            ("", "geheim", 77, "does not let games@example.org in: [AUTHENTICATIONFAILED] Authentication failed."),
            ("", "gehéim", 77, "does not let games@example.org in: "),
            ("/Nowhere", PASSWORD, 66, "Nowhere of games@example.org at "),
        ],
    )
    def test_what_is_wrong_with_the_mailbox_is_told_in_words_and_by_the_exit_code(
        self, mailbox: Dovecot, sqlite_url: str, tmp_path: Path, rest: str, password: str, code: int, words: str
    ) -> None:
        imap = mailbox.url(rest, password=password)

        done = pbmserv(settings(tmp_path, imap, database_url=sqlite_url), "fetch")

        assert done.returncode == code
        assert words in done.stderr
        assert done.stderr.startswith("pbmserv: ")
        assert "Traceback" not in done.stderr
        assert password not in done.stdout + done.stderr

    def test_a_server_that_cannot_prove_who_it_is_gets_no_password(
        self, mailbox: Dovecot, sqlite_url: str, tmp_path: Path
    ) -> None:
        for tls in (True, False):
            environ = environment(tmp_path, database_url=sqlite_url, imap=mailbox.url(tls=tls))

            done = pbmserv(environ, "fetch")

            assert done.returncode == 76
            assert "certificate verify failed" in done.stderr
        assert "Login: " not in mailbox.log

    def test_nothing_is_encrypted_where_that_is_asked_for(
        self, mailbox: Dovecot, sqlite_url: str, tmp_path: Path
    ) -> None:
        imap = mailbox.url("?starttls=no", tls=False)

        done = pbmserv(environment(tmp_path, database_url=sqlite_url, imap=imap), "fetch")

        assert done.returncode == 0, done.stderr

    def test_a_server_that_is_not_there_is_to_be_tried_again(self, sqlite_url: str, tmp_path: Path) -> None:
        environ = environment(tmp_path, database_url=sqlite_url, imap=f"imaps://{US}:sesame@localhost:1")

        done = pbmserv(environ, "fetch")

        assert done.returncode == 75
        assert done.stderr.startswith("pbmserv: localhost:1: ")
        assert "sesame" not in done.stderr

    def test_without_a_mailbox_there_is_nothing_to_fetch(self, sqlite_url: str, tmp_path: Path) -> None:
        done = pbmserv(environment(tmp_path, database_url=sqlite_url), "fetch")

        assert done.returncode == 78
        assert done.stderr == "pbmserv: There is no mailbox to fetch from: the setting imap says which.\n"

    def test_a_key_that_cannot_sign_keeps_the_mail_where_it_is(
        self, mailbox: Dovecot, sqlite_url: str, tmp_path: Path
    ) -> None:
        mailbox.deliver(SIGN_UP)
        environ = settings(tmp_path, mailbox.url(), database_url=sqlite_url, dkim_key=tmp_path / "nowhere")

        done = pbmserv(environ, "fetch")

        assert done.returncode == 78
        assert "nowhere" in done.stderr
        assert mailbox.mails() == [""]
