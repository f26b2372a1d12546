"""A server of several processes: one log, one page of health, one of figures; what dies is started again."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select, text

from pbmserv import processes
from pbmserv.cli import main
from pbmserv.running.yield_to_requests import Precedence
from pbmserv.service import Share
from pbmserv.settings import load
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.mail.relays import Relay, relay
from tests.mail.smtp_servers import US
from tests.monitoring.asking import figures, get, health
from tests.serving import PATIENCE, Server, environment, pbmserv, serving, wait_until

TWO = ("--processes", "2")
NAMES = {"1", "2", "watch"}
MOST_SECONDS = 10.0
"""That a server may take to stop."""


@pytest.fixture
def told() -> Iterator[Relay]:
    with relay() as told:
        yield told


@pytest.fixture
def environ(database_url: str, tmp_path: Path, told: Relay) -> dict[str, str]:
    return environment(
        tmp_path / "data",
        database_url=database_url,
        delivery=f"smtp://127.0.0.1:{told.port}",
        lmtp_listen=tmp_path / "lmtp",
        metrics_listen="127.0.0.1:0",
        web_listen="127.0.0.1:0",
    )


def bring(server: Server, number: int, subject: str = "help") -> None:
    """Bring a mail to whichever process takes it, again and again until one has."""
    mail = f"From: alice@example.net\r\nMessage-ID: <{number}@example.net>\r\nSubject: {subject}\r\n\r\n"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError, smtplib.SMTPException), server.smtp() as client:
            client.sendmail("alice@example.net", [US], mail)
            return
    raise AssertionError("nobody takes mail")


def ready(server: Server) -> None:
    """Wait until it says where it listens, which is when all processes run."""
    server.place("questions")
    server.wait_for_log("server.running")


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        # Whoever should wait for it may have been killed.
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]
    return False


@pytest.mark.long
def test_two_processes_are_one_server_to_everybody(
    database: Database, environ: dict[str, str], told: Relay, tmp_path: Path
) -> None:
    with serving(environ, *TWO) as server:
        ready(server)
        for number in range(10):
            bring(server, number)
        with smtplib.LMTP(server.place("LMTP")) as client:
            client.sendmail("alice@example.net", [US], "From: alice@example.net\r\nSubject: help\r\n\r\n")
        letters = [told.next_letter() for _ in range(11)]
        status, report = health(server)
        wait_until(lambda: figures_of(server, "pbmserv_deliveries_total", 'result="taken"') == 11, "all figures")
        accepted = figures_of(server, "pbmserv_messages_total", 'answer="250",door="smtp"')
        now = figures(get(server, "/metrics")[1])
        begun = time.monotonic()
        code, logged = server.stop()

    assert Counter(each["In-Reply-To"] for each in letters if each["In-Reply-To"]) == {
        f"<{number}@example.net>": 1 for number in range(10)
    }
    assert (status, report["status"]) == (200, "ok")
    assert {"database", "worker (1)", "worker (2)", "clock (1)", "web (2)"} <= report["parts"].keys()
    assert "clock (2)" not in report["parts"]
    assert accepted == 10
    assert (now['pbmserv_process_up{process="1"}'], now['pbmserv_process_up{process="2"}']) == (1, 1)
    assert now['pbmserv_inbox_requests{status="waiting"}'] == 0
    assert code == 0, logged
    assert time.monotonic() - begun < MOST_SECONDS
    assert {found[1] for found in map(re.compile(r".*\bprocess=(\w+)").match, server.log) if found} == {"main", *"12"}
    assert all("process=" in line for line in server.log), server.log
    assert "Traceback" not in logged
    assert not (tmp_path / "lmtp").exists()
    assert statuses(database) == ({"done": 11}, {"sent": 11})


def figures_of(server: Server, name: str, labels: str) -> float:
    """The sum over all processes, as Prometheus would make it."""
    now = figures(get(server, "/metrics")[1])
    wanted = set(labels.split(","))
    return sum(
        value
        for each, value in now.items()
        if each.startswith(f"{name}{{") and wanted <= set(each[len(name) + 1 : -1].split(","))
    )


def statuses(database: Database) -> tuple[dict[str, int], dict[str, int]]:
    with database.reading() as connection:
        requests = Counter(connection.scalars(select(INBOX.c.status)))
        return dict(requests), dict(Counter(connection.scalars(select(OUTBOX.c.status))))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(NAMES))
def test_each_process_may_be_killed_alone(
    database: Database, environ: dict[str, str], told: Relay, name: str
) -> None:
    with serving(environ, *TWO) as server:
        ready(server)
        before = server.processes()
        os.kill(before[name], signal.SIGKILL)
        for number in range(5):
            bring(server, number)
        wait_until(lambda: server.processes()[name] != before[name], "another process")
        wait_until(lambda: health(server)[0] == 200, "all to be well again")
        letters = [told.next_letter() for _ in range(5)]
        after = server.processes()
        code, logged = server.stop()

    assert {each for each in NAMES if after[each] != before[each]} == {name}
    assert len({each["In-Reply-To"] for each in letters}) == 5
    assert statuses(database) == ({"done": 5}, {"sent": 5})
    assert "process.ended" in logged
    assert code == 0


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP])
def test_when_the_first_process_of_all_ends_so_do_the_others_and_the_next_server_goes_on(
    database: Database, environ: dict[str, str], told: Relay, tmp_path: Path, how: signal.Signals
) -> None:
    with serving(environ, *TWO) as server:
        ready(server)
        processes = server.processes().values()
        bring(server, 1)
        host, port = server.address()
        code, _ = server.stop(how)
        assert code == -how
        # They notice it by themselves.
        wait_until(lambda: not any(map(is_running, processes)), "the end of all processes")
    told_before = statuses(database)[1].get("sent", 0)

    with serving({**environ, "PBMSERV_SMTP_LISTEN": f"{host}:{port}"}, *TWO) as server:
        ready(server)
        bring(server, 2)
        bring(server, 1)
        wait_until(lambda: statuses(database)[1] == {"sent": 2}, "two letters")
        wait_until(lambda: statuses(database)[0] == {"done": 2, "dropped": 1}, "three mails")
        server.stop()

    assert told_before <= 1
    assert sorted(each["In-Reply-To"] for each in told.letters) == ["<1@example.net>", "<2@example.net>"]


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_to_all_of_them_at_once_is_no_second_one(
    sqlite_database: Database, environ: dict[str, str], how: signal.Signals
) -> None:
    with serving(environ, *TWO) as server:
        ready(server)
        with server.smtp() as client:
            client.ehlo()
            client.mail("alice@example.net")
            client.rcpt(US)
            assert client.docmd("DATA")[0] == 354
            client.send(b"From: alice@example.net\r\nSubject: help\r\n\r\n")
            # As by Ctrl+C, or systemd.
            for pid in [*server.processes().values(), server.process.pid]:
                os.kill(pid, how)
            server.wait_for_log("server.stopping")
            client.send(b".\r\n")
            assert client.getreply()[0] == 250
        code, logged = server.wait()

    assert code == 0, logged
    assert logged.count("process.stopped") == 2
    assert "process.killed" not in logged


def test_a_process_wakes_the_first_for_bots_and_all_others_when_much_waits_and_never_waits_for_them() -> None:
    wakers = [processes.waker() for _ in range(3)]
    precedence = Precedence(3)
    share = Share(1, {}, precedence, wakers, -1, lambda: None)

    share.wake_first()
    share.wake_others()
    heard = [bytes_in(reading) for reading, _ in wakers]
    for _ in range(100_000):
        share.wake_first()

    assert heard == [b"ww", b"", b"w"]
    for waker in wakers:
        for end in waker:
            os.close(end)
    precedence.close()


def bytes_in(reading: int) -> bytes:
    try:
        return os.read(reading, 100)
    except BlockingIOError:
        return b""


def test_a_port_in_use_is_told_once(environ: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        done = pbmserv({**environ, "PBMSERV_METRICS_LISTEN": place}, "serve", *TWO)

    assert done.returncode == 1
    assert "Cannot listen for those who watch: " in done.stderr
    assert "address already in use" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_process_that_cannot_start_ends_the_server_with_its_reason(environ: dict[str, str], tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    certificate.write_text("This is none.")

    done = pbmserv({**environ, "PBMSERV_TLS_CERTIFICATE": str(certificate)}, "serve", *TWO)

    assert done.returncode == 1
    assert f"PBMSERV_TLS_CERTIFICATE: {certificate}" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.long
def test_an_older_schema_is_told_before_anything_is_started(
    postgresql_database: Database, postgresql_url: str, environ: dict[str, str]
) -> None:
    with postgresql_database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))

    done = pbmserv({**environ, "PBMSERV_DATABASE_URL": postgresql_url}, "serve", *TWO)

    assert done.returncode == 1
    assert "pbmserv db upgrade" in done.stderr
    assert "process.started" not in done.stderr


@pytest.mark.long
def test_a_page_is_answered_and_without_its_port_the_server_goes_on_without(environ: dict[str, str]) -> None:
    with serving(environ, *TWO) as server:
        ready(server)
        host, port = server.place("browsers").removeprefix("http://").rstrip("/").split(":")
        with serving({**environ, "PBMSERV_WEB_LISTEN": f"{host}:{port}?", "PBMSERV_LMTP_LISTEN": ""}, *TWO) as other:
            ready(other)
            other.stop()
        with socket.create_connection((host, int(port)), PATIENCE) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert client.recv(4096).startswith(b"HTTP/1.1 200 ")
        code, _ = server.stop()

    assert code == 0
    assert not any("browsers" in line for line in other.printed)
    assert any("web.no_page" in line for line in other.log)


@pytest.mark.parametrize(
    ("url", "cores", "expected"),
    [
        ("sqlite:///pbmserv.db", 4, 1),
        ("postgresql+psycopg://localhost/pbmserv", 1, 1),
        ("postgresql+psycopg://localhost/pbmserv", 4, 4),
        ("postgresql+psycopg://localhost/pbmserv", 64, 8),
    ],
)
def test_by_itself_it_takes_one_for_each_core_eight_at_most_and_on_sqlite_one(
    monkeypatch: pytest.MonkeyPatch, url: str, cores: int, expected: int
) -> None:
    monkeypatch.setattr(processes, "cores", lambda: cores)

    assert processes.number_for(load(None, {"PBMSERV_DATABASE_URL": url})) == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--processes", "0"], "auto is expected, or a number from 1 to 64"),
        (["--processes", "many"], "auto is expected, or a number from 1 to 64"),
        (["--processes", "2", "--only", "work"], "leave out --processes"),
    ],
)
def test_what_cannot_be_meant_is_refused(words: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["serve", *words])

    assert result.exit_code == 2
    assert said in result.output
