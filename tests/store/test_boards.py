"""Boards in the database, on both kinds: what was saved is loaded, lists find what they should, by index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from pbmserv.clockwork import Clockwork
from pbmserv.games.catalogue import installed
from pbmserv.play import leaving, moving, voting
from pbmserv.play.board import Board, Player, Question, Status, Terms
from pbmserv.post_office import PostOffice
from pbmserv.store.boards import Boards, Line
from pbmserv.store.database import Database
from pbmserv.store.players import Players
from tests.queries import recorded, scans

START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEED = bytes(range(16))


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


@pytest.fixture
def players(database: Database) -> list[Player]:
    """alice, bob and carol."""
    with database.writing() as connection:
        return [Players(connection).add(userid, "hash", START) for userid in ("alice", "bob", "carol")]


def boards_on(connection: Connection) -> Boards:
    return Boards(connection, installed())


def begun(word: str, number: int, *players: Player, **options: int) -> Board:
    game = installed()[word]
    values = {option.name: option.default for option in game.options} | options
    return Board.begin(game, number, values, players, SEED, START)


def added(database: Database, board: Board) -> Board:
    with database.writing() as connection:
        boards_on(connection).add(board)
    return board


def loaded(database: Database, game: str = "trichet", number: int = 101) -> Board:
    with database.reading() as connection:
        board = boards_on(connection).load(game, number)
    assert board is not None
    return board


# One board


def test_a_new_board_is_loaded_as_it_was_saved(database: Database, players: list[Player]) -> None:
    terms = Terms(nag_days=3, forfeit_days=9, total_days=30, increment_hours=2, rated=False)
    board = begun("trichet", 101, *players[:2], num_tiles=50)
    board.terms = terms

    added(database, board)

    assert loaded(database) == board


def test_what_a_move_changes_is_loaded(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = added(database, begun("trichet", 101, alice, bob))
    with database.writing() as connection:
        boards = boards_on(connection)
        changed = boards.load("trichet", 101, for_change=True)
        assert changed == board
        moving.move(changed, bob, "d3", START + HOUR)
        moving.move(changed, alice, "a1", START + 2 * HOUR)
        boards.save(changed)

    assert loaded(database) == changed
    assert [move.text for move in loaded(database).moves] == ["d3", "a1"]


def test_a_board_that_begins_again_without_somebody_has_a_seat_less(
    database: Database, players: list[Player]
) -> None:
    board = added(database, begun("triominoes", 101, *players))
    with database.writing() as connection:
        boards = boards_on(connection)
        again = boards.load("triominoes", 101)
        assert again is not None
        leaving.resign(again, players[0], START + HOUR, bytes(16))
        boards.save(again)

    assert [seat.player for seat in board.seats] == players
    assert [seat.player for seat in loaded(database, "triominoes").seats] == players[1:]
    assert loaded(database, "triominoes") == again


def test_a_board_may_be_saved_again_and_again(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("trichet", 101, alice, bob)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        moving.move(board, bob, "d3", START + HOUR)
        boards.save(board)
        moving.move(board, alice, "a1", START + 2 * HOUR)
        boards.save(board)

    assert loaded(database) == board


def test_moves_that_were_taken_back_are_gone(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("trichet", 101, alice, bob)
    moving.move(board, bob, "d3", START + HOUR)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        boards.save(board)
        voting.propose(board, bob, Question.UNDO, START + 2 * HOUR)
        boards.save(board)
    assert loaded(database).vote == board.vote

    with database.writing() as connection:
        boards = boards_on(connection)
        board = boards.load("trichet", 101) or board
        voting.answer(board, alice, True, START + 3 * HOUR)
        boards.save(board)

    assert loaded(database).moves == []
    assert loaded(database) == board


def test_hidden_and_queued_moves_are_kept(database: Database, players: list[Player]) -> None:
    board = begun("goofspiel", 101, *players)
    moving.move(board, players[0], "5", START + HOUR, comment="Hm.")
    moving.queue(board, players[0], "7", START + HOUR, number=2)

    added(database, board)

    assert loaded(database, "goofspiel") == board
    assert loaded(database, "goofspiel").seats[0].chosen is not None
    assert len(loaded(database, "goofspiel").seats[0].queue) == 1


def test_swapped_seats_are_kept(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("hex", 101, alice, bob)
    moving.move(board, alice, "d4", START + HOUR)
    moving.move(board, bob, "swap", START + 2 * HOUR)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        boards.save(board)

    assert loaded(database, "hex") == board
    assert loaded(database, "hex").players == (bob, alice)


def test_the_end_of_a_game_is_kept(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("trichet", 101, alice, bob)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        moving.move(board, bob, "d3", START)
        moving.move(board, alice, "a1", START)
        leaving.resign(board, bob, START + HOUR, SEED)
        boards.save(board)

    found = loaded(database)

    assert found.status is Status.OVER
    assert found.winner == alice
    assert found.result == board.result
    assert found.finished_at == START + HOUR


def test_a_board_that_does_not_exist_is_none(database: Database) -> None:
    with database.reading() as connection:
        assert boards_on(connection).load("trichet", 101) is None
        assert boards_on(connection).load("nosuchgame", 101) is None


def test_numbers_go_up_for_each_game_by_itself(database: Database) -> None:
    with database.writing() as connection:
        boards = boards_on(connection)
        numbers = [boards.take_number("trichet"), boards.take_number("trichet"), boards.take_number("hex")]

    assert numbers == [101, 102, 101]


def test_a_number_is_given_back_if_the_board_is_not_made(database: Database) -> None:
    with database.writing() as connection:
        attempt = connection.begin_nested()
        assert boards_on(connection).take_number("trichet") == 101
        attempt.rollback()

    with database.writing() as connection:
        assert boards_on(connection).take_number("trichet") == 101


# Lists


@pytest.fixture
def several(database: Database, players: list[Player]) -> Database:
    """Trichet 101 of alice and bob, 102 of bob and carol, 103 won by alice, 104 removed; Hex 101 of alice, carol."""
    alice, bob, carol = players
    added(database, begun("trichet", 101, alice, bob))
    added(database, begun("trichet", 102, bob, carol))
    added(database, begun("hex", 101, alice, carol))
    with database.writing() as connection:
        boards = boards_on(connection)
        won = begun("trichet", 103, alice, bob)
        boards.add(won)
        moving.move(won, bob, "d3", START)
        moving.move(won, alice, "a1", START)
        leaving.resign(won, bob, START + HOUR, SEED)
        boards.save(won)
        removed = begun("trichet", 104, alice, bob)
        boards.add(removed)
        leaving.resign(removed, bob, START, SEED)
        boards.save(removed)
    return database


def listed(database: Database, **wanted: object) -> list[tuple[str, int]]:
    with database.reading() as connection:
        lines = boards_on(connection).lines(**wanted)  # type: ignore[arg-type]
    return [(line.game, line.number) for line in lines]


def test_a_line_tells_what_a_list_needs(several: Database) -> None:
    with several.reading() as connection:
        first, _, third = boards_on(connection).lines("trichet")

    assert first == Line("trichet", 101, Status.ACTIVE, ("alice", "bob"), ("bob",), 0, START, None)
    assert third == Line("trichet", 103, Status.OVER, ("alice", "bob"), (), 3, START + HOUR, "alice")


def test_lists_are_narrowed_by_what_is_asked_for(several: Database, players: list[Player]) -> None:
    alice, bob, carol = players

    assert listed(several) == [("hex", 101), ("trichet", 101), ("trichet", 102), ("trichet", 103)]
    assert listed(several, game="trichet", status=Status.ACTIVE) == [("trichet", 101), ("trichet", 102)]
    assert listed(several, status=Status.OVER) == [("trichet", 103)]
    assert listed(several, players=[alice], status=Status.ACTIVE) == [("hex", 101), ("trichet", 101)]
    assert listed(several, players=[alice, carol], game="trichet", status=Status.ACTIVE) == [
        ("trichet", 101),
        ("trichet", 102),
    ]
    assert listed(several, players=[bob], status=Status.ACTIVE, only_to_move=True) == [("trichet", 101)]
    assert listed(several, game="trichet", numbers=[103, 104, 999]) == [("trichet", 103)]
    assert listed(several, limit=2) == [("hex", 101), ("trichet", 101)]


def test_boards_and_players_of_each_game_are_counted(several: Database) -> None:
    with several.reading() as connection:
        counts = boards_on(connection).counts(["trichet", "hex", "goofspiel"])

    assert {game: (count.active, count.players) for game, count in counts.items()} == {
        "trichet": (2, 3),
        "hex": (1, 2),
        "goofspiel": (0, 0),
    }


class TestManyBoards:
    """Of a game with many boards, counts are kept."""

    @pytest.fixture(autouse=True)
    def more_than_one_is_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pbmserv.store.boards.COUNTED_EACH_TIME", 1)

    @pytest.fixture
    def many(self, database: Database, players: list[Player]) -> Database:
        """Two boards of Trichet and one of Hex, which have been counted."""
        alice, bob, carol = players
        for word, number, opponent in (("trichet", 101, bob), ("trichet", 102, carol), ("hex", 101, bob)):
            with database.writing() as connection:
                boards_on(connection).keep_number(word, number)
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
            assert boards_on(connection).counts_to_keep() == {}


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
            for game, count in boards_on(connection).counts(["trichet", "hex"]).items()
        }


def counted_again(database: Database) -> None:
    Clockwork(database, PostOffice(database, installed(), "pbmserv@localhost"), installed()).count_boards()


def test_who_watches_a_board_is_known(several: Database, players: list[Player]) -> None:
    alice, bob, carol = players
    with several.writing() as connection:
        boards = boards_on(connection)
        boards.watch(carol, "trichet", 101)
        boards.watch(carol, "trichet", 101)
        boards.watch(alice, "trichet")
        boards.watch(bob, "trichet", 101, only_the_end=True)

        assert boards.watchers("trichet", 101) == (alice, carol)
        assert boards.watchers("trichet", 102) == (alice,)
        assert boards.watchers("trichet", 101, only_the_end=True) == (bob,)
        assert boards.watchers("hex", 101) == ()


def test_boards_are_found_by_their_indexes(several: Database, players: list[Player]) -> None:
    with several.writing() as connection:
        boards = boards_on(connection)
        with recorded(several) as statements:
            boards.load("trichet", 101)
            boards.lines("trichet", [101, 102])
            boards.lines("trichet", status=Status.ACTIVE)
            boards.lines(players=players[:1], status=Status.ACTIVE, only_to_move=True)
            boards.watchers("trichet", 101)

        assert scans(connection, statements) == []
