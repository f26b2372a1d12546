"""The figures of a running server: what it has done, and what is left to do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from pbmserv.monitoring.metrics import Metrics
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.tables import INBOX
from tests.mail.relays import relay
from tests.mail.smtp_servers import US
from tests.monitoring.asking import figures, get
from tests.serving import environment, serving, wait_until

REQUESTS = "pbmserv_requests_total"


def mail(subject: str, number: int) -> bytes:
    head = f"From: alice@example.net\r\nMessage-ID: <{number}@example.net>\r\nSubject: {subject}\r\n\r\n"
    return head.encode()


@pytest.mark.long
def test_what_a_server_has_done_is_counted_and_measured(database_url: str, tmp_path: Path) -> None:
    with relay() as told:
        environ = environment(
            tmp_path,
            database_url=database_url,
            metrics_listen="127.0.0.1:0",
            max_message_bytes=5000,
            delivery=f"smtp://127.0.0.1:{told.port}",
        )
        with serving(environ) as server:
            with server.smtp() as client:
                client.sendmail("alice@example.net", [US], mail("help", 1))
                client.sendmail("alice@example.net", [US], mail("signup alice sesame7", 2))
                client.sendmail("alice@example.net", [US], mail("trichet move 101 alice wrong-1 d3", 3))
                client.sendmail("alice@example.net", [US], mail("utter nonsense-word of mine", 4))
                client.sendmail("alice@example.net", [US], mail("help", 1))
                client.ehlo_or_helo_if_needed()
                client.mail("alice@example.net")
                client.rcpt(US)
                assert client.data(mail("help", 5) + b"x" * 6000)[0] == 552
            for _ in range(4):
                told.next_letter()
            wait_until(lambda: 'result="dropped"' in get(server, "/metrics")[1], "all mail to be dealt with")
            wait_until(lambda: figures(get(server, "/metrics")[1])["pbmserv_sending_seconds_count"] == 4, "letters")
            status, text = get(server, "/metrics")
            now = figures(text)

    assert status == 200
    assert {name: value for name, value in now.items() if name.startswith(REQUESTS)} == {
        f'{REQUESTS}{{command="help",result="done"}}': 1,
        f'{REQUESTS}{{command="signup",result="done"}}': 1,
        f'{REQUESTS}{{command="move",result="refused"}}': 1,
        f'{REQUESTS}{{command="none",result="refused"}}': 1,
        f'{REQUESTS}{{command="none",result="dropped"}}': 1,
    }
    assert now['pbmserv_messages_total{answer="250",door="smtp"}'] == 5
    assert now['pbmserv_messages_total{answer="552",door="smtp"}'] == 1
    assert now['pbmserv_deliveries_total{result="taken"}'] == 4
    assert now['pbmserv_accepting_seconds_count{door="smtp"}'] == 5
    assert now["pbmserv_handling_seconds_count"] == 5
    assert now["pbmserv_clock_last_look_timestamp_seconds"] > datetime(2024, 1, 1, tzinfo=UTC).timestamp()
    assert now["pbmserv_database_up"] == 1
    assert now['pbmserv_inbox_requests{status="waiting"}'] == 0
    assert "process_cpu_seconds_total" in text or "python_info" in text
    for word in ("alice", "sesame7", "wrong-1", "nonsense-word", "example.net", "trichet"):
        assert word not in text


def test_what_is_left_to_do_is_told_with_its_age(database: Database) -> None:
    with database.writing() as connection:
        messages = [ReceivedMessage("smtp", "a@example.org", (US,), b"", datetime.now(UTC)) for _ in range(3)]
        [oldest, *_] = Inbox(connection).add(messages)
        an_hour_ago = datetime.now(UTC) - timedelta(hours=1)
        connection.execute(update(INBOX).where(INBOX.c.id == oldest).values(received_at=an_hour_ago))

    now = figures(Metrics(database).exposition().decode())

    assert now['pbmserv_inbox_requests{status="waiting"}'] == 3
    assert now["pbmserv_inbox_oldest_seconds"] == pytest.approx(3600, abs=60)
    assert now['pbmserv_outbox_letters{status="waiting"}'] == 0
    assert now["pbmserv_outbox_overdue_seconds"] == 0


def test_a_database_out_of_reach_costs_no_more_than_the_figures_that_it_has() -> None:
    database = Database("postgresql+psycopg://alice:sesame@127.0.0.1:1/games")
    metrics = Metrics(database)
    metrics.message_answered("lmtp", "451")

    now = figures(metrics.exposition().decode())

    assert now["pbmserv_database_up"] == 0
    assert now['pbmserv_messages_total{answer="451",door="lmtp"}'] == 1
    assert not [name for name in now if name.startswith("pbmserv_inbox")]


def test_the_rounds_of_the_clock_are_counted_by_what_was_decided(sqlite_database: Database) -> None:
    metrics = Metrics(sqlite_database)

    metrics.clock_looked()
    metrics.clock_looked(0.5, {"nag": 2, "forfeit": 0})

    now = figures(metrics.exposition().decode())
    assert now["pbmserv_clock_round_seconds_count"] == 1
    assert now['pbmserv_clock_boards_total{decision="nag"}'] == 2


def test_a_relay_that_cannot_be_reached_and_clients_turned_away_are_counted(sqlite_database: Database) -> None:
    metrics = Metrics(sqlite_database)

    metrics.relay_unreachable()
    metrics.connection_refused("smtp")

    now = figures(metrics.exposition().decode())
    assert now["pbmserv_relay_unreachable_total"] == 1
    assert now['pbmserv_connections_refused_total{door="smtp"}'] == 1
