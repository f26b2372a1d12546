"""The clock on the wall is set back by an hour: nothing waits for that hour to pass."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pbmserv.mail.sending.delivery import ASTRAY_SECONDS, LEASE, Deliverer
from pbmserv.mail.sending.transports import Composed, Reply, Verdict
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import RETRY_WAITS, Outbox, StoredLetter
from pbmserv.storage.tables import OUTBOX
from tests.letter_numbers import added
from tests.mail.smtp_servers import US
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Way:
    """A transport that takes everything."""

    def __init__(self) -> None:
        self.recipients: list[str] = []

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        self.recipients.extend(recipients)
        return dict.fromkeys(recipients, Reply(Verdict.TAKEN, "250 OK"))

    def close(self) -> None:
        pass

    def another(self) -> Way:
        return self

    def interrupt(self) -> None:
        pass


def write_letter(database: Database, to: str) -> int:
    with database.writing() as connection:
        return added(connection, [StoredLetter("<1@example.org>", (to,), "Your turn", "Hi.\n")], NOW)[0]


def test_letters_that_were_due_before_go_all_the_same(database: Database) -> None:
    wall, seconds = NOW, 0.0
    way = Way()
    deliverer = Deliverer(database, way, US, lambda: wall, monotonic=lambda: seconds)
    deliverer.run_once()
    write_letter(database, "alice@example.net")

    wall -= HOUR
    seconds += ASTRAY_SECONDS
    deliverer.run_once()
    deliverer.close()

    assert way.recipients == ["alice@example.net"]


def test_a_server_that_was_started_since_sends_them_at_once(database: Database) -> None:
    write_letter(database, "alice@example.net")
    way = Way()

    Deliverer(database, way, US, lambda: NOW - HOUR).run_once()

    assert way.recipients == ["alice@example.net"]


def test_a_letter_that_may_be_in_hand_is_left_to_who_has_it_for_as_long_as_before(database: Database) -> None:
    number = write_letter(database, "alice@example.net")
    with database.writing() as connection:
        Outbox(connection).claim(1, LEASE, NOW)

    with database.writing() as connection:
        outbox, now = Outbox(connection), NOW - HOUR
        assert outbox.bring_back(LEASE, now) == 1

        assert outbox.claim(1, LEASE, now + LEASE - timedelta(seconds=1)) == []
        assert [letter.id for letter in outbox.claim(1, LEASE, now + LEASE)] == [number]


@pytest.mark.parametrize("attempts", range(1, 9))
def test_nobody_s_wait_for_another_attempt_is_made_shorter(sqlite_database: Database, attempts: int) -> None:
    write_letter(sqlite_database, "alice@example.net")
    wait = RETRY_WAITS[min(attempts, len(RETRY_WAITS)) - 1]
    with sqlite_database.writing() as connection:
        connection.execute(update(OUTBOX).values(attempts=attempts, due_at=NOW + max(wait, LEASE)))

        assert not Outbox(connection).is_any_astray(LEASE, NOW)
        assert Outbox(connection).is_any_astray(LEASE, NOW - HOUR)


def test_to_look_for_them_reads_no_whole_table(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        Outbox(connection).is_any_astray(LEASE, NOW)
        Outbox(connection).bring_back(LEASE, NOW)

        assert scans(connection, list(statements)) == []
