"""The queues of mail, on both databases."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select, update

from pbmserv.store.database import Database
from pbmserv.store.keys import shared_key
from pbmserv.store.queues import (
    DueLetter,
    EndedRequest,
    Inbox,
    InboxStatus,
    NewLetter,
    Outbox,
    OutboxStatus,
    ReceivedMessage,
    WaitingRequest,
)
from pbmserv.store.tables import INBOX, OUTBOX, SEEN
from tests.letter_numbers import added
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
LEASE = timedelta(minutes=10)


def message(text: bytes = b"Subject: help\r\n\r\n") -> ReceivedMessage:
    return ReceivedMessage("smtp", "alice@example.org", ("games@example.org",), text, NOW)


def letter(*recipients: str, message_id: str = "<1@example.org>") -> NewLetter:
    return NewLetter(message_id, recipients or ("alice@example.org",), "Trichet error", "No such board.\n")


def inbox_row(connection: Connection, number: int) -> Any:
    return connection.execute(select(INBOX).where(INBOX.c.id == number)).one()


def outbox_row(connection: Connection, number: int) -> Any:
    return connection.execute(select(OUTBOX).where(OUTBOX.c.id == number)).one()


def add_request(database: Database, text: bytes = b"Subject: help\r\n\r\n") -> int:
    with database.writing() as connection:
        return Inbox(connection).add([message(text)])[0]


def claim_request(connection: Connection, now: datetime = NOW) -> WaitingRequest:
    [request] = Inbox(connection).claim(1, now)
    return request


def add_letter(database: Database, *recipients: str) -> int:
    with database.writing() as connection:
        [number] = added(connection, [letter(*recipients)], NOW)
    return number


def claim_letter(database: Database, now: datetime = NOW) -> DueLetter:
    with database.writing() as connection:
        [due] = Outbox(connection).claim(1, LEASE, now)
    return due


# The inbox


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
        Inbox(connection).end(
            [EndedRequest(claim_request(connection).id, InboxStatus.DONE, "move 101 alice ***")], NOW
        )

    with database.writing() as connection:
        assert Inbox(connection).claim(1, NOW) == []
        row = inbox_row(connection, number)
    assert (row.status, row.message, row.outcome, row.done_at) == ("done", None, "move 101 alice ***", NOW)


def test_a_request_that_is_dropped_loses_its_text_as_well(database: Database) -> None:
    number = add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([EndedRequest(number, InboxStatus.DROPPED, "from a machine")], NOW)
        row = inbox_row(connection, number)

    assert (row.status, row.message, row.outcome) == ("dropped", None, "from a machine")


def test_what_is_rolled_back_waits_again(database: Database) -> None:
    number = add_request(database)

    with database.writing() as connection:
        Inbox(connection).end([EndedRequest(claim_request(connection).id, InboxStatus.DONE, "done")], NOW)
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
        Inbox(connection).end([EndedRequest(done, InboxStatus.DONE, "done")], NOW)
        assert Inbox(connection).drop(dropped, NOW)
        assert not Inbox(connection).drop(done, NOW)
        assert inbox_row(connection, dropped).message is None


def test_a_message_is_carried_out_once_within_thirty_days(database: Database) -> None:
    with database.writing() as connection:
        inbox = Inbox(connection)

        assert inbox.first_time("key", NOW)
        assert not inbox.first_time("key", NOW + 29 * DAY)
        assert inbox.first_time("another key", NOW + 29 * DAY)
        assert inbox.first_time("key", NOW + 30 * DAY)
        assert not inbox.first_time("key", NOW + 31 * DAY)


def test_of_two_that_carry_out_the_same_message_at_once_one_is_first(postgresql_database: Database) -> None:
    firsts: list[bool] = []

    def other() -> None:
        with postgresql_database.writing() as connection:
            firsts.append(Inbox(connection).first_time("key", NOW))

    thread = threading.Thread(target=other)
    with postgresql_database.writing() as connection:
        firsts.append(Inbox(connection).first_time("key", NOW))
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
        inbox.end([EndedRequest(done, InboxStatus.DONE, "done")], NOW)
        inbox.end([EndedRequest(dropped, InboxStatus.DROPPED, "dropped")], NOW)
        connection.execute(update(INBOX).where(INBOX.c.id == failed).values(status=InboxStatus.FAILED))
        inbox.first_time("key", NOW)

        assert inbox.prune(before=NOW, now=NOW) == 0
        assert inbox.prune(before=NOW + DAY, now=NOW + 29 * DAY) == 2
        assert inbox.prune(before=NOW + DAY, now=NOW + 30 * DAY) == 1
        assert connection.scalars(select(INBOX.c.id).order_by(INBOX.c.id)).all() == [waiting, failed]
        assert connection.scalars(select(SEEN.c.once_key)).all() == []


def test_the_operator_sees_how_many_requests_are_open(database: Database) -> None:
    numbers = [add_request(database) for _ in range(4)]

    with database.writing() as connection:
        inbox = Inbox(connection)
        inbox.end([EndedRequest(numbers[0], InboxStatus.DONE, "done")], NOW)
        inbox.count_failed_attempt(WaitingRequest(numbers[1], "", (), b"", attempts=0, received_at=NOW), "trace", NOW)

        assert inbox.counts() == {InboxStatus.WAITING: 2, InboxStatus.LATER: 1}
        assert [row.outcome for row in inbox.listed(InboxStatus.LATER, 10)] == ["trace"]
        assert "message" not in inbox.listed(InboxStatus.LATER, 10)[0]._fields


# The outbox


def test_a_letter_is_claimed_with_all_it_says(database: Database) -> None:
    with database.writing() as connection:
        new = NewLetter(
            "<7@x>",
            ("a@x", "b@x"),
            "Zug für Élise",
            "Brett ♟\n",
            "<pre>",
            {"References": "<1@x>"},
            attachments=[{"name": "x.json", "media_type": "application/json", "text": "♟\0"}],
        )
        [number] = added(connection, [new], NOW)

    due = claim_letter(database)

    assert due == DueLetter(
        id=number,
        created_at=NOW,
        message_id="<7@x>",
        recipients=("a@x", "b@x"),
        subject="Zug für Élise",
        text="Brett ♟\n",
        html="<pre>",
        headers={"References": "<1@x>"},
        attempts=1,
        sent_at=None,
        outcome=None,
        attachments=({"name": "x.json", "media_type": "application/json", "text": "♟\ufffd"},),
        addressed_to=("a@x", "b@x"),
    )


def test_what_no_database_can_hold_does_not_stop_a_letter_or_a_request(database: Database) -> None:
    number = add_request(database)
    with database.writing() as connection:
        Outbox(connection).add([NewLetter("<7@x>", ("a\0\ud800@x",), "\0\ud800", "\0\ud800", "\0\ud800")], NOW)
        Inbox(connection).end([EndedRequest(number, InboxStatus.DONE, "\0\ud800")], NOW)

    due = claim_letter(database)
    with database.writing() as connection:
        Outbox(connection).record(due, NOW, refused={due.recipients[0]: "\0\ud800"})

    assert (due.subject, due.text, due.html) == ("\ufffd?", "\ufffd?", "\ufffd?")
    with database.reading() as connection:
        assert outbox_row(connection, due.id).outcome == "a\ufffd?@x: \ufffd?"


def test_a_claimed_letter_is_nobody_elses_before_the_lease_is_over(database: Database) -> None:
    number = add_letter(database)
    claim_letter(database)

    with database.writing() as connection:
        outbox = Outbox(connection)
        assert not outbox.has_due(NOW + LEASE - MINUTE)
        assert outbox.claim(1, LEASE, NOW + LEASE - MINUTE) == []
        assert outbox.has_due(NOW + LEASE)
        [again] = outbox.claim(1, LEASE, NOW + LEASE)
    assert (again.id, again.attempts) == (number, 2)


def test_a_letter_that_was_taken_is_sent(database: Database) -> None:
    number = add_letter(database)

    due = claim_letter(database)
    with database.writing() as connection:
        assert Outbox(connection).record(due, NOW, taken=due.recipients)
        row = outbox_row(connection, number)

    assert (row.status, row.sent_at, row.recipients, row.outcome) == ("sent", NOW, [], None)


def test_a_letter_that_nobody_takes_has_failed_with_the_reason(database: Database) -> None:
    number = add_letter(database)

    due = claim_letter(database)
    with database.writing() as connection:
        Outbox(connection).record(due, NOW, refused={"alice@example.org": "550 no such user"})
        row = outbox_row(connection, number)

    assert (row.status, row.recipients) == ("failed", ["alice@example.org"])
    assert row.outcome == "alice@example.org: 550 no such user"


def test_a_letter_stays_for_those_who_may_take_it_later_and_only_for_them(database: Database) -> None:
    number = add_letter(database, "a@x", "b@x", "c@x")
    due = claim_letter(database)

    with database.writing() as connection:
        Outbox(connection).record(due, NOW, taken=["a@x"], refused={"b@x": "550 no"}, deferred={"c@x": "450 busy"})
    again = claim_letter(database, NOW + MINUTE)
    with database.writing() as connection:
        Outbox(connection).record(again, NOW + MINUTE, taken=["c@x"])
        row = outbox_row(connection, number)

    assert again.recipients == ("c@x",)
    assert (row.status, row.recipients, row.outcome) == ("sent", [], "b@x: 550 no\nc@x: 450 busy")


def test_the_waits_of_a_letter_grow_until_it_fails_after_five_days(database: Database) -> None:
    number = add_letter(database)
    now, waits = NOW, []

    while True:
        due = claim_letter(database, now)
        with database.writing() as connection:
            Outbox(connection).record(due, now, deferred={"alice@example.org": "450 busy"})
            row = outbox_row(connection, number)
        if row.status == OutboxStatus.FAILED:
            break
        waits.append(int((row.due_at - now) / MINUTE))
        now = row.due_at

    assert waits[:7] == [1, 5, 15, 30, 60, 240, 240]
    assert 5 * DAY <= now - NOW < 5 * DAY + timedelta(hours=4)
    assert row.recipients == ["alice@example.org"]


def test_who_lost_the_lease_changes_nothing(database: Database) -> None:
    number = add_letter(database)
    late = claim_letter(database)
    claim_letter(database, NOW + LEASE)

    with database.writing() as connection:
        assert not Outbox(connection).record(late, NOW + LEASE, deferred={"alice@example.org": "450 busy"})
        assert outbox_row(connection, number).due_at == NOW + 2 * LEASE


def test_letters_given_back_have_lost_no_attempt(database: Database) -> None:
    number = add_letter(database)
    due = claim_letter(database)

    with database.writing() as connection:
        Outbox(connection).give_back([due], NOW + MINUTE, NOW, "relay out of reach")
        row = outbox_row(connection, number)
        [again] = Outbox(connection).claim(1, LEASE, NOW + MINUTE)
        Outbox(connection).give_back([again], NOW, NOW)
        row_again = outbox_row(connection, number)

    assert (row.status, row.attempts, row.due_at, row.outcome) == ("waiting", 0, NOW + MINUTE, "relay out of reach")
    assert (row_again.attempts, row_again.due_at, row_again.outcome) == (0, NOW, "relay out of reach")


def test_a_letter_given_back_after_five_days_has_failed(database: Database) -> None:
    number = add_letter(database)
    due = claim_letter(database, NOW + 5 * DAY)

    with database.writing() as connection:
        Outbox(connection).give_back([due], NOW + 6 * DAY, NOW + 5 * DAY, "relay out of reach")
        assert outbox_row(connection, number).status == OutboxStatus.FAILED


def test_several_senders_never_claim_the_same_letter(postgresql_database: Database) -> None:
    with postgresql_database.writing() as connection:
        Outbox(connection).add([letter() for _ in range(40)], NOW)
    claimed: list[int] = []

    def send() -> None:
        while True:
            with postgresql_database.writing() as connection:
                due = Outbox(connection).claim(3, LEASE, NOW)
            if not due:
                return
            claimed.extend(letter.id for letter in due)

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(claimed) == len(set(claimed)) == 40


def test_the_operator_may_have_a_failed_letter_sent_again_or_drop_it(database: Database) -> None:
    number = add_letter(database)
    with database.writing() as connection:
        connection.execute(update(OUTBOX).values(status=OutboxStatus.FAILED))

    with database.writing() as connection:
        outbox = Outbox(connection)
        assert outbox.counts() == {OutboxStatus.FAILED: 1}
        assert [row.id for row in outbox.listed(OutboxStatus.FAILED, 10)] == [number]
        assert outbox.retry(number, NOW)
        assert outbox.has_due(NOW)
        assert outbox.drop(number)
        assert not outbox.drop(number)
        assert not outbox.retry(number, NOW)


def test_old_letters_that_were_sent_are_forgotten(database: Database) -> None:
    sent, waiting = add_letter(database), add_letter(database)
    due = claim_letter(database)

    with database.writing() as connection:
        outbox = Outbox(connection)
        outbox.record(due, NOW, taken=due.recipients)
        assert outbox.prune(before=NOW) == 0
        assert outbox.prune(before=NOW + DAY) == 1
        assert connection.scalars(select(OUTBOX.c.id)).all() == [waiting]
    assert due.id == sent


# Keys


def test_all_processes_share_one_key_of_a_name(database: Database) -> None:
    with database.writing() as connection:
        key = shared_key(connection, "letters")
        other = shared_key(connection, "tokens")

    with database.writing() as connection:
        assert shared_key(connection, "letters") == key
    assert len(key) == 32
    assert key != other


# Indexes


def test_no_query_reads_a_queue_from_end_to_end(database: Database) -> None:
    request = WaitingRequest(1, "", (), b"", attempts=0, received_at=NOW)
    due = DueLetter(1, NOW, "<1@x>", ("a@x",), "", "", None, {}, 1, None, None)
    with recorded(database) as statements, database.writing() as connection:
        inbox, outbox = Inbox(connection), Outbox(connection)
        inbox.add([message()])
        inbox.has_work(NOW)
        inbox.claim(10, NOW)
        inbox.is_waiting(1)
        inbox.first_time("key", NOW)
        inbox.count_failed_attempt(request, "trace", NOW)
        inbox.retry(1)
        inbox.drop(1, NOW)
        inbox.end([EndedRequest(1, InboxStatus.DONE, "done")], NOW)
        inbox.counts()
        inbox.listed(InboxStatus.FAILED, 10)
        inbox.prune(NOW, NOW)
        outbox.add([letter()], NOW)
        outbox.has_due(NOW)
        outbox.claim(10, LEASE, NOW)
        outbox.record(due, NOW, taken=["a@x"])
        outbox.give_back([due], NOW, NOW)
        outbox.retry(1, NOW)
        outbox.drop(1)
        outbox.counts()
        outbox.listed(OutboxStatus.FAILED, 10)
        outbox.prune(NOW)
        shared_key(connection, "letters")

        assert scans(connection, list(statements)) == []
        assert len(statements) > 20
