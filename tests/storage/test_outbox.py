"""The letters that wait to be sent, on both databases."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select, update

from pbmserv.storage.database import Database
from pbmserv.storage.outbox import ClaimedLetter, Outbox, StoredLetter
from pbmserv.storage.queues import OutboxStatus
from pbmserv.storage.tables import OUTBOX
from tests.letter_numbers import added
from tests.queries import recorded, scans, sorts

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
LEASE = timedelta(minutes=10)


def letter(*recipients: str, message_id: str = "<1@example.org>") -> StoredLetter:
    return StoredLetter(message_id, recipients or ("alice@example.org",), "Trichet error", "No such board.\n")


def outbox_row(connection: Connection, number: int) -> Any:
    return connection.execute(select(OUTBOX).where(OUTBOX.c.id == number)).one()


def add_letter(database: Database, *recipients: str) -> int:
    with database.writing() as connection:
        [number] = added(connection, [letter(*recipients)], NOW)
    return number


def claim_letter(database: Database, now: datetime = NOW) -> ClaimedLetter:
    with database.writing() as connection:
        [due] = Outbox(connection).claim(1, LEASE, now)
    return due


def test_a_letter_is_claimed_with_all_it_says(database: Database) -> None:
    with database.writing() as connection:
        new = StoredLetter(
            "<7@x>",
            ("a@x", "b@x"),
            "Zug für Élise",
            "Brett ♟\n",
            {"begun": "mailto:a@b?body=", "moves": ["d3"], "below": 7},
            {"References": "<1@x>"},
            attachments=[{"name": "x.json", "media_type": "application/json", "text": "♟\0"}],
        )
        [number] = added(connection, [new], NOW)

    due = claim_letter(database)

    assert due == ClaimedLetter(
        id=number,
        created_at=NOW,
        message_id="<7@x>",
        recipients=("a@x", "b@x"),
        subject="Zug für Élise",
        text="Brett ♟\n",
        page={"begun": "mailto:a@b?body=", "moves": ["d3"], "below": 7},
        headers={"References": "<1@x>"},
        attempts=1,
        sent_at=None,
        outcome=None,
        attachments=({"name": "x.json", "media_type": "application/json", "text": "♟\ufffd"},),
        addressed_to=("a@x", "b@x"),
        due_at=NOW,
    )


def test_what_no_database_can_hold_does_not_stop_a_letter(database: Database) -> None:
    with database.writing() as connection:
        Outbox(connection).add(
            [StoredLetter("<7@x>", ("a\0\ud800@x",), "\0\ud800", "\0\ud800", {"begun": "\0\ud800"})], NOW
        )

    due = claim_letter(database)
    with database.writing() as connection:
        Outbox(connection).record(due, NOW, refused={due.recipients[0]: "\0\ud800"})

    assert (due.subject, due.text, due.page) == ("\ufffd?", "\ufffd?", {"begun": "\0\ud800"})
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


def test_letters_that_were_taken_are_sent_all_at_once(database: Database) -> None:
    numbers = [add_letter(database), add_letter(database, "a@x", "b@x"), add_letter(database)]
    with database.writing() as connection:
        first, second, third = Outbox(connection).claim(3, LEASE, NOW)

    with database.writing() as connection:
        Outbox(connection).record_sent([(second, NOW + 2 * MINUTE), (first, NOW + MINUTE)])
        sent = [outbox_row(connection, number) for number in numbers]

    assert [(row.status, row.sent_at, row.recipients) for row in sent] == [
        ("sent", NOW + MINUTE, []),
        ("sent", NOW + 2 * MINUTE, []),
        ("waiting", None, list(third.recipients)),
    ]


def test_what_was_said_of_others_stays_when_the_last_recipients_take_a_letter(database: Database) -> None:
    add_letter(database, "a@x", "b@x", "c@x")
    due = claim_letter(database)
    with database.writing() as connection:
        Outbox(connection).record(due, NOW, taken=["a@x"], refused={"b@x": "550 no"}, deferred={"c@x": "450 busy"})
    again = claim_letter(database, NOW + MINUTE)

    with database.writing() as connection:
        Outbox(connection).record_sent([(again, NOW + MINUTE)])
        row = outbox_row(connection, due.id)

    assert (row.status, row.sent_at, row.outcome) == ("sent", NOW + MINUTE, "b@x: 550 no\nc@x: 450 busy")


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
        Outbox(connection).record_sent([(late, NOW + LEASE)])
        row = outbox_row(connection, number)
    assert (row.status, row.due_at) == ("waiting", NOW + 2 * LEASE)


def test_letters_given_back_have_lost_no_attempt(database: Database) -> None:
    number = add_letter(database)
    due = claim_letter(database)

    with database.writing() as connection:
        Outbox(connection).give_back([due], NOW + MINUTE, NOW, "relay out of reach")
        row = outbox_row(connection, number)
        [again] = Outbox(connection).claim(1, LEASE, NOW + MINUTE)
        Outbox(connection).give_back([again], NOW, NOW)
        row_again = outbox_row(connection, number)

    why = "not tried: relay out of reach"
    assert (row.status, row.attempts, row.due_at, row.outcome) == ("waiting", 0, NOW + MINUTE, why)
    assert (row_again.attempts, row_again.due_at, row_again.outcome) == (0, NOW, why)


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


def test_no_query_reads_the_outbox_from_end_to_end(database: Database) -> None:
    due = ClaimedLetter("<1@x>", ("a@x",), "", "", id=1, created_at=NOW, attempts=1)
    with recorded(database) as statements, database.writing() as connection:
        outbox = Outbox(connection)
        outbox.add([letter()], NOW)
        outbox.has_due(NOW)
        outbox.claim(10, LEASE, NOW)
        outbox.record(due, NOW, taken=["a@x"])
        outbox.record_sent([(due, NOW)])
        outbox.give_back([due], NOW, NOW)
        outbox.retry(1, NOW)
        outbox.drop(1)
        outbox.listed(OutboxStatus.FAILED, 10)
        outbox.prune(NOW)

        assert scans(connection, list(statements)) == []
        assert len(statements) > 8


def test_who_claims_letters_does_not_read_all_that_wait(sqlite_database: Database) -> None:
    with recorded(sqlite_database) as statements, sqlite_database.writing() as connection:
        Outbox(connection).has_due(NOW)
        Outbox(connection).claim(10, LEASE, NOW)

        assert sorts(connection, list(statements)) == []
