"""However many boards there are, no command reads a table from end to end, or asks for its rows one by one."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.requests.context import Command
from pbmserv.commands.run.table import COMMANDS
from pbmserv.mail import worker as worker_module
from pbmserv.mail.reading.envelope import as_received
from pbmserv.mail.worker import AT_ONCE, Worker
from pbmserv.storage.inbox import Inbox
from tests.commands.conftest import MORE_BOARDS
from tests.commands.examples import BODY, needs_an_empty_server, prepare, sender_of
from tests.conversation import ADDRESS, Server
from tests.queries import most_rows_read, recorded, scans, searches_of_whole_games

READS_ALL = {"broadcast"}
"""Commands that are meant for everybody."""

MOST_STATEMENTS = 25
MOST_ROWS = 210
"""That a command may read of one table: a page of a list, with the two players of each line."""

MORE_FOR_EACH_BOARD = {
    "signoff": 15,  # Each board is resigned from, and everybody on it told.
    "all show": 4,
    "change bot": 3,  # A rated board stands in the way, so each is looked at.
}
MORE_AT_ONCE = {
    # What one player has had from the other, and from where that one writes, is counted, and on how many boards the
    # other has not moved yet; a wish; who challenges is held; and whether one has blocked the other.
    "challenge": 6,
    "chat": 2,  # What each player has had is counted as long as they have not moved there; who has blocked whom.
    # It makes a player, held as who invites is, who can answer the letter; begins a board; who has blocked whom.
    "invitation": 18,
    "rematch": 2,  # Who begins it is held, and who has blocked whom.
    "anyone": 27,  # What fits is looked for, and joined.
    "join": 25,  # What waited is taken down, who has come and gone, the board begins, words and wishes are counted.
}

"""Commands that do something with each board of a player, and how many statements that takes for one of them."""

every_command = pytest.mark.parametrize(
    "command",
    [command for command in COMMANDS if command.name not in READS_ALL and not needs_an_empty_server(command)],
    ids=lambda command: command.example,
)


@every_command
def test_every_command_is_served_by_indexes(either_server: Server, command: Command) -> None:
    example = prepare(either_server, command.example)

    with recorded(either_server.database) as statements:
        either_server.hear(sender_of(example), example, comment=BODY, body=BODY)

    with either_server.database.writing() as connection:
        assert scans(connection, statements) == []


def test_the_readers_of_a_turn_are_read_at_once(either_server: Server) -> None:
    either_server.hear("alice@example.org", "trichet challenge alice bob")
    either_server.hear("carol@example.org", "trichet subscribe 101 carol secret9")

    with recorded(either_server.database) as statements:
        either_server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")

    of_readers = re.compile(r"FROM addresses|LEFT OUTER JOIN addresses|SELECT users.id, users.settings\s+FROM users")
    assert len([each for each in statements if of_readers.search(each.text)]) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    [
        "trichet standings",
        "trichet history",
        "trichet history alice",
        "trichet games next alice",
        "trichet games all alice",
        "trichet games all",
        "trichet games inactive",
        "trichet show next alice",
        "all show alice",
    ],
)
def test_no_list_goes_through_all_boards_of_a_game(crowded_server: Server, line: str) -> None:
    with recorded(crowded_server.database) as statements:
        crowded_server.say("alice@example.org", line)

    with crowded_server.database.writing() as connection:
        assert scans(connection, statements, as_planned=True) == []
        if crowded_server.database.is_sqlite:
            assert searches_of_whole_games(connection, statements) == []
        else:
            assert most_rows_read(connection, statements) <= MOST_ROWS


@pytest.mark.long
@every_command
def test_among_ten_thousand_boards_every_command_asks_for_a_few_rows_in_a_few_questions(
    crowded_server: Server, command: Command
) -> None:
    example = prepare(crowded_server, command.example)

    with recorded(crowded_server.database) as statements:
        crowded_server.hear(sender_of(example), example, comment=BODY, body=BODY)

    more = MORE_FOR_EACH_BOARD.get(command.name, 0) * MORE_BOARDS + MORE_AT_ONCE.get(command.name, 0)
    assert len([each for each in statements if each.asks_or_changes]) <= MOST_STATEMENTS + more
    with crowded_server.database.writing() as connection:
        assert scans(connection, statements, as_planned=True) == []
        if not crowded_server.database.is_sqlite:
            assert most_rows_read(connection, statements) <= MOST_ROWS


@pytest.mark.long
def test_among_ten_thousand_boards_a_turn_of_moves_asks_for_a_few_rows_in_a_few_questions(
    crowded_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine, a transaction takes all it is given.
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 600)
    boards = [
        crowded_server.hear("alice@example.org", "hex challenge alice bob").letters[0].subject.split()[-1]
        for _ in range(AT_ONCE)
    ]
    crowded_server.office.sign_in("alice", "secret7", "")  # A turn that needs a hash is run again.
    worker = Worker(crowded_server.database, crowded_server.office, now=lambda: crowded_server.now)
    worker.run_once()
    mails = [
        f"From: alice@example.org\r\nSubject: hex move {board} alice secret7 d4\r\n\r\nWell played.\r\n".encode()
        for board in boards
    ]
    with crowded_server.database.writing() as connection:
        received = [as_received("smtp", mail, "alice@example.org", [ADDRESS]) for mail in mails]
        Inbox(connection).add(received)

    with recorded(crowded_server.database) as statements:
        assert worker.run_once() == AT_ONCE

    assert len([each for each in statements if each.asks_or_changes]) <= MOST_STATEMENTS
    # What asks for the mail itself is tried with a long queue of it: `tests/mail/test_order.py`.
    of_boards = [each for each in statements if "inbox" not in each.text]
    with crowded_server.database.writing() as connection:
        assert scans(connection, of_boards, as_planned=True) == []
        if not crowded_server.database.is_sqlite:
            assert most_rows_read(connection, of_boards) <= MOST_ROWS
