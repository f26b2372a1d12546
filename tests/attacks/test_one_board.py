"""What one board may send to one player: turns, reminders, the end, and a few other letters; and nothing is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from pbmserv.commands.requests.budgets import hold_back
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.games.catalogue import installed
from pbmserv.games.hex import Hex
from pbmserv.play.board import Board, Player
from pbmserv.play.open_challenge import Visit
from pbmserv.play.unread import A_FEW
from pbmserv.play.voting import MOST_STOPS
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.work import UnitOfWork
from tests.conversation import START, Reply, Server
from tests.post import mails, read

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"


def letters_to(server: Server, address: str) -> list[str]:
    """The letters that were sent to this address since this was last asked."""
    found = [letter for letter in map(read, mails(server)) if letter["To"] == address]
    return [part.get_content() for letter in found if (part := letter.get_body(("plain",)))]


def on_page(server: Server, userid: str, line: str, words: str = "") -> Reply:
    return Reply(server.office.handle(Request(signed_in(userid), (line,), words, words)))


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_a_proposal_made_and_taken_back_any_number_of_times_is_ten_letters(server: Server) -> None:
    for _ in range(30):
        on_page(server, "alice", "trichet move 101 alice - propose")
        on_page(server, "alice", "trichet move 101 alice - reject")

    assert len(letters_to(server, BOB)) == 10


def test_the_sixth_proposal_is_refused_and_a_move_opens_it_again(server: Server) -> None:
    for _ in range(5):
        assert on_page(server, "alice", "trichet move 101 alice - propose").ok
        assert on_page(server, "alice", "trichet move 101 alice - reject").ok

    refused = on_page(server, "alice", "trichet move 101 alice - propose")
    assert "bob has been asked 5 times on Trichet Board 101, and done nothing there since." in refused.error

    server.hear(BOB, "trichet move 101 bob bobpw123 d1")
    assert on_page(server, "alice", "trichet move 101 alice - propose").ok
    assert A_FEW == 5


def test_who_has_proposed_takes_it_back_and_does_not_reject(server: Server) -> None:
    server.hear(ALICE, "trichet move 101 alice secret7 propose")

    reply = server.hear(ALICE, "trichet move 101 alice secret7 reject")

    assert "alice withdraws the proposal: the game goes on." in in_one_line(reply.letter_to(BOB).text)
    assert "does not agree" not in reply.text


def test_what_was_done_meanwhile_is_told_once_with_the_next_turn(server: Server) -> None:
    for _ in range(5):
        on_page(server, "alice", "trichet chat 101 alice -", "Hello!")
    for _ in range(MOST_STOPS + 1):
        on_page(server, "alice", "trichet move 101 alice - propose")
        on_page(server, "alice", "trichet move 101 alice - reject")
    mails(server)

    server.hear(BOB, "trichet move 101 bob bobpw123 d1")

    [letter] = letters_to(server, BOB)
    assert "Before this: alice took the proposal back." in in_one_line(letter)
    server.hear(ALICE, "trichet move 101 alice secret7 e6")
    assert "Before this" not in letters_to(server, BOB)[0]


def test_five_words_come_by_letter_and_the_sixth_with_the_next_turn(server: Server) -> None:
    for number in range(1, 8):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    assert [re.findall(r"Word \d", letter) for letter in letters_to(server, BOB)] == [
        ["Word 1"], ["Word 2"], ["Word 3"], ["Word 4"], ["Word 5"],
    ]  # fmt: skip

    server.hear(BOB, "trichet move 101 bob bobpw123 d1", comment="Here I am.")

    [letter] = letters_to(server, BOB)
    assert re.findall(r"Word \d|Here I am", letter) == ["Word 6", "Word 7", "Here I am"]
    server.hear(ALICE, "trichet chat 101 alice secret7", comment="Word 8.")
    assert re.findall(r"Word \d", letters_to(server, BOB)[0]) == ["Word 8"]


@pytest.mark.parametrize(
    ("said", "more"),
    [(25, ""), (26, "; 1 more is left out."), (27, "; 2 more are left out.")],
)
def test_of_what_has_waited_the_last_twenty_words_are_told_and_how_many_more_there_are(
    server: Server, said: int, more: str
) -> None:
    for number in range(1, said + 1):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    mails(server)

    server.hear(BOB, "trichet move 101 bob bobpw123 d1")

    [letter] = letters_to(server, BOB)
    assert [int(number) for number in re.findall(r"Word (\d+)", letter)] == list(range(said - 19, said + 1))
    assert ("Only the last 20 remarks are shown here" in in_one_line(letter)) is bool(more)
    assert more in in_one_line(letter)


def test_nothing_is_counted_to_who_writes_nor_to_bots() -> None:
    alice, bob = Player(1, "alice"), Player(2, "bob")
    options = {"size": 11, "handicap": 0}
    board = Board.begin(Hex(), 101, options, (alice, bob), bytes(16), START, bots={alice: "easy"})
    nothing_to_look_up: Any = None

    assert hold_back(nothing_to_look_up, board, bob, (alice, bob)) == frozenset()
    assert board.unread == {}


def test_a_move_of_the_author_tells_too_what_has_waited(server: Server) -> None:
    server.hear(BOB, "trichet move 101 bob bobpw123 d1")
    for number in range(1, 8):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    mails(server)

    server.hear(ALICE, "trichet move 101 alice secret7 e6", comment="Word 8.")

    [letter] = letters_to(server, BOB)
    assert re.findall(r"Word \d", letter) == ["Word 6", "Word 7", "Word 8"]


def test_a_question_tells_what_has_waited_and_nothing_is_told_twice(server: Server) -> None:
    server.hear(BOB, "trichet move 101 bob bobpw123 d1")
    for number in range(1, 8):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    mails(server)

    server.hear(ALICE, "trichet move 101 alice secret7 propose", comment="Word 8.")

    [letter] = letters_to(server, BOB)
    assert re.findall(r"Word \d", letter) == ["Word 6", "Word 7", "Word 8"]
    server.hear(ALICE, "trichet move 101 alice secret7 e6", comment="Word 9.")
    assert [re.findall(r"Word \d", letter) for letter in letters_to(server, BOB)] == [["Word 9"]]


def test_after_the_end_what_has_waited_comes_with_the_next_words(server: Server) -> None:
    server.hear(BOB, "trichet move 101 bob bobpw123 d1")
    server.hear(ALICE, "trichet move 101 alice secret7 e6")
    server.hear(BOB, "trichet resign 101 bob bobpw123")
    for number in range(1, 7):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    mails(server)

    server.hear(BOB, "trichet chat 101 bob bobpw123", comment="Thank you!")

    [letter] = letters_to(server, BOB)
    assert re.findall(r"Word \d|Thank you", letter) == ["Word 6", "Thank you"]


def test_a_reminder_tells_what_has_waited(server: Server) -> None:
    for number in range(1, 8):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    mails(server)
    server.wait(days=8)

    Scheduler(server.database, server.office, installed()).make_round(server.now)

    [letter] = letters_to(server, BOB)
    assert "is waiting for you, bob" in letter
    assert re.findall(r"Word \d", letter) == ["Word 6", "Word 7"]


def test_a_board_that_is_gone_tells_what_has_waited(server: Server) -> None:
    for number in range(1, 7):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
    mails(server)

    server.hear(ALICE, "trichet resign 101 alice secret7")

    [letter] = letters_to(server, BOB)
    assert "Trichet Board 101 has been removed" in in_one_line(letter)
    assert re.findall(r"Word \d", letter) == ["Word 6"]


def test_sixty_moves_in_an_hour_are_sixty_letters_to_each(server: Server) -> None:
    server.hear(ALICE, "go challenge alice bob")
    mails(server)

    for number in range(60):
        userid, password = [("alice", "secret7"), ("bob", "bobpw123")][number % 2]
        server.hear(
            f"{userid}@example.org", f"go move 101 {userid} {password} {'abcdefghjk'[number // 6]}{number % 6 + 1}"
        )
        server.wait(minutes=1)

    to = [read(letter)["To"] for letter in mails(server)]
    assert (to.count(ALICE), to.count(BOB)) == (60, 60)


def test_players_at_one_address_are_counted_each_by_themselves(server: Server) -> None:
    server.hear(ALICE, "signup anna anna-pw-99")
    server.hear(ALICE, "hearts challenge alice anna bob carol")
    mails(server)

    for number in range(1, 8):
        server.hear(BOB, "hearts chat 101 bob bobpw123", comment=f"Word {number}.")

    assert len(letters_to(server, ALICE)) == 10


def test_a_silent_reader_does_not_keep_the_others_from_talking(server: Server) -> None:
    server.hear(CAROL, "trichet subscribe 101 carol secret9")
    mails(server)
    for number in range(1, 9):
        server.hear(ALICE, "trichet chat 101 alice secret7", comment=f"Word {number}.")
        server.hear(BOB, "trichet chat 101 bob bobpw123", comment=f"Answer {number}.")

    found = mails(server)
    assert sum(read(each)["To"] == BOB for each in found) == 16
    assert sum(read(each)["To"] == CAROL for each in found) == 5

    server.hear(BOB, "trichet move 101 bob bobpw123 d1")
    [letter] = letters_to(server, CAROL)
    assert re.findall(r"(?:Word|Answer) \d", letter) == [
        "Answer 3", "Word 4", "Answer 4", "Word 5", "Answer 5", "Word 6", "Answer 6", "Word 7", "Answer 7", "Word 8",
        "Answer 8",
    ]  # fmt: skip


def test_words_that_wait_count_for_their_author(server: Server) -> None:
    done = [server.say(ALICE, "trichet chat 101 alice secret7", comment="Hello!") for _ in range(101)]

    assert [reply.ok for reply in done].count(True) == 100


# Open challenges


def many(server: Server, count: int) -> list[str]:
    """Make so many players, each with a domain of their own; gives their userids."""
    for number in range(count):
        server.hear(f"p{number}@p{number}.example", f"signup p{number} player-pw-{number}")
    return [f"p{number}" for number in range(count)]


def test_a_seat_that_was_given_back_stays_so_for_a_day(server: Server) -> None:
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
    assert on_page(server, "bob", "hearts join 101 bob -").ok
    assert on_page(server, "bob", "hearts withdraw 101 bob -").ok

    refused = on_page(server, "bob", "hearts join 101 bob -")

    assert refused.error == (
        "You have given back your seat on Hearts Board 101: you can take one there again tomorrow."
    )
    server.wait(days=1, seconds=-1)
    assert not on_page(server, "bob", "hearts join 101 bob -").ok
    server.wait(seconds=1)
    assert on_page(server, "bob", "hearts join 101 bob -").ok


def test_of_those_who_come_and_go_five_are_told_by_letter_and_the_others_at_the_end(server: Server) -> None:
    players = many(server, 4)
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
    mails(server)
    for userid in players:
        on_page(server, userid, f"hearts join 101 {userid} -", f"I am {userid}.")
        on_page(server, userid, f"hearts withdraw 101 {userid} -", f"Sorry, {userid}.")
    assert len(letters_to(server, ALICE)) == 5

    server.hear(ALICE, "hearts withdraw 101 alice secret7")

    [letter] = letters_to(server, ALICE)
    assert "Before this: p2 left; p3 joined; p3 left." in in_one_line(letter)
    assert re.findall(r"(?:I am|Sorry,) p\d", letter) == ["Sorry, p2", "I am p3", "Sorry, p3"]


def test_and_when_the_game_begins(server: Server) -> None:
    players = many(server, 6)
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
    mails(server)
    for userid in players[:3]:
        on_page(server, userid, f"hearts join 101 {userid} -", f"I am {userid}.")
        on_page(server, userid, f"hearts withdraw 101 {userid} -", f"Sorry, {userid}.")
    mails(server)

    for userid in players[3:]:
        assert on_page(server, userid, f"hearts join 101 {userid} -", f"I am {userid}.").ok

    [letter] = letters_to(server, ALICE)
    assert "Before this: p2 left; p3 joined; p4 joined." in in_one_line(letter)
    assert re.findall(r"(?:I am|Sorry,) p\d", letter) == ["Sorry, p2", "I am p3", "I am p4", "I am p5"]


@pytest.mark.parametrize(("untold", "joins"), [(19, True), (20, False)])
def test_nobody_joins_any_more_when_twenty_who_came_and_went_have_yet_to_be_told(
    server: Server, untold: int, joins: bool
) -> None:
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
    with server.database.writing() as connection:
        waiting = UnitOfWork(connection, installed()).open_challenges
        found = waiting.find("hearts", 101)
        assert found is not None
        waiting.save(replace(found, letters=A_FEW, untold=(Visit("dave", True, ""),) * untold))

    reply = on_page(server, "bob", "hearts join 101 bob -")

    assert reply.ok is joins
    assert joins or reply.error == (
        "Many have joined Hearts Board 101 and left it again. Try another open challenge."
    )


def test_a_rematch_is_asked_for_three_times_a_day(server: Server) -> None:
    server.hear(BOB, "trichet move 101 bob bobpw123 d1")
    server.hear(ALICE, "trichet move 101 alice secret7 e6")
    server.hear(BOB, "trichet resign 101 bob bobpw123")
    done = []
    for _ in range(4):
        done.append(on_page(server, "alice", "trichet rematch 101 alice -").ok)
        on_page(server, "alice", "trichet rematch 101 alice - no")

    assert done == [True, True, True, False]
    server.wait(days=1, seconds=-1)
    assert not on_page(server, "alice", "trichet rematch 101 alice -").ok
    server.wait(seconds=1)
    assert on_page(server, "alice", "trichet rematch 101 alice -").ok


def test_while_twenty_visits_wait_to_be_told_nobody_joins_a_challenge_but_for_its_last_seat(server: Server) -> None:
    server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
    bob, carol = (BOB, "101 bob bobpw123"), (CAROL, "101 carol secret9")
    visits = [(*who, what) for _ in range(7) for who in (bob, carol) for what in ("join", "withdraw")]
    for number, (address, player, what) in enumerate(visits[:25]):
        if number % 4 == 0:
            server.wait(hours=25)
        assert server.say(address, f"hearts {what} {player}").ok

    refused = server.say(CAROL, "hearts join 101 carol secret9")

    assert refused.error == "Many have joined Hearts Board 101 and left it again. Try another open challenge."
    assert "bob" in server.hear(ALICE, "hearts list open").text
