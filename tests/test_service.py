"""The whole server as a process of its own: mail in, letters out, and a graceful end."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import smtplib
import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import select, text

from pbmserv.mail.sending.transports import CUT_OFF
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.mail.relays import Relay, relay
from tests.mail.smtp_servers import US, Client
from tests.serving import environment, pbmserv, serving

HELP = b"From: alice@example.net\r\nMessage-ID: <7@example.net>\r\nSubject: help\r\n\r\n"


def inbox(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))


def test_a_mail_comes_in_is_carried_out_and_answered(database: Database, database_url: str, tmp_path: Path) -> None:
    with relay() as told:
        delivery = f"smtp://127.0.0.1:{told.port}"
        environ = environment(tmp_path, database_url=database_url, delivery=delivery, lmtp_listen=tmp_path / "lmtp")
        with serving(environ) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP)
            first = told.next_letter()
            with smtplib.LMTP(server.place("LMTP")) as client:
                client.sendmail("alice@example.net", [US], HELP.replace(b"7@", b"8@"))
            second = told.next_letter()
            code, logged = server.stop()

    assert server.printed[0].startswith("pbmserv listens for SMTP on 127.0.0.1:")
    assert server.printed[1] == f"pbmserv listens for LMTP on {tmp_path / 'lmtp'}"
    assert (first["To"], first["In-Reply-To"]) == ("alice@example.net", "<7@example.net>")
    assert first["From"] == f"pbmserv <{US}>"
    assert second["In-Reply-To"] == "<8@example.net>"
    assert [(row.door, row.status) for row in inbox(database)] == [("smtp", "done"), ("lmtp", "done")]
    assert code == 0, logged
    assert not (tmp_path / "lmtp").exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_when_told_to_stop_the_server_finishes_what_is_in_hand(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, how: signal.Signals
) -> None:
    with serving(environment(tmp_path, database_url=sqlite_url)) as server:
        with Client(socket.create_connection(server.address(), 30)) as busy:
            with Client(socket.create_connection(server.address(), 30)) as idle:
                busy.begin()
                busy.send(HELP)
                server.process.send_signal(how)
                # Now it is stopping.
                assert idle.reply().startswith("421 ")
            busy.send(b".\r\n")
            assert busy.reply().startswith("250 ")
        code, logged = server.wait()

    assert code == 0, logged
    assert [row.message is not None or row.status == "done" for row in inbox(sqlite_database)] == [True]
    assert re.search(r"server\.stopping.*server\.stopped", logged, re.DOTALL)
    assert "Traceback" not in logged


class Scanner(Relay):
    """A relay that looks at letters to alice for ever."""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if "alice@example.net" in envelope.rcpt_tos:
            self.looking.set()
            await asyncio.sleep(600)
        return await super().handle_DATA(server, session, envelope)

    def __init__(self) -> None:
        super().__init__()
        self.looking = threading.Event()


@pytest.mark.long  # `tests/mail/sending/test_sender_pool.py` does it without processes
def test_a_relay_that_never_answers_to_one_letter_holds_up_neither_the_others_nor_the_end(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    with relay(told=Scanner()) as told:
        assert isinstance(told, Scanner)
        delivery = f"smtp://127.0.0.1:{told.port}"
        with serving(environment(tmp_path, database_url=database_url, delivery=delivery)) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP)
                assert told.looking.wait(30)
                client.sendmail("bob@example.net", [US], HELP.replace(b"7@", b"8@").replace(b"alice", b"bob"))
            assert told.next_letter()["To"] == "bob@example.net"
            begun = time.monotonic()
            code, logged = server.stop()
            took = time.monotonic() - begun

    assert code == 0, logged
    assert took < 10
    with database.reading() as connection:
        [kept, sent] = connection.execute(select(OUTBOX).order_by(OUTBOX.c.id)).all()
    assert (kept.status, kept.outcome) == ("waiting", f"alice@example.net: {CUT_OFF}")
    assert kept.due_at - datetime.now(UTC) <= timedelta(minutes=1)
    assert sent.status == "sent"


def test_a_database_that_went_away_for_a_moment_costs_no_mail(
    postgresql_database: Database, postgresql_url: str, tmp_path: Path
) -> None:
    others = (
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> %s"
    )
    with relay() as told:
        delivery = f"smtp://127.0.0.1:{told.port}"
        environ = environment(tmp_path, database_url=postgresql_url, delivery=delivery)
        with serving(environ) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP)
                told.next_letter()
                with postgresql_database.reading() as connection:
                    own = connection.scalar(text("SELECT pg_backend_pid()"))
                    connection.exec_driver_sql(others, (own,))
                client.sendmail("alice@example.net", [US], HELP.replace(b"7@", b"8@"))
            letter = told.next_letter()
            code, logged = server.stop()

    assert letter["In-Reply-To"] == "<8@example.net>"
    assert code == 0, logged


def test_the_log_is_for_programs_if_asked_and_never_holds_what_a_mail_says(sqlite_url: str, tmp_path: Path) -> None:
    with relay() as told:
        delivery = f"smtp://127.0.0.1:{told.port}"
        environ = environment(tmp_path, database_url=sqlite_url, log_format="json", delivery=delivery)
        with serving(environ) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP.replace(b"help", b"trichet move 101 alice sesame d3"))
            told.next_letter()
            server.wait_for_log("letter.sent")
            _, logged = server.stop()

    heard = set(events(logged))
    assert {"server.running", "message.received", "message.done", "letter.sent", "server.stopped"} <= heard
    assert "sesame" not in logged


def test_the_log_follows_a_message_from_where_it_comes_in_to_the_letters_that_it_causes(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    with relay() as told:
        delivery = f"smtp://127.0.0.1:{told.port}"
        environ = environment(tmp_path, database_url=database_url, log_format="json", delivery=delivery)
        with serving(environ) as server:
            with server.smtp() as client:
                request = queued_as(client, HELP)
                told.next_letter()
                other = queued_as(client, HELP.replace(b"7@", b"8@"))
                told.next_letter()
            server.wait_for_log("letter.sent", lines=2)
            _, logged = server.stop()

    lines = [json.loads(line) for line in logged.splitlines()]
    # Three threads tell of it, each when it gets to that.
    assert {line["event"] for line in lines if line.get("request") == request} == MESSAGE_CARRIED_OUT
    assert {line["event"] for line in lines if line.get("request") == other} == MESSAGE_CARRIED_OUT
    assert [row.request for row in inbox(database)] == [request, other]
    with database.reading() as connection:
        assert connection.scalars(select(OUTBOX.c.request).order_by(OUTBOX.c.id)).all() == [request, other]


MESSAGE_CARRIED_OUT = {"message.received", "message.done", "letter.sent"}


def queued_as(client: smtplib.SMTP, mail: bytes) -> str:
    """Bring a mail; gives by what name the server knows it."""
    client.ehlo_or_helo_if_needed()
    client.mail("alice@example.net")
    client.rcpt(US)
    code, words = client.data(mail)
    assert code == 250
    found = re.search(r"queued as ([0-9a-f]{12})$", words.decode())
    assert found
    return found[1]


def test_roles_can_be_split_among_processes(sqlite_database: Database, sqlite_url: str, tmp_path: Path) -> None:
    with relay() as told:
        environ = environment(
            tmp_path, database_url=sqlite_url, log_format="json", delivery=f"smtp://127.0.0.1:{told.port}"
        )
        with serving(environ, "--only", "receive") as door, serving(environ, "--only", "Deliver, work") as others:
            with door.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP)
            assert told.next_letter()["In-Reply-To"] == "<7@example.net>"
            others.wait_for_log("letter.sent")
            others.wait_for_log("message.done")
            _, by_door = door.stop()
            _, by_others = others.stop()

    assert others.printed == []
    assert events(by_door) == ["server.running", "message.received", "server.stopping", "server.stopped"]
    assert events(by_others)[0] == "server.running"
    # Who has carried it out may tell so when the letter has gone already.
    assert set(events(by_others)[1:3]) == {"message.done", "letter.sent"}
    assert events(by_others)[3:] == ["server.stopping", "server.stopped"]
    assert json.loads(by_others.splitlines()[0])["roles"] == ["work", "deliver"]


def events(logged: str) -> list[str]:
    return [json.loads(line)["event"] for line in logged.splitlines()]


def test_the_log_tells_the_roles_in_plain_words(sqlite_url: str, tmp_path: Path) -> None:
    with serving(environment(tmp_path, database_url=sqlite_url)) as server:
        _, logged = server.stop()

    assert "roles=['receive', 'work', 'deliver', 'clock', 'web', 'think']" in logged


def start(home: Path, **settings: object) -> tuple[int, str]:
    """Start a server that cannot run; gives its exit code, and what it says."""
    done = pbmserv(environment(home, **settings), "serve")
    return done.returncode, done.stderr


def test_a_port_in_use_is_told(sqlite_url: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"

        code, error = start(tmp_path, database_url=sqlite_url, smtp_listen=place)

    assert code == 1
    assert "Cannot listen for SMTP: " in error
    assert "address already in use" in error
    assert "Traceback" not in error


def test_an_older_schema_is_told_with_what_to_type(
    postgresql_database: Database, postgresql_url: str, tmp_path: Path
) -> None:
    with postgresql_database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))

    code, error = start(tmp_path, database_url=postgresql_url)

    assert code == 1
    assert "pbmserv db upgrade" in error


def test_a_database_out_of_reach_is_told_without_its_password(tmp_path: Path) -> None:
    code, error = start(tmp_path, database_url="postgresql+psycopg://alice:sesame@127.0.0.1:1/games")

    assert code == 1
    assert "The database postgresql+psycopg://alice:***@127.0.0.1:1/games cannot be used: " in error
    assert "sesame" not in error
    assert "Traceback" not in error
