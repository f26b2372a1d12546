"""What the load benchmark checks at its end: it must notice what was lost, doubled, or carried out too early."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from sqlalchemy import delete, select, update

from benchmarks.cold import NotMadeAnew, check_made_anew, cold_boards, give_own_hashes
from benchmarks.exactness import NotExact, check, moves_made
from benchmarks.load import ADDRESS, message
from benchmarks.population import Playing
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.tables import INBOX, OUTBOX, USERS

pytestmark = pytest.mark.long

MOVES = SCHEMA.tables["moves"]


@dataclass
class Played:
    """Two players have moved, and one of them has asked for the board right afterwards."""

    database: Database
    boards: list[Playing]
    before: dict[int, int]
    sent: dict[str, bool]
    arrived: dict[str, int]

    def check(self) -> None:
        """As the benchmark does at its end."""
        check(self.database, self.sent, self.arrived, self.before, [board.id for board in self.boards])


@pytest.fixture
def played(database: Database) -> Iterator[Played]:
    with cold_boards(database, 2) as boards:
        before = moves_made(database)
        first, second = boards
        lines = [
            (first, first.command, True),
            (first, f"trichet show {first.number}", False),
            (second, second.command, True),
        ]
        received = [
            ReceivedMessage("smtp", board.sender, (ADDRESS,), message(line, board.sender, number), datetime.now(UTC))
            for number, (board, line, _) in enumerate(lines)
        ]
        with database.writing() as connection:
            Inbox(connection).add(received)
        worker = Worker(database, PostOffice(database, installed(), ADDRESS))
        while worker.run_once():
            pass
        sent = {each.request: moves for each, (_, _, moves) in zip(received, lines, strict=True)}
        with database.reading() as connection:
            arrived = dict.fromkeys(connection.scalars(select(OUTBOX.c.message_id)), 1)
        yield Played(database, list(boards), before, sent, arrived)


def test_all_that_was_done_once_and_in_order_is_exact(played: Played) -> None:
    played.check()


@pytest.mark.parametrize(("times", "words"), [(0, "0 for 1"), (2, "2 for 1")])
def test_a_letter_that_came_twice_or_never_is_noticed(played: Played, times: int, words: str) -> None:
    with played.database.reading() as connection:
        last = connection.scalars(select(OUTBOX.c.message_id).order_by(OUTBOX.c.id)).all()[-1]
    played.arrived[last] = times

    with pytest.raises(NotExact, match=f"letters that came: 1 are wrong, such as {last}: {words}"):
        played.check()


def test_a_request_that_was_lost_is_noticed(played: Played) -> None:
    played.sent["nowhere"] = True

    with pytest.raises(NotExact, match="requests: 1 are wrong, such as nowhere: 0 for 1"):
        played.check()


def test_a_request_that_was_refused_is_noticed(played: Played) -> None:
    with played.database.writing() as connection:
        changing = update(INBOX).where(INBOX.c.request == next(iter(played.sent)))
        connection.execute(changing.values(outcome="refused: trichet move"))

    with pytest.raises(NotExact, match="1 of 3 requests were not done: done, refused: trichet move"):
        played.check()


def test_a_letter_that_was_not_written_is_noticed(played: Played) -> None:
    request = next(iter(played.sent))
    with played.database.writing() as connection:
        last = connection.scalars(select(OUTBOX.c.id).where(OUTBOX.c.request == request).order_by(OUTBOX.c.id)).all()[
            -1
        ]
        connection.execute(delete(OUTBOX).where(OUTBOX.c.id == last))

    with pytest.raises(NotExact, match=f"1 requests have too few letters, such as {request}: 1"):
        played.check()


def test_a_letter_that_was_written_twice_for_a_reader_is_noticed(played: Played) -> None:
    request = next(iter(played.sent))
    with played.database.writing() as connection:
        of_it = update(OUTBOX).where(OUTBOX.c.request == request)
        connection.execute(of_it.values(addressed_to=["player1@players.example"]))

    with pytest.raises(NotExact, match="letters to the same reader: 1 are wrong"):
        played.check()


def test_a_move_that_was_lost_is_noticed(played: Played) -> None:
    with played.database.writing() as connection:
        connection.execute(delete(MOVES).where(MOVES.c.board_id == played.boards[1].id))

    with pytest.raises(NotExact, match="moves on boards: 1 are wrong"):
        played.check()


def test_a_question_that_overtook_the_move_before_it_is_noticed(played: Played) -> None:
    _, question, _ = played.sent
    with played.database.writing() as connection:
        # Letters are numbered in the order in which they are written.
        connection.execute(update(OUTBOX).where(OUTBOX.c.request == question).values(id=0))

    with pytest.raises(NotExact, match=r"of player1@players\.example, a request overtook another"):
        played.check()


def test_each_player_has_a_hash_of_their_own_and_an_older_one_is_noticed(database: Database) -> None:
    with cold_boards(database, 3) as boards:
        with database.reading() as connection:
            hashes = connection.scalars(
                select(USERS.c.password_hash).where(USERS.c.userid.in_([board.mover for board in boards]))
            ).all()
        assert len(set(hashes)) == 3
        assert not any(map(Passwords().is_outdated, hashes))

    give_own_hashes(database, ["player1"], older=True)
    with pytest.raises(NotMadeAnew, match="1 of 1 players still have an older hash, such as player1"):
        check_made_anew(database, ["player1"])
