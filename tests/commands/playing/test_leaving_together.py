"""Who leaves games at the same moment, by several connections: all ends as if one had come after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Status
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from tests.conversation import Reply, Server

PASSWORDS = {"alice": "secret7", "bob": "bobpw123", "carol": "secret9", "dave": "davepw12"}
BOARDS = range(101, 104)
"""As many as one may leave in a day."""


class Together:
    """A server, and another process on the same database."""

    def __init__(self, one: Server, other: Server) -> None:
        self.servers = (one, other)
        for player, password in PASSWORDS.items():
            one.enrol(player, password)

    def leave(self, players: Sequence[str], boards: Sequence[int]) -> list[Reply]:
        """Have each of two players leave a board of Goofspiel, by a connection of their own."""
        both = threading.Barrier(2)
        replies: dict[int, Reply] = {}

        def leave(number: int) -> None:
            player = players[number]
            both.wait(20)
            replies[number] = self.servers[number].say(
                f"{player}@example.org", f"goofspiel resign {boards[number]} {player} {PASSWORDS[player]}"
            )

        threads = [threading.Thread(target=leave, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        return [replies[number] for number in range(2)]

    def players_of(self, number: int) -> set[str]:
        with self.servers[0].database.reading() as connection:
            board = Boards(connection, installed()).load("goofspiel", number)
        assert board is not None
        return {seat.player.userid for seat in board.seats} if board.status is Status.ACTIVE else set()


@pytest.fixture
def together(postgresql_database: Database, postgresql_url: str) -> Iterator[Together]:
    second = Database(postgresql_url)
    yield Together(Server(postgresql_database), Server(second))
    second.close()


@pytest.mark.parametrize(
    ("challenged", "left"), [("bob carol", set()), ("bob carol dave", {"alice", "dave"})], ids=["removed", "goes on"]
)
def test_two_who_withdraw_from_one_board_at_the_same_moment_are_both_gone(
    together: Together, challenged: str, left: set[str]
) -> None:
    for number in BOARDS:
        together.servers[0].hear("alice@example.org", f"goofspiel challenge alice {challenged}")

        replies = together.leave(["bob", "carol"], [number, number])

        assert [reply.ok for reply in replies] == [True, True]
        assert together.players_of(number) == left


def test_one_who_leaves_two_boards_at_the_same_moment_leaves_no_more_than_may_be(together: Together) -> None:
    for _ in range(4):
        together.servers[0].hear("alice@example.org", "goofspiel challenge alice bob")
    together.servers[0].hear("bob@example.org", f"goofspiel resign 101 bob {PASSWORDS['bob']}")
    together.servers[0].hear("bob@example.org", f"goofspiel resign 102 bob {PASSWORDS['bob']}")

    replies = together.leave(["bob", "bob"], [103, 104])

    assert sorted(reply.ok for reply in replies) == [False, True]
