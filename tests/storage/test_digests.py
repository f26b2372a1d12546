"""What is kept of letters with several boards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.play.board_fingerprint import Shown
from pbmserv.storage.database import Database
from pbmserv.storage.digests import KEPT_FOR, Digests, ShownBoard
from pbmserv.storage.players import Players

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
BOARDS = [ShownBoard(7, Shown(3, 12_345, 0)), ShownBoard(9, Shown(1, 2, 77))]


def test_the_boards_of_a_letter_are_kept_as_they_were_shown(database: Database) -> None:
    with database.writing() as connection:
        alice = Players(connection).add("alice", "hash", NOW)
        number = Digests(connection).keep(alice, BOARDS, NOW)

        assert Digests(connection).boards_of(number) == BOARDS
        assert Digests(connection).boards_of(number + 1) == []


@pytest.mark.parametrize(("later", "is_kept"), [(timedelta(), True), (timedelta(seconds=1), False)])
def test_a_letter_of_sixty_days_ago_is_kept_and_an_older_one_is_not(
    database: Database, later: timedelta, is_kept: bool
) -> None:
    assert timedelta(days=60) == KEPT_FOR
    with database.writing() as connection:
        alice, bob = (Players(connection).add(userid, "hash", NOW) for userid in ("alice", "bob"))
        old = Digests(connection).keep(alice, BOARDS, NOW)
        of_bob = Digests(connection).keep(bob, BOARDS, NOW)
        Digests(connection).keep(alice, BOARDS, NOW + KEPT_FOR + later)

        assert bool(Digests(connection).boards_of(old)) is is_kept
        assert Digests(connection).boards_of(of_bob) == BOARDS


def test_letters_with_other_boards_are_told_apart(database: Database) -> None:
    with database.writing() as connection:
        alice = Players(connection).add("alice", "hash", NOW)
        first, second = (Digests(connection).keep(alice, boards, NOW) for boards in (BOARDS, BOARDS[:1]))

        assert Digests(connection).content_of(first) != Digests(connection).content_of(second)
