"""What came in and waits to be carried out, on both databases."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from pbmserv.storage.database import Database
from pbmserv.storage.inbox import MOST_PREPARED, Inbox, ReceivedMessage
from pbmserv.storage.inbox_order import WaitingRequest
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tables import INBOX, SEEN
from tests.queries import recorded, scans, sorts

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def message(text: bytes = b"Subject: help\r\n\r\n") -> ReceivedMessage:
    return ReceivedMessage("smtp", "alice@example.org", ("games@example.org",), text, NOW)


def inbox_row(connection: Connection, number: int) -> Any:
    return connection.execute(select(INBOX).where(INBOX.c.id == number)).one()


def add_request(database: Database, text: bytes = b"Subject: help\r\n\r\n") -> int:
    with database.writing() as connection:
        return Inbox(connection).add([message(text)])[0]


def claim_request(connection: Connection, now: datetime = NOW) -> WaitingRequest:
    [request] = Inbox(connection).claim(1, now)
    return request


def test_requests_are_claimed_in_the_order_in_which_they_came(database: Database) -> None:
    with database.writing() as connection:
        messages = [message(b"one"), message(b"two"), message(b"three")]
        numbers = Inbox(connection).add(messages)

    with database.writing() as connection:
        requests = Inbox(connection).claim(2, NOW)

    assert [request.id for request in requests] == numbers[:2]
    recipients = ("games@example.org",)
    assert requests[0] == WaitingRequest(
        numbers[0], "alice@example.org", recipients, b"one", attempts=0, received_at=NOW, request=messages[0].request
    )


@pytest.mark.parametrize("count", [1, 2, 5, MOST_PREPARED, MOST_PREPARED + 1, 100])
def test_messages_are_numbered_in_the_order_in_which_they_are_added(database: Database, count: int) -> None:
    messages = [replace(message(b"%d" % number), author=f"{number}@example.org") for number in range(count)]
    with recorded(database) as statements, database.writing_at_once() as connection:
        numbers = Inbox(connection).add(messages)

    with database.writing_at_once() as connection:
        more = Inbox(connection).add(messages)

    # More than one would be as many transactions there.
    assert database.is_sqlite or len(statements) == 1
    with database.reading() as connection:
        rows = connection.execute(select(INBOX).order_by(INBOX.c.id)).all()
    assert [row.id for row in rows] == numbers + more
    assert [row.message for row in rows] == [each.message for each in messages] * 2
    assert [row.request for row in rows] == [each.request for each in messages] * 2
    assert {(row.author, row.sender, row.door, *row.recipients) for row in rows} == {
        (each.author, "alice@example.org", "smtp", "games@example.org") for each in messages
    }
    assert {(row.status, row.attempts, row.ended, row.holds, row.received_at) for row in rows} == {
        ("waiting", 0, 0, None, NOW)
    }


def test_a_message_with_all_256_bytes_comes_out_as_it_went_in(database: Database) -> None:
    add_request(database, bytes(range(256)))

    with database.writing() as connection:
        assert claim_request(connection).message == bytes(range(256))


def test_no_messages_to_add_are_no_rows(database: Database) -> None:
    with database.writing() as connection:
        assert Inbox(connection).add([]) == []


def test_a_request_that_is_done_is_not_claimed_again_and_its_text_is_gone(database: Database) -> None:
    number = add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([(claim_request(connection).id, InboxStatus.DONE, "move 101 alice ***")], NOW)

    with database.writing() as connection:
        assert Inbox(connection).claim(1, NOW) == []
        row = inbox_row(connection, number)
    assert (row.status, row.message, row.outcome, row.done_at) == ("done", None, "move 101 alice ***", NOW)


def test_a_request_that_is_dropped_loses_its_text_as_well(database: Database) -> None:
    number = add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([(number, InboxStatus.DROPPED, "from a machine")], NOW)
        row = inbox_row(connection, number)

    assert (row.status, row.message, row.outcome) == ("dropped", None, "from a machine")


def test_what_no_database_can_hold_does_not_stop_a_request(database: Database) -> None:
    number = add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([(number, InboxStatus.DONE, "\0\ud800")], NOW)

        assert inbox_row(connection, number).outcome == "\ufffd?"


def test_what_is_rolled_back_waits_again(database: Database) -> None:
    number = add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([(claim_request(connection).id, InboxStatus.DONE, "done")], NOW)
        connection.rollback()

    with database.writing() as connection:
        assert claim_request(connection).id == number


def test_a_request_that_fails_is_tried_again_a_minute_later(database: Database) -> None:
    add_request(database)

    with database.writing() as connection:
        status = Inbox(connection).count_failed_attempt(claim_request(connection), "ValueError", NOW)

    assert status == InboxStatus.LATER
    with database.writing() as connection:
        assert not Inbox(connection).has_work(NOW + 0.9 * MINUTE)
        assert Inbox(connection).claim(1, NOW + 0.9 * MINUTE) == []
        assert Inbox(connection).has_work(NOW + MINUTE)
        assert claim_request(connection, NOW + MINUTE).attempts == 1


def test_a_request_that_failed_five_times_is_set_aside_with_text_and_trace(database: Database) -> None:
    number = add_request(database, b"the text")

    for attempt in range(5):
        now = NOW + attempt * MINUTE
        with database.writing() as connection:
            Inbox(connection).count_failed_attempt(claim_request(connection, now), f"trace {attempt + 1}", now)

    with database.writing() as connection:
        assert Inbox(connection).claim(1, NOW + DAY) == []
        row = inbox_row(connection, number)
    assert (row.status, row.attempts, row.message, row.outcome) == ("failed", 5, b"the text", "trace 5")


def test_the_operator_may_have_a_failed_request_tried_again(database: Database) -> None:
    number = add_request(database)
    with database.writing() as connection:
        connection.execute(update(INBOX).values(status=InboxStatus.FAILED, attempts=5))

    with database.writing() as connection:
        assert Inbox(connection).retry(number)
        assert not Inbox(connection).retry(number)
        assert claim_request(connection).attempts == 0


def test_the_operator_may_drop_a_request_but_not_one_that_is_done(database: Database) -> None:
    dropped, done = add_request(database), add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([(done, InboxStatus.DONE, "done")], NOW)
        assert Inbox(connection).drop(dropped, NOW)
        assert not Inbox(connection).drop(done, NOW)
        assert inbox_row(connection, dropped).message is None


def test_a_message_is_carried_out_once_within_thirty_days(database: Database) -> None:
    with database.writing() as connection:
        inbox = Inbox(connection)

        assert inbox.first_times(["key"], NOW)
        assert not inbox.first_times(["key"], NOW + 29 * DAY)
        assert inbox.first_times(["another key"], NOW + 29 * DAY)
        assert inbox.first_times(["key"], NOW + 30 * DAY)
        assert not inbox.first_times(["key"], NOW + 31 * DAY)


def test_of_two_that_carry_out_the_same_message_at_once_one_is_first(postgresql_database: Database) -> None:
    firsts: list[bool] = []

    def other() -> None:
        with postgresql_database.writing() as connection:
            firsts.append(bool(Inbox(connection).first_times(["key"], NOW)))

    thread = threading.Thread(target=other)
    with postgresql_database.writing() as connection:
        firsts.append(bool(Inbox(connection).first_times(["key"], NOW)))
        thread.start()
    thread.join()

    assert sorted(firsts) == [False, True]


def test_what_one_worker_has_claimed_no_other_gets(postgresql_database: Database) -> None:
    first, second = add_request(postgresql_database), add_request(postgresql_database)

    with postgresql_database.writing() as one, postgresql_database.writing() as other:
        assert [request.id for request in Inbox(one).claim(1, NOW)] == [first]
        assert [request.id for request in Inbox(other).claim(5, NOW)] == [second]


def test_old_requests_that_ended_are_forgotten_and_open_ones_are_not(database: Database) -> None:
    done, dropped, waiting, failed = (add_request(database) for _ in range(4))
    with database.writing() as connection:
        inbox = Inbox(connection)
        inbox.end([(done, InboxStatus.DONE, "done")], NOW)
        inbox.end([(dropped, InboxStatus.DROPPED, "dropped")], NOW)
        connection.execute(update(INBOX).where(INBOX.c.id == failed).values(status=InboxStatus.FAILED))
        inbox.first_times(["key"], NOW)

        assert inbox.prune(before=NOW, now=NOW) == 0
        assert inbox.prune(before=NOW + DAY, now=NOW + 29 * DAY) == 2
        assert inbox.prune(before=NOW + DAY, now=NOW + 30 * DAY) == 1
        assert connection.scalars(select(INBOX.c.id).order_by(INBOX.c.id)).all() == [waiting, failed]
        assert connection.scalars(select(SEEN.c.once_key)).all() == []


def test_the_operator_sees_which_requests_are_open(database: Database) -> None:
    numbers = [add_request(database) for _ in range(4)]

    with database.writing() as connection:
        inbox = Inbox(connection)
        inbox.end([(numbers[0], InboxStatus.DONE, "done")], NOW)
        inbox.count_failed_attempt(WaitingRequest(numbers[1], "", (), b"", attempts=0, received_at=NOW), "trace", NOW)

        assert [row.id for row in inbox.listed(InboxStatus.WAITING, 10)] == numbers[:1:-1]
        assert [row.outcome for row in inbox.listed(InboxStatus.LATER, 10)] == ["trace"]
        assert "message" not in inbox.listed(InboxStatus.LATER, 10)[0]._fields


def test_no_query_reads_the_inbox_from_end_to_end(database: Database) -> None:
    request = WaitingRequest(1, "", (), b"", attempts=0, received_at=NOW)
    with recorded(database) as statements, database.writing() as connection:
        inbox = Inbox(connection)
        inbox.add([message()])
        inbox.has_work(NOW)
        inbox.claim(10, NOW)
        inbox.is_waiting(1)
        inbox.first_times(["key"], NOW)
        inbox.count_failed_attempt(request, "trace", NOW)
        inbox.retry(1)
        inbox.drop(1, NOW)
        inbox.end([(1, InboxStatus.DONE, "done")], NOW)
        inbox.listed(InboxStatus.FAILED, 10)
        inbox.prune(NOW, NOW)

        assert scans(connection, list(statements)) == []
        assert len(statements) > 10


def test_who_claims_requests_does_not_read_all_that_wait(sqlite_database: Database) -> None:
    with recorded(sqlite_database) as statements, sqlite_database.writing() as connection:
        Inbox(connection).claim(10, NOW)

        assert sorts(connection, list(statements)) == []


def test_who_failed_before_the_clock_was_set_back_does_not_wait_for_that_hour(database: Database) -> None:
    number = add_request(database)
    with database.writing() as connection:
        Inbox(connection).count_failed_attempt(claim_request(connection), "trace", NOW)

    with database.writing() as connection:
        an_hour_ago = NOW - 60 * MINUTE
        assert Inbox(connection).has_work(an_hour_ago)
        assert [request.id for request in Inbox(connection).claim(1, an_hour_ago)] == [number]
