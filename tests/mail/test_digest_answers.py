"""Answers to a letter with several boards, by lines: each for one board, as the letter shows it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.commands.requests import letters as letters_module
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.mail.worker import Worker
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.work import UnitOfWork
from tests.conversation import ADDRESS, Server
from tests.correspondents import Received
from tests.post import arrive, inbox, mails

pytestmark = pytest.mark.alike

ALICE, BOB = "alice@example.org", "bob@example.org"
DAY = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)


@pytest.fixture
def server(database: Database) -> Server:
    server = Server(database)
    server.sign_up("alice", "bob", "carol", "dave")
    for userid, password in (("alice", "secret7"), ("bob", "bobpw123")):
        server.hear(f"{userid}@example.org", f"change receipts {userid} {password} off")
    server.hear(BOB, "change letters bob bobpw123 daily")
    return server


def begin(server: Server, *games: str) -> None:
    """Boards on which alice has moved, and bob has not."""
    moves = {"hex": "b2", "othello": "d3", "breakthrough": "a2-a3", "gomoku": "h8", "go": "c3", "chess": "e2-e4"}
    for game in games:
        server.hear(None, f"{game} challenge alice bob --unrated")
        server.hear(ALICE, f"{game} move 101 alice secret7 {moves[game]}")


def digest(server: Server, at: datetime = DAY, to: str = BOB) -> Letter:
    server.now = at
    made = Scheduler(server.database, server.office, installed()).make_round(at)
    [letter] = [letter for letter in made.letters if to in letter.to]
    mails(server)
    return letter


def answer(
    server: Server, letter: Letter | Received, *lines: str, sender: str = BOB, number: int = 1, headers: str = ""
) -> list[Received]:
    """Have somebody answer a letter; gives the letters that come of it."""
    assert letter.reply_to
    quoted = (f"> {each}" for each in letter.text.splitlines())
    body = "\r\n".join([*lines, "", f"On Saturday, {ADDRESS} wrote:", *quoted])
    mail = (
        f"From: {sender}\r\nTo: {letter.reply_to}\r\nSubject: Re: {letter.subject}\r\n{headers}"
        f"Message-ID: <{number}@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
    )
    mails(server)
    arrive(server, mail.encode(), sender=sender, to=(letter.reply_to,))
    return [Received(raw) for raw in mails(server)]


def moves_of(server: Server, game: str = "hex", number: int = 101) -> list[str]:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, number)
    return [move.text for move in board.moves] if board else []


def to_bob(letters: Sequence[Received]) -> list[tuple[str, str]]:
    return [(letter.subject, letter.text) for letter in letters if letter.to == BOB]


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_a_line_for_each_board_moves_on_each_and_nothing_more_comes_back(server: Server) -> None:
    begin(server, "hex", "othello", "gomoku")
    letter = digest(server)

    letters = answer(server, letter, "hex 101 d3", "Othello Board 101: c3", "", "- gomoku 101 j9#2")

    assert [moves_of(server, game)[-1] for game in ("hex", "othello", "gomoku")] == ["d3", "c3", "j9"]
    assert [(letter.to, letter.says, letter.subject) for letter in letters] == [
        (ALICE, "Your turn", "Hex Board 101"),
        (ALICE, "Your turn", "Othello Board 101"),
        (ALICE, "Your turn", "Gomoku Board 101"),
    ]


def test_the_letter_shows_a_line_that_works(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    lines = re.findall(r"^ {4}((?:hex|othello) 101 \S+)$", letter.text, re.MULTILINE)

    answer(server, letter, *dict.fromkeys(lines))

    assert {line.split()[0] for line in lines} == {"hex", "othello"}
    assert [len(moves_of(server, game)) for game in ("hex", "othello")] == [2, 2]


def test_one_that_is_refused_does_not_keep_the_others_from_being_done_and_it_is_told(server: Server) -> None:
    begin(server, "hex", "othello", "gomoku")

    letters = answer(server, digest(server), "hex 101 d3", "othello 101 a1", "gomoku 101 j9")

    [(subject, text)] = to_bob(letters)
    assert [len(moves_of(server, game)) for game in ("hex", "othello", "gomoku")] == [2, 1, 2]
    assert subject == "What came of your answer"
    assert [line for line in text.splitlines() if line.startswith("* ")] == [
        "* Hex Board 101 against alice: You played d3. It is alice's turn.",
        "* Othello Board 101 against alice: A disc on a1 would turn nothing over. Legal",
        "* Gomoku Board 101 against alice: You played j9. It is alice's turn.",
        "* Othello Board 101 against alice, move 2, until 2024-03-22 12:00 UTC",
    ]
    assert "Othello Board 101\n" in text
    assert "Hex Board 101\n\n" not in text


def test_all_boards_that_still_wait_come_back_the_refused_one_first(server: Server) -> None:
    begin(server, "hex", "othello", "gomoku", "breakthrough")
    server.hear(BOB, "change receipts bob bobpw123 on")

    [letter] = [each for each in answer(server, digest(server), "hex 101 d3", "othello 101 a1") if each.to == BOB]

    assert "3 boards wait for you:\n" in letter.text
    shown = re.findall(r"^(\w+) Board 101$", letter.text, re.MULTILINE)
    assert shown[0] == "Othello"
    assert sorted(shown) == ["Breakthrough", "Gomoku", "Othello"]
    assert to_bob(answer(server, letter, "gomoku 101 j9", "othello 101 c3", "breakthrough 101 a7-b6", number=2))
    assert [len(moves_of(server, game)) for game in ("othello", "gomoku", "breakthrough")] == [2, 2, 2]


def test_an_answer_that_names_no_board_brings_all_boards_with_opponents_and_can_be_answered(server: Server) -> None:
    begin(server, "hex", "othello")
    server.hear(None, "gomoku challenge carol bob --unrated")
    server.hear("carol@example.org", "gomoku move 101 carol secret9 h8")

    [refusal] = [each for each in answer(server, digest(server), "What a nice day!") if each.to == BOB]

    assert (refusal.says, refusal.subject) == ("Not done", "What came of your answer")
    assert [line.partition(",")[0] for line in refusal.text.splitlines() if line.startswith("* ")] == [
        "* Gomoku Board 101 against carol",
        "* Hex Board 101 against alice",
        "* Othello Board 101 against alice",
    ]
    assert "PASSWORD" not in refusal.text
    answer(server, refusal, "hex 101 d3", number=2)
    assert moves_of(server) == ["b2", "d3"]


def test_what_was_refused_can_be_mended_by_answering_that_letter(server: Server) -> None:
    begin(server, "hex", "othello")
    [refusal] = [each for each in answer(server, digest(server), "hex 101 d3", "othello 101 a1") if each.to == BOB]

    answer(server, refusal, "othello 101 c3", "hex 101 a1", number=2)

    assert moves_of(server, "othello")[-1] == "c3"
    assert moves_of(server, "hex")[-1] == "d3"


@pytest.mark.parametrize("line", ["102 d3", "#102: d3", "Board 102 d3"])
@pytest.mark.long
def test_a_number_that_only_one_board_of_the_letter_has_needs_no_game(server: Server, line: str) -> None:
    begin(server, "hex", "othello")
    server.hear(None, "hex challenge alice bob --unrated")
    server.hear(ALICE, "hex move 102 alice secret7 b2")

    answer(server, digest(server), line)

    assert moves_of(server, number=102)[-1] == "d3"


@pytest.mark.parametrize(
    ("of_alice", "of_carol"),
    [
        ("alice: c3", "Carol: h9"),
        ("c3 against Alice", "h9 in the game with carol!"),
        ("c3 gegen alice", "h9 vs. carol"),
    ],
)
def test_a_player_who_plays_one_board_of_the_letter_names_it(server: Server, of_alice: str, of_carol: str) -> None:
    begin(server, "hex")
    server.hear(None, "gomoku challenge carol bob --unrated")
    server.hear("carol@example.org", "gomoku move 101 carol secret9 h8")

    answer(server, digest(server), of_alice, of_carol)

    assert moves_of(server) == ["b2", "c3"]
    assert moves_of(server, "gomoku") == ["h8", "h9"]


@pytest.mark.parametrize("line", ["alice: c3", "c3 against alice"])
def test_one_who_plays_two_of_them_names_none(server: Server, line: str) -> None:
    begin(server, "hex", "gomoku")

    answer(server, digest(server), line)

    assert moves_of(server) == ["b2"]


@pytest.mark.parametrize("line", ["alice: good luck", "Thanks: c3", "nobody: c3", "I play with alice"])
@pytest.mark.alike
def test_nor_do_other_words(server: Server, line: str) -> None:
    begin(server, "hex")
    server.hear(None, "gomoku challenge carol bob --unrated")
    server.hear("carol@example.org", "gomoku move 101 carol secret9 h8")

    answer(server, digest(server), line)

    assert moves_of(server) == ["b2"]


def test_a_number_that_two_boards_have_needs_one(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "101 d3")

    assert (moves_of(server), moves_of(server, "othello")) == (["b2"], ["d3"])
    # Of both, it is a move in Hex alone.
    assert "it is a move on Hex Board 101. " in f"{in_one_line(to_bob(letters)[0][1])} "


def test_an_answer_without_a_line_about_a_board_gets_an_example_of_the_letter_and_can_be_mended(
    server: Server,
) -> None:
    begin(server, "hex", "othello")
    [refusal] = answer(server, digest(server), "Nice!")
    [line] = re.findall("for example ((?:hex|othello) 101 [a-k][0-9]+)", in_one_line(refusal.text))

    assert "multiple" not in refusal.text
    assert ">Yes</a>" not in refusal.html
    answer(server, refusal, line, number=2)
    assert sorted(len(moves_of(server, game)) for game in ("hex", "othello")) == [1, 2]


def test_a_board_that_is_not_in_the_letter_is_not_moved_on(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    begin(server, "gomoku")

    letters = answer(server, letter, "gomoku 101 j9", "hex 101 d3")

    assert moves_of(server, "gomoku") == ["h8"]
    assert moves_of(server, "hex")[-1] == "d3"
    assert "Gomoku Board 101 is not among the boards of the letter" in in_one_line(to_bob(letters)[0][1])


def test_a_board_named_twice_is_moved_on_once(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "hex 101 d3", "hex 101 d3", "hex 101 c2")

    assert moves_of(server) == ["b2", "d3"]
    assert "Two lines of your answer are about Hex Board 101" in in_one_line(to_bob(letters)[0][1])


def test_the_same_line_twice_is_one(server: Server) -> None:
    begin(server, "hex", "othello")

    assert to_bob(answer(server, digest(server), "hex 101 d3", "hex 101 d3")) == []
    assert moves_of(server) == ["b2", "d3"]


def test_the_same_mail_twice_is_carried_out_once(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)

    answer(server, letter, "hex 101 d3")

    assert answer(server, letter, "hex 101 d3") == []
    assert inbox(server)[-1].outcome == "seen before"


def test_an_answer_from_another_address_does_nothing(server: Server) -> None:
    begin(server, "hex", "othello")

    answer(server, digest(server), "hex 101 d3", sender="carol@example.org")

    assert moves_of(server) == ["b2"]


def test_after_an_undo_the_line_answers_nothing(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    server.hear(ALICE, "hex move 101 alice secret7 undo")
    server.hear(BOB, "hex move 101 bob bobpw123 accept")

    letters = answer(server, letter, "hex 101 d3", "othello 101 c3")

    assert moves_of(server) == []
    assert moves_of(server, "othello")[-1] == "c3"
    assert "moves have been taken back" in in_one_line(to_bob(letters)[0][1])


def test_an_old_letter_answers_what_has_not_changed_since_and_nothing_else(server: Server) -> None:
    begin(server, "hex", "othello")
    old = digest(server)
    server.hear(BOB, "hex move 101 bob bobpw123 d3")
    server.hear(ALICE, "hex move 101 alice secret7 e5")
    digest(server, datetime(2024, 3, 3, 7, 0, tzinfo=UTC))

    letters = answer(server, old, "hex 101 f6", "othello 101 c3")

    assert moves_of(server) == ["b2", "d3", "e5"]
    assert moves_of(server, "othello")[-1] == "c3"
    assert "You have answered an older letter" in in_one_line(to_bob(letters)[0][1])


def test_numbers_that_are_moves_are_not_taken_for_boards(server: Server) -> None:
    server.hear(None, "yacht challenge alice bob --unrated")
    begin(server, "hex")
    server.hear(ALICE, "yacht move 101 alice secret7 choice")
    letter = digest(server)
    before = moves_of(server, "yacht")

    letters = answer(server, letter, "101 34")

    assert moves_of(server, "yacht") == before
    assert "the game, the number of the board, and the move" in in_one_line(to_bob(letters)[0][1])


def test_words_that_name_no_board_go_to_nobody(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "hex 101 d3", "> othello 101 chat I am quoted.", "Sorry that I am late.")

    assert not any("quoted" in each.text or "Sorry" in each.text for each in letters if each.to == ALICE)
    told = in_one_line(to_bob(letters)[0][1])
    # What is quoted is not looked at.
    assert "1 line of your answer names no board, and was passed on to nobody." in told


@pytest.mark.parametrize(
    "line", ["hex 101 chat Good luck!", "Hex board 101: chat, Good luck!", "Hex 101, chat: Good luck!"]
)
def test_a_line_may_say_something_on_a_board_beside_a_move_there(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), line, "hex 101 d3")

    [chat] = [each for each in letters if each.to == ALICE and "Good luck!" in each.text]
    assert chat.subject == "Hex Board 101"
    assert moves_of(server)[-1] == "d3"
    assert to_bob(letters) == []


@pytest.mark.parametrize("line", ["hex 101 chat Good luck!", "Hex board 101: chat, Good luck!"])
def test_on_a_day_on_which_one_board_waits_its_letter_takes_the_same_lines(server: Server, line: str) -> None:
    begin(server, "hex")

    letters = answer(server, digest(server), line, "hex 101 d3")

    assert [(each.to, each.subject, each.says) for each in letters] == [
        (ALICE, "Hex Board 101", "Chat"),
        (ALICE, "Hex Board 101", "Your turn"),
    ]
    assert "Good luck!" in letters[0].text
    assert moves_of(server) == ["b2", "d3"]


def test_a_line_that_says_something_is_no_move_where_one_board_waits(server: Server) -> None:
    begin(server, "hex")

    letters = answer(server, digest(server), "hex 101 chat d3", "", "Do not pass this on.")

    [chat] = [each for each in letters if each.to == ALICE]
    assert "bob writes:\n\nd3\n" in chat.text
    assert moves_of(server) == ["b2"]
    assert "1 line of your answer names no board, and was passed on to nobody." in in_one_line(to_bob(letters)[0][1])


def test_a_move_with_the_name_of_its_board_is_played_where_one_board_waits(server: Server) -> None:
    begin(server, "hex")

    letters = answer(server, digest(server), "Hex 101: d3", "", "Good luck!")

    assert moves_of(server) == ["b2", "d3"]
    [turn] = [each for each in letters if each.to == ALICE]
    assert "Good luck!" in turn.text


def test_another_board_is_not_moved_on_in_answer_to_the_letter_of_one(server: Server) -> None:
    begin(server, "hex")
    letter = digest(server)
    begin(server, "othello")

    [(_, told)] = to_bob(answer(server, letter, "othello 101 c3"))

    assert (moves_of(server), moves_of(server, "othello")) == (["b2"], ["d3"])
    assert "Othello Board 101 is not among the boards of the letter" in in_one_line(told)


def test_numbers_that_are_a_move_stay_one_where_one_board_waits(server: Server) -> None:
    server.hear(None, "yacht challenge alice bob --unrated")
    server.hear(ALICE, "yacht move 101 alice secret7 choice")

    [(subject, told)] = to_bob(answer(server, digest(server), "101 34"))

    assert subject == "Yacht Board 101"
    assert "is not among the boards" not in told


def test_what_was_said_is_told_beside_what_was_refused(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "hex 101 chat Good luck!", "othello 101 a1")

    told = in_one_line(to_bob(letters)[0][1])
    assert "* Hex Board 101 against alice: Your words have gone to the others." in told


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hex 101 chat", "The words for the others on Hex Board 101 are missing."),
        ("hex 101 chat bobpw123", "Your password stands in what you wrote"),
        ("hex 101 chat hex move 101 bob bobpw123 d3", "What you wrote looks like a command"),
        ("hex 101 message Good luck!", "For message, answer the board by its button."),
        ("hex 109 chat Good luck!", "Hex Board 109 is not among the boards of the letter"),
    ],
)
def test_what_is_not_passed_on(server: Server, line: str, why: str) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), line)

    assert [each for each in letters if each.to == ALICE] == []
    assert why in in_one_line(to_bob(letters)[0][1])


def test_somebody_who_has_blocked_the_author_gets_no_words(server: Server) -> None:
    begin(server, "hex", "othello")
    server.hear(ALICE, "block alice secret7 bob")

    letters = answer(server, digest(server), "hex 101 chat Good luck!", "othello 101 d3")

    assert not any("Good luck!" in each.text for each in letters if each.to == ALICE)


def test_an_hour_has_as_many_answers_with_words_as_by_a_board_s_own_letter(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), *[f"hex 101 chat Line {number}" for number in range(21)])

    assert "You have answered 20 letters to others within an hour." in in_one_line(to_bob(letters)[0][1])


@pytest.mark.parametrize("line", ["hex 101 c3, good luck", "hex 101 c3 nice try", "Hex 101: c3 - that was hard."])
def test_words_beside_a_move_go_to_nobody_and_that_is_told(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), line)

    assert moves_of(server)[1:] == ["c3"]
    told = in_one_line(to_bob(letters)[0][1])
    assert "What you wrote beside your move on Hex Board 101 has gone to nobody" in told
    assert "for example hex 101 chat Thank you!" in told
    assert not any(words in each.text for words in ("luck", "try", "hard") for each in letters if each.to == ALICE)


@pytest.mark.parametrize(
    "line",
    ["hex 101 c3 if you play b2", "hex 101 not c3", "hex 101 c3 or d4", "hex 101 c3 good?", "hex 101 c3 bobpw123"],
)
def test_words_that_may_change_the_move_keep_it_from_being_made(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), line)

    assert len(moves_of(server)) == 1
    assert "bobpw123" not in to_bob(letters)[0][1]


def test_where_one_board_waits_words_beside_a_move_are_asked_about(server: Server) -> None:
    begin(server, "hex")

    letters = answer(server, digest(server), "hex 101 c3 nice try")

    assert len(moves_of(server)) == 1
    told = in_one_line(to_bob(letters)[0][1])
    assert "Did you mean c3?" in told
    assert "A yes sends these words with it: nice try" in told


@pytest.mark.parametrize("words", ["Thanks, I play tomorrow.", "yes", "c3"])
@pytest.mark.long
def test_an_answer_without_a_line_for_a_board_is_refused_with_an_example(server: Server, words: str) -> None:
    begin(server, "hex", "othello")
    before = server.everything_stored()["moves"]

    letters = answer(server, digest(server), words)

    assert server.everything_stored()["moves"] == before
    assert "for example hex 101 a1" in in_one_line(to_bob(letters)[0][1])


def test_a_question_is_no_move(server: Server) -> None:
    begin(server, "hex", "othello")

    answer(server, digest(server), "hex 101 d3?")

    assert moves_of(server) == ["b2"]


@pytest.mark.parametrize("line", ["othello c3", "Othello: c3", "- othello board c3."])
def test_a_game_of_which_the_letter_has_one_board_needs_no_number(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    answer(server, digest(server), line)

    assert moves_of(server, "othello") == ["d3", "c3"]


@pytest.mark.parametrize("line", ["othello is fun", "othello a1"])
def test_it_needs_one_for_what_is_no_move(server: Server, line: str) -> None:
    begin(server, "hex", "othello")
    server.hear(None, "hex challenge alice bob --unrated")
    server.hear(ALICE, "hex move 102 alice secret7 b2")

    letters = answer(server, digest(server), line)

    assert [moves_of(server), moves_of(server, "othello"), moves_of(server, number=102)] == [["b2"], ["d3"], ["b2"]]
    assert "does not say what you want to do on which board" in in_one_line(to_bob(letters)[0][1])


def test_a_move_without_its_board_is_asked_about_where_one_board_waits(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    answer(server, letter, "hex 101 d3")

    [asked] = answer(server, letter, "Sorry, I forgot!", "c3", "Good luck!", number=2)

    assert (asked.says, asked.subject) == ("A question", "Othello Board 101")
    assert "Did you mean c3?" in asked.text
    assert moves_of(server, "othello") == ["d3"]
    answer(server, asked, "Yes", number=3)
    assert moves_of(server, "othello") == ["d3", "c3"]


def test_it_is_not_where_several_wait(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "c3")

    assert "Answer with one of these: hex 101 c3 or othello 101 c3." in in_one_line(to_bob(letters)[0][1])


def test_who_writes_that_they_are_away_is_asked_about_a_vacation_and_about_its_end_when_back(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)

    [asked] = answer(server, letter, "I'm away until 10 March, sorry")
    assert "Do you want a vacation then?" in in_one_line(asked.text)
    answer(server, asked, "yes", number=2)
    [asked] = answer(server, letter, "Ich bin wieder da!", number=3)
    assert "your vacation goes on until 10 March 2024. Shall it end now?" in in_one_line(asked.text)
    [told] = answer(server, asked, "ja", number=4)

    assert "not on vacation" in in_one_line(told.text)


def test_who_asks_how_to_play_is_told_how_this_letter_is_answered(server: Server) -> None:
    begin(server, "hex", "othello")

    [told] = answer(server, digest(server), "What do I do now?")

    assert told.says == "Help"


@pytest.mark.parametrize("words", ["Please stop these mails", "No more letters, please"])
def test_no_more_mails_is_stop(server: Server, words: str) -> None:
    begin(server, "hex", "othello")

    assert [each.subject for each in answer(server, digest(server), words)] == ["Do you want to leave?"]


def test_of_more_boards_than_a_letter_shows_the_others_are_listed_with_opponents_and_times(server: Server) -> None:
    for _ in range(23):
        server.hear(None, "hex challenge bob alice --unrated -size=5")
    letter = digest(server)

    [told] = [each for each in answer(server, letter, "hex 101 c3", "hex 103 z9") if each.to == BOB]

    assert "bob, 23 boards wait for you:\n" in letter.text
    assert "22 boards wait for you:\n" in told.text
    until = "move 1, until 2024-03-22 12:00 UTC"
    assert [line for line in letter.text.splitlines() if line.startswith("* ")] == [
        f"* Hex Board {number} against alice, {until}" for number in range(101, 124)
    ]
    listed = [line for line in told.text.splitlines() if line.startswith("* Hex Board ")]
    assert listed[2:] == [f"* Hex Board {number} against alice, {until}" for number in [103, 102, *range(104, 124)]]
    assert [len(re.findall(r"^Hex Board \d+$", each.text, re.MULTILINE)) for each in (letter, told)] == [20, 20]


@pytest.mark.parametrize("words", ["help", "Help!", "rules?"])
def test_help_tells_how_this_letter_is_answered_and_shows_its_boards(server: Server, words: str) -> None:
    begin(server, "hex", "othello")

    [told] = [each for each in answer(server, digest(server), words) if each.to == BOB]

    assert told.says == "Help"
    assert told.text.startswith("Each line of your answer is for one board: its game, its number and your move.")
    assert "* Hex Board 101 against alice, move 2," in told.text
    answer(server, told, "hex 101 d3", number=2)
    assert moves_of(server) == ["b2", "d3"]


def test_stop_asks_whether_they_want_to_leave(server: Server) -> None:
    begin(server, "hex", "othello")

    [(subject, _)] = to_bob(answer(server, digest(server), "STOP"))

    assert subject == "Do you want to leave?"


def test_with_confirmations_one_letter_tells_what_came_of_each_line(server: Server) -> None:
    server.hear(BOB, "change receipts bob bobpw123 on")
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "hex 101 d3", "othello 101 c3")

    [(subject, text)] = to_bob(letters)
    assert subject == "What came of your answer"
    assert "* Hex Board 101 against alice: You played d3. It is alice's turn.\n" in text
    assert "* Othello Board 101 against alice: You played c3. It is alice's turn.\n" in text
    assert "No board waits for you now." in text


def test_who_has_to_move_again_gets_that_board(server: Server) -> None:
    server.hear(None, "yacht challenge alice bob --unrated")
    begin(server, "hex")
    server.hear(ALICE, "yacht move 101 alice secret7 choice")

    letters = answer(server, digest(server), "yacht 101 all", "hex 101 d3")

    [(_, text)] = to_bob(letters)
    assert "* Hex Board 101 against alice: You played d3. It is alice's turn.\n" in text
    assert "It is your turn, bob" in text


def test_other_hands_are_not_in_it_and_what_is_quoted_goes_to_nobody(server: Server) -> None:
    server.hear(None, "hearts challenge alice bob carol dave --unrated")
    begin(server, "hex")
    letter = digest(server)
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("hearts", 101)
    assert board is not None
    hands = [board.game.draw(board.game.seen_by(board.position, seat), seat) for seat in range(4)]
    cards = re.findall(r"\b[2-9TJQKA][CDHS]\b", hands[1])[:3]

    letters = answer(server, letter, "hex 101 d3", f"hearts 101 {' '.join(cards)}", f"I have {cards[0]}", hands[1])

    assert hands[1] in letter.text
    assert not any(hand in letter.text for hand in (hands[0], hands[2], hands[3]))
    to_others = " ".join(each.text for each in letters if each.to != BOB)
    assert [card for card in cards if re.search(rf"\b{card}\b", to_others)] == []
    assert not any("101 " + cards[0] in str(row.outcome) for row in inbox(server))


def test_a_password_in_a_line_is_nowhere_afterwards(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "hex 101 d3", "hex 101 bobpw123", "othello 101 bobpw123", "bobpw123")

    assert len(to_bob(letters)) == 1
    assert not any("bobpw123" in f"{each.text} {each.html}" for each in letters)
    assert not any("bobpw123" in str(row.outcome) for row in inbox(server))


def test_mail_that_wants_no_answer_moves_and_what_was_refused_is_told_with_the_next_letter(server: Server) -> None:
    begin(server, "hex", "othello")

    letters = answer(server, digest(server), "hex 101 d3", "othello 101 a1", headers="X-Loop: bob\r\n")
    later = server.hear(BOB, "change replies bob bobpw123 on").letter

    assert moves_of(server)[-1] == "d3"
    assert to_bob(letters) == []
    assert "othello" in later.text


def test_resign_below_a_notice_that_nobody_has_written_is_not_done(server: Server) -> None:
    begin(server, "hex", "othello")

    answer(server, digest(server), "[EXTERNAL] Do not click on links.", "", "hex 101 resign")

    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("hex", 101)
    assert board is not None
    assert board.is_on


def test_when_replies_are_switched_off_it_answers_nothing(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    server.hear(BOB, "change replies bob bobpw123 off")

    answer(server, letter, "hex 101 d3")

    assert moves_of(server) == ["b2"]
    later = digest(server, datetime(2024, 3, 3, 7, 0, tzinfo=UTC))
    assert later.reply_to is None
    assert "hex move 101 bob PASSWORD" in later.text


def test_nothing_is_done_by_halves_if_the_server_ends_in_the_middle(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)

    def end_there(*_: object) -> list[Letter]:
        raise KeyboardInterrupt

    monkeypatch.setattr("pbmserv.commands.run.digest_answers.of_digest_answered", end_there)
    letters_module._writer.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        answer(server, letter, "hex 101 d3", "othello 101 c3")
    before = [moves_of(server), moves_of(server, "othello")]
    monkeypatch.undo()
    letters_module._writer.cache_clear()
    while Worker(server.database, server.office, now=lambda: server.now + timedelta(days=1)).run_once():
        pass

    assert before == [["b2"], ["d3"]]
    assert [moves_of(server), moves_of(server, "othello")] == [["b2", "d3"], ["d3", "c3"]]


def test_its_address_stands_for_its_reader_and_its_boards(server: Server) -> None:
    begin(server, "hex", "othello")
    letter = digest(server)
    token = re.search(r"\+r-(\w+)@", letter.reply_to or "")
    assert token
    with server.database.reading() as connection:
        work = UnitOfWork(connection, installed())
        answering = work.replies.read(token[1])
        assert answering is not None
        assert (answering.kind.value, answering.player.userid) == ("digest", "bob")
        assert [work.boards.named(each.board_id) for each in work.digests.boards_of(answering.about)] == [
            ("hex", 101),
            ("othello", 101),
        ]


def test_all_letters_of_the_day_are_one_thread_for_each_reader(server: Server) -> None:
    server.hear("carol@example.org", "change letters carol secret9 daily")
    begin(server, "hex", "othello")
    server.hear(None, "hex challenge carol alice --unrated")
    server.hear(None, "othello challenge carol alice --unrated")
    for day in (2, 3, 4):
        server.now = datetime(2024, 3, day, 7, 0, tzinfo=UTC)
        Scheduler(server.database, server.office, installed()).make_round(server.now)

    letters = [each for each in server.outbox() if each["subject"] == "Your letter of the day"]

    threads = {(each["recipients"][0], each["headers"]["References"]) for each in letters}
    assert threads == {
        (BOB, "<day-bob.board@example.net>"),
        ("carol@example.org", "<day-carol.board@example.net>"),
    }
    assert len(letters) == 6


def test_a_hand_named_in_a_line_goes_to_nobody(server: Server) -> None:
    begin(server, "hex")
    server.hear(None, "hearts challenge alice bob carol dave")
    letter = digest(server)
    hand = re.findall(r"\b[2-9TJQKA][CDSH]\b", letter.text.partition("Your cards")[2].partition("\n\n")[0])
    assert len(hand) == 13

    letters = answer(server, letter, f"hearts 101 chat I hold {hand[0]}", f"hex 101 chat I hold {' '.join(hand[:3])}")

    assert [each for each in letters if each.to != BOB] == []
    assert in_one_line(to_bob(letters)[0][1]).count("Your words have gone to nobody: they name") == 2


@pytest.mark.parametrize("line", ["hex 101 ich gebe auf", "Hex 101: I give up", "hex 101 can I take that back?"])
def test_a_wish_in_a_line_is_told_how_it_is_written(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    told = in_one_line(to_bob(answer(server, digest(server), line))[0][1])

    assert len(moves_of(server)) == 1
    if "?" not in line:
        assert "On Hex Board 101 against alice you have written what is no move" in told
        assert "Perhaps you mean: hex 101 resign" in told


@pytest.mark.parametrize(
    "line", ["Ich gebe auf, Hex 101", "I resign on board 102", "Ich gebe Brett 102 auf, ich gebe auf"]
)
def test_who_gives_up_a_board_by_its_number_is_asked(server: Server, line: str) -> None:
    begin(server, "hex", "othello")
    server.hear(None, "hex challenge alice bob --unrated")
    server.hear(ALICE, "hex move 102 alice secret7 b2")

    [asked] = [each for each in answer(server, digest(server), line) if each.to == BOB]

    assert "Do you want to resign?" in asked.text
    assert asked.subject == ("Hex Board 102" if "102" in line else "Hex Board 101")


@pytest.mark.parametrize(
    ("line", "asked", "title"),
    [
        ("In chess e5", "Did you mean e7-e5?", "Chess Board 101"),
        ("e5 in the chess game, please", "Did you mean e7-e5?", "Chess Board 101"),
        ("my move in hex is d3", "Did you mean d3?", "Hex Board 101"),
        ("hex swap", "Did you mean swap?", "Hex Board 101"),
        ("I pass", "Did you mean pass?", "Go Board 101"),
        ("pass in go", "Did you mean pass?", "Go Board 101"),
        ("I resign the chess game", "Do you want to resign?", "Chess Board 101"),
    ],
)
def test_a_sentence_that_names_one_board_or_fits_only_one_is_asked_about(
    server: Server, line: str, asked: str, title: str
) -> None:
    begin_three(server)
    [(subject, text)] = to_bob(answer(server, digest(server), line))

    assert subject == title
    assert asked in text


@pytest.mark.parametrize("line", ["d4", "e5 or d5", "in chess and in hex e5", "I like hex", "no swap"])
def test_of_what_fits_several_boards_or_none_nothing_is_asked(server: Server, line: str) -> None:
    begin_three(server)
    [(subject, text)] = to_bob(answer(server, digest(server), line))

    assert subject == "What came of your answer"
    assert "Did you mean" not in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Thanks!", "nothing had to be done"),
        ("Good luck to all!", "To say something to the others"),
        ("Hello", "Hello bob!"),
        ("Sorry, I was ill", "nothing had to be done"),
        ("Désolé, j'étais malade", "nothing had to be done"),
        ("ok\n\nBob", "nothing had to be done"),
        ("Will do!", "nothing had to be done"),
        ("rules of go?", "surround"),
        ("hex rules please", "hexagons"),
        ("no more reminders", "You are reminded"),
    ],
)
def test_who_only_greets_or_thanks_is_told_no_fault_and_the_rules_of_a_game_are_told(
    server: Server, line: str, said: str
) -> None:
    begin_three(server)
    [(_, text)] = to_bob(answer(server, digest(server), line))

    assert said in in_one_line(text)


def begin_three(server: Server) -> None:
    begin(server, "hex", "go", "chess")


class TestSeveralInOneLine:
    """Moves on several boards in one line of an answer are asked about, and a yes makes them."""

    @pytest.mark.parametrize(
        "line",
        ["Othello c3 and Hex d3", "hex d3; othello c3", "d3 in hex and c3 in othello", "hex 101 d3, othello 101 c3",
         "I play d3 in the hex game and c3 in othello", "Hex d3 und Othello c3"],
    )  # fmt: skip
    def test_a_yes_makes_them(self, server: Server, line: str) -> None:
        begin(server, "hex", "othello")
        [asked] = answer(server, digest(server), line)
        assert "Do you want to make these moves?" in in_one_line(asked.text)
        assert (moves_of(server), moves_of(server, "othello")) == (["b2"], ["d3"])

        answer(server, asked, "yes", number=2)
        assert (moves_of(server), moves_of(server, "othello")) == (["b2", "d3"], ["d3", "c3"])

    def test_a_no_makes_none(self, server: Server) -> None:
        begin(server, "hex", "othello")
        [asked] = answer(server, digest(server), "hex d3 and othello c3")

        answer(server, asked, "no", number=2)
        assert (moves_of(server), moves_of(server, "othello")) == (["b2"], ["d3"])

    def test_what_has_been_moved_since_is_told_and_the_other_move_is_made(self, server: Server) -> None:
        begin(server, "hex", "othello")
        letter = digest(server)
        [asked] = answer(server, letter, "hex d3 and othello c3")
        answer(server, letter, "hex 101 e5", number=2)

        told = answer(server, asked, "yes", number=3)
        assert (moves_of(server), moves_of(server, "othello")) == (["b2", "e5"], ["d3", "c3"])
        assert "You have answered an older letter" in in_one_line(to_bob(told)[0][1])

    @pytest.mark.parametrize(
        "line", ["hex d3 and othello a1", "hex d3 and nice weather", "hex resign and othello c3", "hex d3 and hex e5"]
    )
    def test_near_misses_do_not_ask_about_several(self, server: Server, line: str) -> None:
        begin(server, "hex", "othello")
        letters = answer(server, digest(server), line)

        assert not any("Do you want to make these moves?" in in_one_line(each.text) for each in letters)
        assert (moves_of(server), moves_of(server, "othello")) == (["b2"], ["d3"])


class TestAgainstSomebody:
    """A line that names the opponent, in a letter with two boards against alice and one against carol."""

    @pytest.fixture
    def letter(self, server: Server) -> Letter:
        begin(server, "hex", "go")
        server.hear(None, "hex challenge carol bob --unrated")
        server.hear("carol@example.org", "hex move 102 carol secret9 b2")
        return digest(server)

    @pytest.mark.parametrize("line", ["d3 against carol", "Carol: d3", "d3 vs carol."])
    def test_a_move_is_made_on_the_only_board_with_them(self, server: Server, letter: Letter, line: str) -> None:
        answer(server, letter, line)

        assert (moves_of(server, "hex", 102), moves_of(server)) == (["b2", "d3"], ["b2"])

    @pytest.mark.parametrize(
        "line",
        ["Please play d3 against carol", "I'd like to play d3 against Carol", "against carol I play d3"],
    )
    def test_in_a_sentence_it_is_asked_about(self, server: Server, letter: Letter, line: str) -> None:
        [asked] = answer(server, letter, line)

        assert asked.text.startswith("Did you mean d3?")
        assert moves_of(server, "hex", 102) == ["b2"]
        answer(server, asked, "yes", number=2)
        assert moves_of(server, "hex", 102) == ["b2", "d3"]

    @pytest.mark.parametrize("line", ["d3 against alice", "please play d3 against alice"])
    def test_where_two_boards_match_it_is_asked_which(self, server: Server, letter: Letter, line: str) -> None:
        [asked] = answer(server, letter, line)

        assert "It is not clear on which board you mean that" in in_one_line(asked.text)
        assert "Answer with one of these: go 101 d3 or hex 101 d3." in in_one_line(asked.text)
        assert (moves_of(server), moves_of(server, "go")) == (["b2"], ["c3"])

    def test_moves_against_several_in_a_sentence_are_asked_about(self, server: Server, letter: Letter) -> None:
        [asked] = answer(server, letter, "I play d3 against carol and s19 against alice")

        assert "hex 102 d3 go 101 s19" in in_one_line(asked.text)
        answer(server, asked, "yes", number=2)
        assert (moves_of(server, "hex", 102)[-1], moves_of(server, "go")[-1]) == ("d3", "s19")


def test_a_game_of_one_letter_takes_its_line(server: Server) -> None:
    server.hear(None, "y challenge bob alice --unrated")
    begin(server, "hex")

    answer(server, digest(server), "y 101 d4")

    assert moves_of(server, "y") == ["d4"]


def test_a_line_with_a_misspelt_game_is_not_carried_out_and_told_as_it_may_be_meant(server: Server) -> None:
    begin(server, "hex", "gomoku")

    letters = answer(server, digest(server), "hex 101 d3", "gomoko 101 j9")

    [(_, text)] = to_bob(letters)
    assert len(moves_of(server, "gomoku")) == 1
    assert "\n    gomoku 101 j9\n" in text
    assert "names no board" not in text
    answer(server, next(each for each in letters if each.to == BOB), "gomoku 101 j9", number=2)
    assert moves_of(server, "gomoku")[-1] == "j9"


def test_so_is_the_only_line(server: Server) -> None:
    begin(server, "hex", "gomoku")

    [(_, text)] = to_bob(answer(server, digest(server), "gomoko 101 j9"))

    assert "Perhaps you mean: gomoku 101 j9" in in_one_line(text)


def test_a_game_and_an_opponent_name_a_board(server: Server) -> None:
    begin(server, "hex", "gomoku")

    letters = answer(server, digest(server), "hex alice d3", "gomoku with alice h8")

    assert moves_of(server)[-1] == "d3"
    [(_, text)] = to_bob(letters)
    assert "Gomoku Board 101 against alice:" in in_one_line(text)


@pytest.mark.parametrize("line", ["Thanks everybody!", "Cheers, bob", "Good luck to all"])
def test_nobody_is_told_that_kind_words_below_the_moves_name_no_board(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    assert to_bob(answer(server, digest(server), "hex 101 d3", "othello 101 c3", line)) == []


def test_a_tie_that_is_asked_for_in_a_question_is_told_as_it_is_written(server: Server) -> None:
    begin(server, "hex", "othello")

    [(_, text)] = to_bob(answer(server, digest(server), "hex 101 draw?"))

    assert "Perhaps you mean: hex 101 propose" in in_one_line(text)


def test_thousands_of_lines_that_name_no_board_are_read_in_no_time(server: Server) -> None:
    begin(server, "hex", "othello")

    [(_, text)] = to_bob(answer(server, digest(server), "hex 101 d3", *["gomoko 101 zz"] * 4_000))

    assert "4000 lines of your answer name no board" in in_one_line(text)


def test_sentences_beside_lines_are_told_as_they_may_be_meant_and_can_be_answered_so(server: Server) -> None:
    begin(server, "hex", "othello", "chess")

    [told] = [
        each
        for each in answer(server, digest(server), "Hex d3", "Othello: c3 please", "and in chess I'd play e5")
        if each.to == BOB
    ]

    assert [len(moves_of(server, game)) for game in ("hex", "othello", "chess")] == [2, 1, 1]
    assert "2 lines of your answer are not clear, and were passed on to nobody." in in_one_line(told.text)
    assert re.search(r"\n    othello 101 c3\n    chess 101 (e5|e7-e5)\n", told.text)
    answer(server, told, "othello 101 c3", "chess 101 e5", number=2)
    assert [len(moves_of(server, game)) for game in ("hex", "othello", "chess")] == [2, 2, 2]


@pytest.mark.parametrize(
    "line", ["othello is fun", "resign the othello game", "not c3 in othello", "c3 or d3 in othello"]
)
def test_a_sentence_that_means_no_single_move_is_not(server: Server, line: str) -> None:
    begin(server, "hex", "othello")

    [told] = [each for each in answer(server, digest(server), "Hex d3", line) if each.to == BOB]

    assert "1 line of your answer names no board, and was passed on to nobody." in in_one_line(told.text)


@pytest.mark.parametrize(
    "line", ["Je joue d3 au hex et c3 à othello", "d3 im Hex und c3 beim Othello", "d3 al hex y c3 al othello"]
)
def test_prepositions_of_other_languages_stand_before_a_game(server: Server, line: str) -> None:
    begin(server, "hex", "othello", "chess")

    [asked] = [each for each in answer(server, digest(server), line) if each.to == BOB]

    assert "Do you want to make these moves?" in in_one_line(asked.text)
    answer(server, asked, "yes", number=2)
    assert [moves_of(server, game)[-1] for game in ("hex", "othello")] == ["d3", "c3"]
