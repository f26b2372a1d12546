"""Statements that are sent by the driver alone: they give and do what SQLAlchemy would have them."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, event, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order
from pbmserv.storage.statements import Prepared, kept_apart, named, undone_on_error
from pbmserv.storage.tables import OUTBOX, RATINGS, USERS

NOON = datetime(2024, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)

LETTER: dict[str, Any] = {
    "created_at": NOON,
    "request": "r",
    "message_id": "<1@localhost>",
    "addressed_to": ["alice@example.org"],
    "recipients": ["alice@example.org", "ålice@example.org"],
    "subject": "Trichet Board 101",
    "text": "o.\n",
    "page": None,
    "headers": {"Auto-Submitted": "auto-replied"},
    "attachments": None,
    "user_id": None,
    "status": "waiting",
    "attempts": 0,
    "due_at": NOON,
    "sent_at": None,
    "outcome": None,
}

ADD = Prepared(insert(OUTBOX).values(named(OUTBOX, "id")))
FIND = Prepared(select(OUTBOX).where(OUTBOX.c.message_id == bindparam("message_id")).order_by(OUTBOX.c.id))
SEND = Prepared(
    update(OUTBOX)
    .where(OUTBOX.c.message_id == bindparam("which"))
    .values(sent_at=bindparam("sent_at"), status="sent")
    .returning(OUTBOX.c.id, OUTBOX.c.sent_at)
)
ADD_USER = Prepared(
    insert(USERS).values(
        {
            **named(USERS, "id", "left_at", "suspended_at", "broadcast_at", "bot", "guest_until", "guest_network"),
            "settings": {"timezone": "Europe/Paris"},
        }
    )
)
PERSON = USERS.c.bot.is_(None)
ALICE = {"userid": "alice", "userid_key": "alice", "password_hash": "x", "created_at": NOON}


def test_numbers_with_a_fraction_are_read(database: Database) -> None:
    whole = {"game": "hex", "strength": 1500.25, "deviation": 350.5, "volatility": 0.06}
    with database.writing() as connection:
        ADD_USER.change(connection, [ALICE])
        connection.execute(
            insert(RATINGS).values(
                whole
                | {"user_id": select(USERS.c.id).where(USERS.c.userid == "alice").scalar_subquery(), "rating": 1500}
            )
        )
    with database.reading() as connection:
        row = Prepared(select(RATINGS.c.strength, RATINGS.c.volatility)).row(connection, {})

    assert row is not None
    assert (row.strength, row.volatility) == (1500.25, 0.06)


def test_rows_are_those_that_sqlalchemy_gives(database: Database) -> None:
    with database.writing() as connection:
        ADD.change(
            connection, [LETTER, {**LETTER, "page": {"below": 3}, "attachments": [{"name": "a"}], "sent_at": NOON}]
        )

        rows = FIND.rows(connection, {"message_id": "<1@localhost>"})

        usual = connection.execute(select(OUTBOX).order_by(OUTBOX.c.id)).all()
        assert [tuple(row) for row in rows] == [tuple(row) for row in usual]
        assert rows[0].created_at == NOON
        assert rows[0].recipients == ["alice@example.org", "ålice@example.org"]
        assert (rows[0].attachments, rows[1].attachments) == (None, [{"name": "a"}])


def test_whoever_listens_hears_of_them_and_they_do_the_same(database: Database) -> None:
    heard: list[str] = []

    def listen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        heard.append(statement)

    with database.writing() as connection:
        ADD.change(connection, [LETTER])
        before = FIND.rows(connection, {"message_id": "<1@localhost>"})
        event.listen(database.engine, "before_cursor_execute", listen)
        ADD.change(connection, [LETTER])
        after = FIND.rows(connection, {"message_id": "<1@localhost>"})
        event.remove(database.engine, "before_cursor_execute", listen)

    assert [statement.split()[0] for statement in heard] == ["INSERT", "SELECT"]
    assert len(after) == 2
    assert tuple(after[0]) == tuple(before[0])
    assert tuple(after[1])[1:] == tuple(before[0])[1:]


def test_what_is_changed_can_be_answered_and_what_stands_in_the_statement_is_filled_in(database: Database) -> None:
    with database.writing() as connection:
        ADD.change(connection, [LETTER])
        ADD_USER.change(connection, [ALICE])

        sent = SEND.row(connection, {"which": "<1@localhost>", "sent_at": NOON})

        assert sent is not None
        assert sent.sent_at == NOON
        assert SEND.row(connection, {"which": "<2@localhost>", "sent_at": NOON}) is None
        assert connection.scalar(select(OUTBOX.c.status)) == "sent"
        assert connection.scalar(select(USERS.c.settings).where(PERSON)) == {"timezone": "Europe/Paris"}


def test_a_column_that_is_not_given_is_refused_rather_than_forgotten(database: Database) -> None:
    with database.writing() as connection, pytest.raises(KeyError, match="due_at"):
        ADD.change(connection, [{name: value for name, value in LETTER.items() if name != "due_at"}])


def test_lists_of_any_length_and_defaults_of_columns_cannot_be_prepared(database: Database) -> None:
    many = Prepared(select(USERS).where(USERS.c.id.in_(bindparam("users", expanding=True))))
    by_default = Prepared(insert(OUTBOX).values(subject=bindparam("subject")))
    with database.reading() as connection:
        with pytest.raises(ValueError, match="cannot be prepared"):
            many.rows(connection, {"users": [1]})
        with pytest.raises(ValueError, match="cannot be prepared"):
            by_default.change(connection, [{"subject": "s"}])


def test_exceptions_are_those_of_sqlalchemy_and_quote_no_parameters(database: Database) -> None:
    with database.writing() as connection:
        ADD_USER.change(connection, [ALICE])
        with pytest.raises(IntegrityError) as caught, kept_apart(connection):
            ADD_USER.change(connection, [{**ALICE, "password_hash": "secret7"}])

    assert "INSERT INTO users" in str(caught.value)
    assert "secret7" not in str(caught.value).partition("DETAIL")[0]
    assert not is_out_of_order(caught.value)


def test_several_rows_are_all_sent_and_one_that_fails_is_told(database: Database) -> None:
    with database.writing() as connection:
        ADD.change(connection, [{**LETTER, "subject": str(number)} for number in range(700)])
        with pytest.raises(IntegrityError), kept_apart(connection):
            ADD_USER.change(connection, [{**ALICE, "userid": "bob", "userid_key": "bob"}, ALICE, ALICE, ALICE])
        ADD_USER.change(connection, [ALICE])

    with database.reading() as connection:
        rows = FIND.rows(connection, {"message_id": "<1@localhost>"})
        assert [row.subject for row in rows] == [str(number) for number in range(700)]
        assert connection.scalars(select(USERS.c.userid).where(PERSON)).all() == ["alice"]


def test_what_is_read_is_as_of_one_moment(database: Database) -> None:
    with database.reading() as connection:
        FIND.rows(connection, {"message_id": "<1@localhost>"})
        with database.writing() as other:
            ADD.change(other, [LETTER])
        assert FIND.rows(connection, {"message_id": "<1@localhost>"}) == []
        assert connection.scalars(select(OUTBOX.c.id)).all() == []

    with database.reading() as connection:
        assert len(FIND.rows(connection, {"message_id": "<1@localhost>"})) == 1


def test_other_threads_go_on_while_one_waits_for_a_lock(postgresql_database: Database) -> None:
    with postgresql_database.writing() as connection:
        ADD.change(connection, [LETTER])
    sent = {"which": "<1@localhost>", "sent_at": NOON}

    def send() -> None:
        with postgresql_database.writing() as connection:
            SEND.change(connection, [sent, sent])
            SEND.rows(connection, sent)

    with postgresql_database.writing() as connection:
        SEND.rows(connection, sent)
        waiting = Thread(target=send)
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
    waiting.join(10)
    assert not waiting.is_alive()


@pytest.mark.parametrize("times", [1, 2])
def test_a_connection_that_is_gone_is_known_as_gone(postgresql_database: Database, times: int) -> None:
    def go_on_without_connection() -> None:
        with postgresql_database.writing() as other, postgresql_database.writing() as connection:
            ADD.change(connection, [LETTER])
            backend = connection.scalar(text("SELECT pg_backend_pid()"))
            other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": backend})
            ADD.change(connection, [LETTER] * times)

    with pytest.raises(DBAPIError) as caught:
        go_on_without_connection()

    assert caught.value.connection_invalidated
    assert is_out_of_order(caught.value)
    with postgresql_database.reading() as connection:
        assert FIND.rows(connection, {"message_id": "<1@localhost>"}) == []


def test_a_part_that_fails_is_undone_and_what_was_before_it_is_not(database: Database) -> None:
    def fail(connection: Connection) -> None:
        with undone_on_error(connection):
            ADD.change(connection, [LETTER])
            with undone_on_error(connection):
                ADD.change(connection, [LETTER])
            raise RuntimeError

    with database.writing() as connection:
        ADD_USER.change(connection, [ALICE])
        with pytest.raises(RuntimeError):
            fail(connection)
        with undone_on_error(connection):
            ADD_USER.change(connection, [{**ALICE, "userid": "bob", "userid_key": "bob"}])
            with pytest.raises(IntegrityError), kept_apart(connection):
                ADD_USER.change(connection, [ALICE])

    with database.reading() as connection:
        assert connection.scalars(select(USERS.c.userid).where(PERSON).order_by(USERS.c.id)).all() == [
            "alice",
            "bob",
        ]
        assert connection.scalars(select(OUTBOX.c.id)).all() == []
