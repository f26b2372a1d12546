"""Servers that are killed: whatever they have answered with 250 is carried out, once, by whoever comes after them.

`python -m tests.endtoend.crash` kills hundreds of them.
"""

from __future__ import annotations

import os
import random
import smtplib
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.standings import Standings
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.endtoend.crash import kill_first_starts, kill_servers, send_what_the_killed_had_claimed
from tests.endtoend.players import Player, letters_in
from tests.endtoend.won_game import BOARD, CHALLENGE, MOVES, drawing_in, move
from tests.serving import Server, environment, pbmserv, serving, wait_until

SHORT_LIVES = 20
"""How many servers are killed soon after their start, one after the other."""
SEED = os.environ.get("TESTS_SEED", "1")


@pytest.mark.long
def test_each_part_of_a_server_may_be_killed_and_the_next_goes_on_with_the_game(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    environ = environment(tmp_path / "data", database_url=database_url)
    post = tmp_path / "data" / "outgoing"
    with serving(environ, "--only", "receive") as server:
        alice = Player("alice", "sesame7", server.smtp, lambda: letters_in(post))
        bob = Player("bob", "bobpw789", server.smtp, lambda: letters_in(post))
        alice.writes("signup alice sesame7")
        bob.writes("signup bob bobpw789")
        alice.writes(CHALLENGE)
        for userid, words in MOVES:
            player = alice if userid == "alice" else bob
            player.writes(move(userid, player.password, words))
        server.kill()
    assert statuses(database) == ({"waiting": 10}, {})

    with serving(environ, "--only", "work") as server:
        server.wait_for_log("message.done", lines=10)
        server.kill()
    assert statuses(database) == ({"done": 10}, {"waiting": 12})

    with serving(environ, "--only", "deliver") as server:
        server.wait_for_log("letter.sent", lines=12)
        server.kill()
    assert statuses(database) == ({"done": 10}, {"sent": 12})
    letters = letters_in(post)
    assert len({letter.message_id for letter in letters}) == len(letters) == 12
    assert letters[-1].subject == "Trichet Board 101"
    assert drawing_in(letters[-1].text) == BOARD


@pytest.mark.long
def test_servers_killed_in_a_game_of_partners_leave_a_side_that_has_won_and_is_rated_once(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    """Each mail is answered with 250 by a server that is killed within a moment, perhaps while it is carried out."""
    environ = environment(tmp_path / "data", database_url=database_url)
    chance = random.Random(SEED)  # noqa: S311 - to be drawn again in the same way
    four = {"alice": "sesame7", "bob": "bobpw789", "carol": "carolpw7", "dave": "davepw78"}
    players = {name: Player(name, word, smtplib.SMTP, list) for name, word in four.items()}

    def bring_and_kill(name: str, words: str) -> None:
        with serving(environ, "--only", "receive,work") as server:
            players[name].connect = server.smtp
            players[name].writes(words)
            time.sleep(chance.random() * 0.05)
            server.kill()

    def have_all_done() -> Board | None:
        with serving(environ, "--only", "work"):
            wait_until(lambda: statuses(database)[0].keys() == {"done"}, "all mails to be carried out")
        with database.reading() as connection:
            return Boards(connection, installed()).load("spades", 101)

    for name, word in four.items():
        bring_and_kill(name, f"signup {name} {word}")
    bring_and_kill("alice", "spades challenge alice bob carol dave")
    for name, word in four.items():
        bring_and_kill(name, f"spades move 101 {name} {word} 3")
    for seat, (name, other) in ((0, ("alice", "bob")), (2, ("carol", "dave"))):
        board = have_all_done()
        assert board is not None
        bring_and_kill(name, f"spades move 101 {name} {four[name]} {board.position.playable(seat)[0]}")
        bring_and_kill(other, f"spades resign 101 {other} {four[other]}")
    board = have_all_done()

    with database.reading() as connection:
        standings, _ = Standings(connection).page("spades", 1, 10)
    assert statuses(database)[0] == {"done": 13}
    assert board is not None
    assert [player.userid for player in board.winners] == ["alice", "carol"]
    assert {each.player.userid: (each.standing.won, each.standing.lost) for each in standings} == {
        "alice": (1, 0), "carol": (1, 0), "bob": (0, 1), "dave": (0, 1),
    }  # fmt: skip


CALLS = ("1n", "pass", "2c", "pass", "2d", "pass", "3n", "pass", "pass", "pass")
"""An auction that North, the dealer, begins; a double or a bid out of turn would show at once."""


@pytest.mark.long
def test_a_server_may_be_killed_at_each_point_of_a_call_in_an_auction_of_bridge(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    """Before the call is carried out, while it is, when it just has been, and while letters tell of it."""
    environ = environment(tmp_path / "data", database_url=database_url)
    post = tmp_path / "data" / "outgoing"
    chance = random.Random(SEED)  # noqa: S311 - to be drawn again in the same way
    four = {"alice": "sesame7", "bob": "bobpw789", "carol": "carolpw7", "dave": "davepw78"}
    players = {name: Player(name, word, smtplib.SMTP, list) for name, word in four.items()}
    points: tuple[tuple[str, Callable[[Server], object]], ...] = (
        ("receive", lambda _: None),
        ("receive,work", lambda _: time.sleep(chance.random() * 0.05)),
        ("receive,work", lambda server: server.wait_for_log("message.done")),
        ("receive,work,deliver", lambda server: server.wait_for_log("letter.sent")),
    )

    def bring_and_kill(name: str, words: str, point: int) -> None:
        parts, wait = points[point % len(points)]
        with serving(environ, "--only", parts) as server:
            players[name].connect = server.smtp
            players[name].writes(words)
            wait(server)
            server.kill()

    for number, (name, word) in enumerate(four.items()):
        bring_and_kill(name, f"signup {name} {word}", number)
    bring_and_kill("alice", "bridge challenge alice bob carol dave -deals=1", 2)
    for number, call in enumerate(CALLS):
        name = [*four][(2 + number) % 4]
        bring_and_kill(name, f"bridge move 101 {name} {four[name]} {call}", number)
    with serving(environ, "--only", "work"):
        wait_until(lambda: statuses(database)[0].keys() == {"done"}, "all mails to be carried out")
    send_what_the_killed_had_claimed(database, environ)

    with database.reading() as connection:
        board = Boards(connection, installed()).load("bridge", 101)
        outcomes = connection.scalars(select(INBOX.c.outcome)).all()
    assert board is not None
    assert board.position.calls == CALLS
    assert (board.position.contract.name, board.position.contract.declarer) == ("3n", 2)
    assert board.game.to_move(board.position) == (3,)
    assert [outcome for outcome in outcomes if not outcome.startswith("done: ")] == []
    assert pbmserv(environ, "verify", "bridge", "101").returncode == 0
    told = {letter.message_id: letter for letter in letters_in(post)}.values()
    assert {*Counter((letter.to, letter.text) for letter in told).values()} == {1}
    turns = Counter(letter.to for letter in told if letter.says == "Your turn")
    assert turns.total() == len(CALLS) + 1


@pytest.mark.long
def test_servers_killed_soon_after_each_start_blame_nobody_and_do_everything_once(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    environ = environment(tmp_path / "data", database_url=database_url)

    figures = kill_servers(database, environ, SHORT_LIVES, SEED, soon=True)

    assert figures.mails > 0


@pytest.mark.long
def test_a_server_killed_while_it_makes_its_database_leaves_one_that_the_next_can_use(tmp_path: Path) -> None:
    kill_first_starts(tmp_path, 2, SEED)

    assert len(list(tmp_path.glob("*/data/pbmserv.db"))) == 2


def statuses(database: Database) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """How many requests there are of each status, and how many letters."""
    with database.reading() as connection:
        requests = Counter(connection.scalars(select(INBOX.c.status)))
        letters = Counter(connection.scalars(select(OUTBOX.c.status)))
    return requests, letters
