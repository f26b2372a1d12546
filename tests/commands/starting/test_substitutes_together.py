"""Seats that are offered and taken while others move, by several connections: one gets the seat, others are told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from tests.conversation import FOUR, Reply, Server

PASSWORDS = {**FOUR, "erin": "erinpw78"}
ROUNDS = range(101, 104)
"""Boards, one after the other: who comes first is chance."""


class Table:
    """Boards that carol has left, and alice and bob go on with, on three servers with one database."""

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers
        for player, password in PASSWORDS.items():
            servers[0].enrol(player, password)

    def left(self, number: int, *, is_offered: bool = True) -> None:
        """Begin a board that carol leaves, when it is alice's turn, with the seat offered to anyone or not yet."""
        self.hear("alice", f"yacht challenge alice bob carol --forfeittime={20 + number - 101}")
        for name in ("alice", "bob", "carol"):
            self.hear(name, f"yacht move {number} ME choice")
        for name in ("alice", "bob"):
            self.hear(name, f"yacht move {number} ME aces")
        self.hear("carol", f"yacht resign {number} ME")
        if is_offered:
            self.hear("alice", f"yacht substitute {number} ME anyone")
            self.hear("bob", f"yacht substitute {number} ME yes")

    def hear(self, name: str, command: str) -> None:
        reply = self._say(0, name, command)
        assert reply.ok, reply.error

    def together(self, *said: tuple[str, str]) -> list[Reply]:
        """What comes of it when each of these says something at the same moment, each to another server."""
        ready = threading.Barrier(len(said))

        def say(place: int) -> Reply:
            ready.wait(20)
            return self._say(place, *said[place])

        with ThreadPoolExecutor(len(said)) as threads:
            return list(threads.map(say, range(len(said))))

    def board(self, number: int) -> Board:
        with self._servers[0].database.reading() as connection:
            board = Boards(connection, installed()).load("yacht", number)
        assert board is not None
        return board

    def _say(self, place: int, name: str, command: str) -> Reply:
        return self._servers[place].say(f"{name}@example.org", command.replace("ME", f"{name} {PASSWORDS[name]}"))


@pytest.fixture
def table(postgresql_database: Database, postgresql_url: str) -> Iterator[Table]:
    others = [Database(postgresql_url) for _ in range(2)]
    yield Table([Server(each) for each in (postgresql_database, *others)])
    for each in others:
        each.close()


def moves(board: Board) -> list[str]:
    return [f"{move.seat} {move.text}" for move in board.moves[5:]]


def test_of_two_who_come_while_somebody_moves_one_gets_the_seat_and_the_move_stands(table: Table) -> None:
    for number in ROUNDS:
        table.left(number)

        moved, *came = table.together(
            ("alice", f"yacht move {number} ME twos"),
            ("dave", f"yacht join {number} ME"),
            ("erin", f"yacht join {number} ME"),
        )

        board = table.board(number)
        [holder] = [name for name, reply in zip(("dave", "erin"), came, strict=True) if reply.ok]
        [refused] = [reply.error for reply in came if not reply.ok]
        assert moved.ok
        assert refused == f"No seat on Yacht Board {number} is free: {holder} has taken over the seat of carol."
        assert [seat.player.userid for seat in board.seats] == ["alice", "bob", holder]
        assert sorted(moves(board)) == ["0 twos", "2 resign", "2 skip", "2 substitute"]
        assert [board.seats[number].player.userid for number in board.seats_to_move] == ["bob"]


def test_a_seat_that_is_taken_back_at_the_same_moment_is_either_taken_or_not_offered(table: Table) -> None:
    for number in ROUNDS:
        table.left(number)

        came, ended = table.together(("dave", f"yacht join {number} ME"), ("bob", f"yacht substitute {number} ME no"))

        board = table.board(number)
        assert came.ok != ended.ok
        assert board.offer is None
        assert board.seats[2].player.userid == ("dave" if came.ok else "carol")
        if came.ok:
            assert ended.error == f"Nobody has proposed that somebody takes over a seat on Yacht Board {number}."
        else:
            assert "those who play on have not offered the seat: alice and bob can do that" in came.error


def test_two_who_propose_different_players_while_one_moves_leave_one_proposal(table: Table) -> None:
    for number in ROUNDS:
        table.left(number, is_offered=False)

        replies = table.together(
            ("alice", f"yacht substitute {number} ME dave"),
            ("bob", f"yacht substitute {number} ME erin"),
            ("alice", f"yacht move {number} ME twos"),
        )

        board = table.board(number)
        assert [reply.error for reply in replies] == ["", "", ""]
        assert board.offer is not None
        assert board.offer.to is not None
        by = {"dave": ["alice"], "erin": ["bob"]}
        assert [player.userid for player in board.offer.agreed] == by[board.offer.to.userid]
        assert moves(board)[-1] == "0 twos"


def test_a_last_yes_and_the_move_of_the_same_player_are_both_done_and_a_bot_comes_once(table: Table) -> None:
    for number in ROUNDS:
        table.left(number, is_offered=False)
        table.hear("bob", f"yacht substitute {number} ME bot-easy")

        replies = table.together(
            ("alice", f"yacht substitute {number} ME yes"),
            ("alice", f"yacht move {number} ME twos"),
            ("bob", f"yacht queue {number} ME twos"),
        )

        board = table.board(number)
        assert [reply.error for reply in replies] == ["", "", ""]
        assert sorted(moves(board)) == ["0 twos", "1 twos", "2 resign", "2 skip", "2 substitute"]
        assert board.seats[2].player.userid == "bot-easy"
