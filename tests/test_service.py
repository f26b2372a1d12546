"""The whole server as a process of its own: mail in, letters out, and a graceful end."""

from __future__ import annotations

import json
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from pbmserv.store.database import Database
from pbmserv.store.models import InboxRow
from tests.mail.doors import US, Client
from tests.mail.relays import relay

TOP = Path(__file__).parent.parent
HELP = b"From: alice@example.net\r\nMessage-ID: <7@example.net>\r\nSubject: help\r\n\r\n"


class Server:
    """A running `pbmserv serve`, and what it has printed until it was ready."""

    def __init__(self, process: subprocess.Popen[str], printed: list[str]) -> None:
        self.process = process
        self.printed = printed

    def place(self, protocol: str) -> str:
        """Where it listens, in its own words."""
        [place] = [line.split(" on ")[1] for line in self.printed if f" for {protocol} on " in line]
        return place

    def smtp(self) -> smtplib.SMTP:
        host, port = self.place("SMTP").split(":")
        return smtplib.SMTP(host, int(port), timeout=30)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop it; gives the exit code and what it has logged."""
        self.process.send_signal(how)
        _, logged = self.process.communicate(timeout=60)
        return self.process.returncode, logged


def environment(url: str, home: Path, **settings: object) -> dict[str, str]:
    ours = {"home": home, "database_url": url, "address": US, "smtp_listen": "127.0.0.1:0", **settings}
    others = {name: value for name, value in os.environ.items() if not name.startswith("PBMSERV_")}
    return {
        **others,
        "PYTHONPATH": str(TOP),
        **{f"PBMSERV_{name.upper()}": str(value) for name, value in ours.items()},
    }


@contextmanager
def serving(environ: Mapping[str, str], doors: int = 1, code: str = "") -> Iterator[Server]:
    """The server, for the time of the block; `code` is run instead of the command line, if given."""
    command = ["-c", code] if code else ["-m", "pbmserv", "serve"]
    process = subprocess.Popen(
        [sys.executable, *command],
        env=environ,
        cwd=environ["PBMSERV_HOME"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        yield Server(process, [process.stdout.readline().rstrip("\n") for _ in range(doors)])
    finally:
        process.kill()
        process.communicate()


def inbox(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(InboxRow.__table__).order_by(InboxRow.id)))


def test_a_mail_comes_in_is_carried_out_and_answered(database: Database, database_url: str, tmp_path: Path) -> None:
    with relay() as told:
        environ = environment(
            database_url, tmp_path, delivery=f"smtp://127.0.0.1:{told.port}", lmtp_listen=tmp_path / "lmtp"
        )
        with serving(environ, doors=2) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP)
            first = told.next_letter()
            with smtplib.LMTP(server.place("LMTP")) as client:
                client.sendmail("alice@example.net", [US], HELP.replace(b"7@", b"8@"))
            second = told.next_letter()
            code, logged = server.stop()

    assert server.printed[0].startswith("pbmserv listens for SMTP on 127.0.0.1:")
    assert server.printed[1] == f"pbmserv listens for LMTP on {tmp_path / 'lmtp'}"
    assert (first["To"], first["From"], first["In-Reply-To"]) == ("alice@example.net", US, "<7@example.net>")
    assert second["In-Reply-To"] == "<8@example.net>"
    assert [(row.door, row.status) for row in inbox(database)] == [("smtp", "done"), ("lmtp", "done")]
    assert code == 0, logged
    assert not (tmp_path / "lmtp").exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_when_told_to_stop_the_server_finishes_what_is_in_hand(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, how: signal.Signals
) -> None:
    with serving(environment(sqlite_url, tmp_path)) as server:
        host, port = server.place("SMTP").split(":")
        with Client(socket.create_connection((host, int(port)), 30)) as busy:
            with Client(socket.create_connection((host, int(port)), 30)) as idle:
                busy.begin()
                busy.send(HELP)
                server.process.send_signal(how)
                # Now it is stopping.
                assert idle.reply().startswith("421 ")
            busy.send(b".\r\n")
            assert busy.reply().startswith("250 ")
        _, logged = server.process.communicate(timeout=60)

    assert server.process.returncode == 0, logged
    assert [row.message is not None or row.status == "done" for row in inbox(sqlite_database)] == [True]
    assert re.search(r"server\.stopping.*server\.stopped", logged, re.DOTALL)
    assert "Traceback" not in logged


def test_what_was_answered_250_survives_a_kill_and_is_carried_out_by_the_next_server(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    only_receive = "from pbmserv.service import *; from pbmserv.settings import load; import os\n"
    only_receive += "serve(load(None, os.environ), [Role.RECEIVE])"
    with serving(environment(sqlite_url, tmp_path), code=only_receive) as server, server.smtp() as client:
        client.sendmail("alice@example.net", [US], HELP)
        server.process.kill()
        server.process.wait()
        assert [row.status for row in inbox(sqlite_database)] == ["waiting"]

    with relay() as told:
        environ = environment(sqlite_url, tmp_path, delivery=f"smtp://127.0.0.1:{told.port}")
        with serving(environ) as server:
            assert told.next_letter()["In-Reply-To"] == "<7@example.net>"
            server.stop()

    assert [row.status for row in inbox(sqlite_database)] == ["done"]


def test_a_database_that_went_away_for_a_moment_costs_no_mail(
    postgresql_database: Database, postgresql_url: str, tmp_path: Path
) -> None:
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
    with relay() as told:
        environ = environment(postgresql_url, tmp_path, delivery=f"smtp://127.0.0.1:{told.port}")
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
        environ = environment(sqlite_url, tmp_path, log_format="json", delivery=f"smtp://127.0.0.1:{told.port}")
        with serving(environ) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], HELP.replace(b"help", b"trichet move 101 alice sesame d3"))
            told.next_letter()
            _, logged = server.stop()

    lines = [json.loads(line) for line in logged.splitlines()]
    events = [line["event"] for line in lines]
    assert {"server.running", "message.received", "message.done", "letter.sent", "server.stopped"} <= set(events)
    assert "sesame" not in logged


def start(environ: Mapping[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pbmserv", "serve"],
        env=environ,
        cwd=environ["PBMSERV_HOME"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


def test_a_port_in_use_is_told(sqlite_url: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"

        code, error = start(environment(sqlite_url, tmp_path, smtp_listen=place))

    assert code == 1
    assert "Cannot listen for SMTP: " in error
    assert "address already in use" in error
    assert "Traceback" not in error


def test_an_older_schema_is_told_with_what_to_type(
    postgresql_database: Database, postgresql_url: str, tmp_path: Path
) -> None:
    with postgresql_database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))

    code, error = start(environment(postgresql_url, tmp_path))

    assert code == 1
    assert "pbmserv db upgrade" in error


def test_a_database_out_of_reach_is_told_without_its_password(tmp_path: Path) -> None:
    code, error = start(environment("postgresql+psycopg://alice:sesame@127.0.0.1:1/games", tmp_path))

    assert code == 1
    assert "The database cannot be used: " in error
    assert "sesame" not in error
    assert "Traceback" not in error
