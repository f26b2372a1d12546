"""Sessions and links to sign in with, to the second at which they end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.play.board import Player
from pbmserv.storage.database import Database
from pbmserv.storage.sessions import Scope, Sessions, WebLinks

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
END = NOW + timedelta(days=90)
SECOND = timedelta(seconds=1)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


@pytest.mark.parametrize(("at", "is_open"), [(END - SECOND, True), (END, False)])
def test_a_session_is_over_for_everybody_who_asks_at_the_same_moment(
    database: Database, alice: Player, at: datetime, is_open: bool
) -> None:
    with database.writing() as connection:
        sessions = Sessions(connection)
        sessions.open("digest", alice, Scope.ALL, "Firefox", NOW, END)
        [session] = sessions.all_of(alice, NOW)

        assert (sessions.of("digest", at) is not None) is is_open
        assert sessions.is_open(alice, session.id, at) is is_open
        assert sessions.open_among([session.id], at) == ({session.id} if is_open else set())
        assert bool(sessions.all_of(alice, at)) is is_open


def test_to_open_a_session_deletes_those_that_are_over(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        sessions = Sessions(connection)
        sessions.open("over", alice, Scope.ALL, "Firefox", NOW, END)
        sessions.open("not over", alice, Scope.ALL, "Safari", NOW, END + SECOND)
        sessions.open("new", alice, Scope.ALL, "Chrome", END, END + timedelta(days=90))

        assert {session.label for session in sessions.all_of(alice, NOW)} == {"Safari", "Chrome"}


def test_open_sessions_are_found_among_more_than_one_statement_can_name(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        sessions = Sessions(connection)
        sessions.open("digest", alice, Scope.ALL, "Firefox", NOW, END)
        [session] = sessions.all_of(alice, NOW)

        assert sessions.open_among([session.id, *range(session.id + 1, session.id + 1_200)], NOW) == {session.id}
        assert sessions.open_among(range(session.id - 1_200, session.id + 1), NOW) == {session.id}


def test_the_last_use_of_a_session_is_written_once_an_hour(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        sessions = Sessions(connection)
        sessions.open("digest", alice, Scope.ALL, "Firefox", NOW, END)
        [session] = sessions.all_of(alice, NOW)

    assert not session.needs_touch(NOW + timedelta(minutes=59, seconds=59))
    assert session.needs_touch(NOW + timedelta(hours=1))


@pytest.mark.parametrize(("at", "is_good"), [(END - SECOND, True), (END, False)])
def test_a_link_is_good_until_it_is_too_old_and_no_longer_counted_from_then_on(
    database: Database, alice: Player, at: datetime, is_good: bool
) -> None:
    with database.writing() as connection:
        links = WebLinks(connection)
        links.add("digest", alice, END)

        assert links.whose("digest", at) == (alice if is_good else None)
        assert links.open_for(alice, at) == int(is_good)
        assert links.redeem("digest", at) == (alice if is_good else None)
        assert links.redeem("digest", NOW) is None
