"""Which boards the clock has to look at: found by index, each by one process only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, insert

from pbmserv.games.catalogue import installed
from pbmserv.games.trichet import Trichet
from pbmserv.play.board import Board, Player, Terms
from pbmserv.play.days import Absence
from pbmserv.play.moving import move
from pbmserv.storage.boards import Boards, DueBoards
from pbmserv.storage.database import Database
from pbmserv.storage.players import Players
from pbmserv.storage.tables import VACATIONS
from tests.queries import recorded, scans

START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
SEED = bytes(16)


@pytest.fixture
def players(database: Database) -> list[Player]:
    """alice and bob."""
    with database.writing() as connection:
        return [Players(connection).add(userid, "hash", START) for userid in ("alice", "bob")]


def boards_on(connection: Connection) -> Boards:
    return Boards(connection, installed())


def add_board(database: Database, players: list[Player], number: int, at: datetime, terms: Terms) -> None:
    options = {option.name: option.default for option in Trichet().options}
    with database.writing() as connection:
        boards_on(connection).add(Board.begin(Trichet(), number, options, players, SEED, at, terms))


def add_boards(database: Database, players: list[Player], *nag_days: int) -> None:
    """Boards 101 and on, with these nag times; bob has to move on each."""
    for number, days in enumerate(nag_days, 101):
        add_board(database, players, number, START, Terms(nag_days=days))


def vacation(database: Database, player: Player, start: datetime, end: datetime) -> None:
    with database.writing() as connection:
        connection.execute(insert(VACATIONS).values(user_id=player.id, starts_at=start, ends_at=end))


def numbers_due(database: Database, now: datetime) -> list[int]:
    with database.reading() as connection:
        return [due.number for due in DueBoards(connection).page(now, 100)]


def test_boards_come_up_when_their_time_has_come_longest_due_first(database: Database, players: list[Player]) -> None:
    add_boards(database, players, 7, 3, 5)

    assert numbers_due(database, START + 2 * DAY) == []
    assert numbers_due(database, START + 5 * DAY) == [102, 103]
    assert numbers_due(database, START + 30 * DAY) == [102, 103, 101]


def test_boards_that_are_due_come_in_parts(database: Database, players: list[Player]) -> None:
    add_boards(database, players, 7, 3, 3, 7)
    now = START + 10 * DAY

    with database.reading() as connection:
        due = DueBoards(connection)
        first = due.page(now, 2)
        rest = due.page(now, 100, after=first[-1])

    assert [due.number for due in [*first, *rest]] == [102, 103, 101, 104]


def test_a_move_puts_the_next_look_off(database: Database, players: list[Player]) -> None:
    add_boards(database, players, 7)

    with database.writing() as connection:
        boards = boards_on(connection)
        board = boards.load("trichet", 101, for_change=True)
        assert board is not None
        move(board, players[1], "c3", START + 5 * DAY)
        boards.save(board)

    assert numbers_due(database, START + 11 * DAY) == []
    assert numbers_due(database, START + 12 * DAY) == [101]


def test_a_board_is_claimed_only_while_it_is_due(database: Database, players: list[Player]) -> None:
    add_boards(database, players, 7)
    now = START + 7 * DAY

    with database.writing() as connection:
        boards = DueBoards(connection)
        [due] = boards.page(now, 100)
        assert boards.claim(due, now)
        boards.look_again(due, now + DAY)

    with database.writing() as connection:
        assert not DueBoards(connection).claim(due, now)


def test_a_board_that_somebody_is_at_is_left_to_them(postgresql_database: Database) -> None:
    with postgresql_database.writing() as connection:
        two = [Players(connection).add(userid, "hash", START) for userid in ("alice", "bob")]
    add_boards(postgresql_database, two, 7)
    now = START + 7 * DAY

    with postgresql_database.writing() as one, postgresql_database.writing() as other:
        [due] = DueBoards(one).page(now, 100)
        assert DueBoards(one).claim(due, now)

        assert not DueBoards(other).claim(due, now)


def test_seats_know_the_absences_that_matter_to_their_clocks(database: Database, players: list[Player]) -> None:
    _, bob = players
    add_boards(database, players, 7)
    vacation(database, bob, START - 20 * DAY, START - 10 * DAY)
    vacation(database, bob, START - 6 * DAY, START - 2 * DAY)
    vacation(database, bob, START + 3 * DAY, START + 9 * DAY)

    with database.reading() as connection:
        board = boards_on(connection).load("trichet", 101)

    assert board is not None
    assert [seat.away for seat in board.seats] == [
        (),
        (Absence(START - 6 * DAY, START - 2 * DAY), Absence(START + 3 * DAY, START + 9 * DAY)),
    ]


def test_a_changed_absence_has_the_clock_look_at_the_players_boards(
    database: Database, players: list[Player]
) -> None:
    alice, bob = players
    with database.writing() as connection:
        carol = Players(connection).add("carol", "hash", START)
    add_boards(database, [alice, bob], 7)
    add_board(database, [alice, carol], 102, START, Terms())

    with database.writing() as connection:
        DueBoards(connection).look_soon(bob, START + DAY)

    assert numbers_due(database, START + DAY) == [101]


def test_nothing_is_scanned_for_the_clock(database: Database, players: list[Player]) -> None:
    add_boards(database, players, 7)
    now = START + 8 * DAY

    with recorded(database) as statements, database.writing() as connection:
        boards = DueBoards(connection)
        [due] = boards.page(now, 100)
        boards.page(now, 100, after=due)
        boards.claim(due, now)
        boards_on(connection).load("trichet", 101)
        boards.look_again(due, now)
        boards.look_soon(players[0], now)

    with database.reading() as connection:
        assert scans(connection, statements) == []


def test_who_goes_away_has_other_deadlines_on_all_boards_and_the_others_have_not(
    database: Database, players: list[Player]
) -> None:
    add_boards(database, players, 3, 5)

    for _ in range(2):
        with database.writing() as connection:
            DueBoards(connection).look_soon(players[1], START + 4 * DAY)

    with database.reading() as connection:
        boards = [boards_on(connection).load("trichet", number) for number in (101, 102)]
    assert [[seat.shifts for seat in board.seats] for board in boards if board] == [[0, 2], [0, 2]]
    assert numbers_due(database, START + 4 * DAY) == [101, 102]
