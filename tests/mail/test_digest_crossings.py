"""Lines in answer to a letter of several boards, where they meet other things: tournaments, budgets, two workers,
a move taken back, moves that look like numbers of boards, bots, vacations, zones.
"""

from __future__ import annotations

import re
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.envelope import as_received
from pbmserv.mail.worker import Worker
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.thinking.thinker import Thinker
from tests.conversation import Server
from tests.mail.test_digest_answers import ALICE, BOB, answer, begin, digest, in_one_line, moves_of, to_bob
from tests.post import inbox, mails
from tests.thinking.conftest import Says

SUNDAY = datetime(2024, 3, 3, 7, 0, tzinfo=UTC)


def prepared(database: Database) -> Server:
    """A server on which bob gets a letter a day, and neither gets receipts."""
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    for userid, password in (("alice", "secret7"), ("bob", "bobpw123")):
        server.hear(f"{userid}@example.org", f"change receipts {userid} {password} off")
    server.hear(BOB, "change letters bob bobpw123 daily")
    return server


@pytest.fixture
def server(database: Database) -> Server:
    return prepared(database)


def test_a_game_of_a_tournament_is_moved_in_like_any_other(server: Server) -> None:
    server.hear(BOB, "tournament create bob bobpw123 hex Cup -size=5 --players=3")
    for userid, password in (("alice", "secret7"), ("carol", "secret9")):
        server.wait(minutes=1)
        server.hear(f"{userid}@example.org", f"tournament join {userid} {password} Cup")
    server.wait(minutes=1)
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    begin(server, "othello")
    letter = digest(server)
    [own] = set(re.findall(r"^    hex (10\d) [a-e][1-5]$", letter.text, re.MULTILINE))

    letters = answer(server, letter, f"hex {own} c3", "othello 101 c3")

    assert moves_of(server, "hex", int(own)) == ["c3"]
    assert moves_of(server, "othello")[-1] == "c3"
    assert to_bob(letters) == []
    assert "Tournament: Cup, season 1, division 1" in letter.text


def test_of_a_letter_of_the_day_and_the_first_letter_of_a_season_the_first_answer_counts(server: Server) -> None:
    server.hear(BOB, "tournament create bob bobpw123 hex Cup -size=5 --players=3")
    for userid, password in (("alice", "secret7"), ("carol", "secret9")):
        server.wait(minutes=1)
        server.hear(f"{userid}@example.org", f"tournament join {userid} {password} Cup")
    server.wait(minutes=1)
    made = Scheduler(server.database, server.office, installed()).make_round(server.now)
    [first] = [letter for letter in made.letters if BOB in letter.to]
    begin(server, "othello")
    second = digest(server)
    [own] = set(re.findall(r"^    hex (10\d) [a-e][1-5]$", first.text, re.MULTILINE))

    answer(server, second, f"hex {own} c3")
    told = answer(server, first, f"hex {own} d4", number=2)

    assert moves_of(server, "hex", int(own)) == ["c3"]
    assert "You have answered an older letter" in in_one_line(to_bob(told)[0][1])


def test_beyond_the_budget_of_answers_moves_are_made_all_the_same(database: Database) -> None:
    few = replace(DEFAULT, answers=replace(DEFAULT.answers, most=1))
    server = prepared(database)
    begin(server, "hex", "othello", "gomoku")
    letter = digest(server)
    server = Server(database, now=server.now, budgets=few)

    told = [
        to_bob(answer(server, letter, line, "hex 999 a1", number=number))
        for number, line in enumerate(["hex 101 d3", "othello 101 c3", "gomoku 101 j9"], 1)
    ]

    assert [moves_of(server, game)[-1] for game in ("hex", "othello", "gomoku")] == ["d3", "c3", "j9"]
    assert [len(letters) for letters in told] == [1, 0, 0]
    assert "For a while, no more go there." in in_one_line(told[0][0][1])


def test_a_board_that_was_taken_back_in_between_is_shown_as_it_is_and_the_others_are_moved_on(server: Server) -> None:
    begin(server, "hex", "othello", "gomoku")
    letter = digest(server)
    server.hear(ALICE, "othello move 101 alice secret7 undo")
    server.hear(BOB, "othello move 101 bob bobpw123 accept")

    [(_, text)] = to_bob(answer(server, letter, "hex 101 d3", "othello 101 c3", "gomoku 101 j9"))

    assert [moves_of(server, game) for game in ("hex", "othello", "gomoku")] == [["b2", "d3"], [], ["h8", "j9"]]
    assert "* Hex Board 101 against alice: You played d3." in text
    assert "* Gomoku Board 101 against alice: You played j9." in text
    assert "moves have been taken back" in in_one_line(text)


@pytest.mark.parametrize(
    ("line", "is_move"),
    [("yacht 101 123 34", False), ("123 34", False), ("yacht 123 34", False), ("yacht 101 DICE", True)],
)
def test_numbers_that_are_a_move_are_one_only_behind_the_number_of_the_board(
    server: Server, line: str, is_move: bool
) -> None:
    server.hear(None, "yacht challenge alice bob --unrated")
    begin(server, "hex")
    server.hear(ALICE, "yacht move 101 alice secret7 choice")
    letter = digest(server)
    before = moves_of(server, "yacht")
    [dice] = set(re.findall(r"^    yacht 101 ([1-6]+)$", letter.text, re.MULTILINE))

    letters = answer(server, letter, line.replace("DICE", dice), "hex 101 d3")

    assert (moves_of(server, "yacht") != before) == is_move
    assert moves_of(server)[-1] == "d3"
    assert len(to_bob(letters)) == 1


def test_one_that_is_refused_in_the_middle_leaves_nothing_behind(server: Server) -> None:
    begin(server, "hex", "othello", "gomoku")
    letter = digest(server)
    before = server.everything_stored()

    answer(server, letter, "hex 101 z99", "othello 101 a1", "gomoku 101 message Hello!")

    after = server.everything_stored()
    # What is kept for the letter that tells of it, and that the mail has come.
    changed = {name for name in after if after[name] != before[name]}
    assert changed <= {"digests", "reply_keys", "tallies"}


def test_a_bot_moves_after_a_line_and_that_comes_with_the_next_letter_of_the_day(server: Server) -> None:
    begin(server, "hex", "othello")
    server.hear(BOB, "breakthrough challenge bob bot-easy")
    letter = digest(server)

    letters = answer(server, letter, "breakthrough 101 a2-a3", "hex 101 d3")
    Thinker(server.database, server.office, installed(), Says("a7-a6"), now=lambda: server.now).run_once()

    assert to_bob(letters) == []
    assert len(moves_of(server, "breakthrough")) == 2
    assert "Breakthrough Board 101" in digest(server, SUNDAY).text


def test_who_goes_on_vacation_can_answer_the_letter_of_before(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    server.hear(BOB, "vacation bob bobpw123 5")

    answer(server, letter, "hex 101 d3")
    server.now = SUNDAY
    made = Scheduler(server.database, server.office, installed()).make_round(SUNDAY)

    assert moves_of(server)[-1] == "d3"
    assert not any(BOB in each.to for each in made.letters)


@pytest.mark.parametrize(
    ("zone", "comes_at", "until"),
    [
        ("Pacific/Kiritimati", datetime(2024, 3, 1, 17, 0, tzinfo=UTC), "2024-03-23 02:00 +14"),
        ("America/Los_Angeles", datetime(2024, 3, 1, 15, 0, tzinfo=UTC), "2024-03-22 05:00 PDT"),
        ("Asia/Kathmandu", datetime(2024, 3, 2, 1, 15, tzinfo=UTC), "2024-03-22 17:45 +0545"),
    ],
)
def test_it_comes_at_seven_where_its_reader_lives_and_is_answered_as_anywhere(
    server: Server, zone: str, comes_at: datetime, until: str
) -> None:
    server.hear(BOB, f"change timezone bob bobpw123 {zone}")
    begin(server, "hex", "othello")
    server.now = comes_at - timedelta(minutes=1)
    early = Scheduler(server.database, server.office, installed()).make_round(server.now)
    letter = digest(server, comes_at)

    answer(server, letter, "hex 101 d3")

    assert not any(BOB in each.to for each in early.letters)
    assert f"* Hex Board 101 against alice, move 2, until {until}" in letter.text.splitlines()
    assert moves_of(server)[-1] == "d3"


def test_two_workers_carry_out_the_lines_of_two_players_about_the_same_boards(database_url: str) -> None:
    """bob moves on four boards, and alice agrees to a tie on each, in the other order: on each, one comes first."""
    games = ("hex", "othello", "gomoku", "breakthrough")
    with closing(Database(database_url)) as database:
        server = prepared(database)
        server.hear(ALICE, "change letters alice secret7 daily")
        begin(server, *games)
        for game in games:
            server.hear(BOB, f"{game} move 101 bob bobpw123 propose")
        server.now = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)
        made = Scheduler(database, server.office, installed()).make_round(server.now)
        addressed = {each.to[0]: each.reply_to or "" for each in made.letters if len(each.boards) == len(games)}
        moves = {"hex": "d3", "othello": "c3", "gomoku": "j9", "breakthrough": "a7-a6"}
        bodies = {
            BOB: "\r\n".join(f"{game} 101 {moves[game]}" for game in games),
            ALICE: "\r\n".join(f"{game} 101 accept tie bob" for game in reversed(games)),
        }
        with database.writing() as connection:
            Inbox(connection).add(
                [
                    as_received(
                        "smtp",
                        f"From: {who}\r\nTo: {addressed[who]}\r\nSubject: Re: x\r\nMessage-ID: <{who}>\r\n\r\n"
                        f"{bodies[who]}\r\n".encode(),
                        who,
                        [addressed[who]],
                    )
                    for who in (ALICE, BOB)
                ]
            )
        mails(server)
        with ExitStack() as stack:
            databases = [stack.enter_context(closing(Database(database_url))) for _ in range(2)]
            threads = [threading.Thread(target=work_off, args=(each, server.now)) for each in databases]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        assert [row.status for row in inbox(server)] == ["done", "done"]
        with database.reading() as connection:
            boards = [Boards(connection, installed()).load(game, 101) for game in games]
        for board in boards:
            assert board is not None
            is_tie = board.result is not None and board.result.winner is None
            assert is_tie or [move.text for move in board.moves][-1] == moves[board.game.word]
            assert not (is_tie and len(board.moves) > 1)


def work_off(database: Database, now: datetime) -> None:
    server = Server(database, now=now)
    worker, end = Worker(database, server.office, now=lambda: now), time.monotonic() + 60
    # While another worker has what comes next in hand, there is nothing to do.
    while worker.run_once(1) or ("waiting" in {row.status for row in inbox(server)} and time.monotonic() < end):
        time.sleep(0.01)


def test_an_opponent_at_the_same_address_is_told_of_a_line(server: Server) -> None:
    server.hear(BOB, "signup bert tulip-bert")
    server.hear(None, "hex challenge bert bob --unrated")
    server.hear(BOB, "hex move 101 bert tulip-bert b2")
    begin(server, "othello")

    [told] = answer(server, digest(server), "hex 101 d3")

    assert (told.to, told.says, told.subject) == (BOB, "Your turn", "Hex Board 101")
    assert "It is your turn, bert" in told.text
