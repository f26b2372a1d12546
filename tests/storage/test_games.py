"""The numbers of new boards, and how much each game is played."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play import leaving
from pbmserv.play.board import Player
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.games import Games
from tests.storage.stored import HOUR, SEED, START, added, begun, boards_on


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


def test_numbers_go_up_for_each_game_by_itself(database: Database) -> None:
    with database.writing() as connection:
        games = Games(connection)
        numbers = [games.take_number("trichet"), games.take_number("trichet"), games.take_number("hex")]

    assert numbers == [101, 102, 101]


def test_a_number_is_given_back_if_the_board_is_not_made(database: Database) -> None:
    with database.writing() as connection:
        attempt = connection.begin_nested()
        assert Games(connection).take_number("trichet") == 101
        attempt.rollback()

    with database.writing() as connection:
        assert Games(connection).take_number("trichet") == 101


def test_boards_and_players_of_each_game_are_counted(several: Database) -> None:
    with several.reading() as connection:
        counts = Games(connection).counts(["trichet", "hex", "goofspiel"])

    assert {game: (count.active, count.players) for game, count in counts.items()} == {
        "trichet": (2, 3),
        "hex": (1, 2),
        "goofspiel": (0, 0),
    }


class TestManyBoards:
    """Of a game with many boards, counts are kept."""

    @pytest.fixture(autouse=True)
    def more_than_one_is_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pbmserv.storage.games.COUNTED_EACH_TIME", 1)

    @pytest.fixture
    def many(self, database: Database, players: list[Player]) -> Database:
        """Two boards of Trichet and one of Hex, which have been counted."""
        alice, bob, carol = players
        for word, number, opponent in (("trichet", 101, bob), ("trichet", 102, carol), ("hex", 101, bob)):
            with database.writing() as connection:
                Games(connection).keep_number(word, number)
            added(database, begun(word, number, alice, opponent))
        counted_again(database)
        return database

    def test_they_are_counted_now_and_then(self, many: Database, players: list[Player]) -> None:
        added(many, begun("trichet", 103, *players[1:]))

        assert counts(many) == {"trichet": (2, 3), "hex": (1, 2)}
        counted_again(many)
        assert counts(many) == {"trichet": (3, 3), "hex": (1, 2)}

    def test_few_are_counted_whenever_somebody_asks(self, many: Database, players: list[Player]) -> None:
        added(many, begun("hex", 102, players[1], players[2]))

        assert counts(many)["hex"] == (2, 3)

    def test_many_that_have_become_few_are_counted_each_time_again(
        self, many: Database, players: list[Player]
    ) -> None:
        alice = players[0]
        ended(many, 101, alice)
        counted_again(many)
        assert counts(many)["trichet"] == (1, 2)

        ended(many, 102, alice)
        assert counts(many)["trichet"] == (0, 0)

    def test_what_has_not_changed_is_not_written_again(self, many: Database) -> None:
        with many.reading() as connection:
            assert Games(connection).counts_to_keep(installed()) == {}


def ended(database: Database, number: int, loser: Player) -> None:
    with database.writing() as connection:
        boards = boards_on(connection)
        board = boards.load("trichet", number, for_change=True)
        assert board is not None
        leaving.resign(board, loser, START + HOUR, SEED)
        boards.save(board)


def counts(database: Database) -> dict[str, tuple[int, int]]:
    with database.reading() as connection:
        return {
            game: (count.active, count.players)
            for game, count in Games(connection).counts(["trichet", "hex"]).items()
        }


def counted_again(database: Database) -> None:
    Scheduler(database, PostOffice(database, installed(), "pbmserv@localhost"), installed()).count_boards()
