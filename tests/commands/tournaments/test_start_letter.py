"""The letter with which a season begins: each board of its reader, with its button, and answered by lines."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.mail.sending.compose import MOST_BYTES_OF_SEVERAL, compose
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from tests.conversation import FOUR, Server
from tests.correspondents import Received
from tests.post import arrive, mails, read

PASSWORDS = {**FOUR, **{name: f"tulip-{name}" for name in ("erin", "frank", "grace", "heidi")}}
DAVE = "dave@example.org"


def begun(server: Server, game: str, players: int = 3, options: str = "", **settings: str) -> dict[str, Letter]:
    """The letters of a season that begins with so many players, dave first."""
    userids = ["dave", *(userid for userid in PASSWORDS if userid != "dave")][:players]
    for userid in userids:
        server.enrol(userid, PASSWORDS[userid])
        if userid in settings:
            server.hear(f"{userid}@example.org", f"change {settings[userid].replace('PW', PASSWORDS[userid])}")
    server.hear(DAVE, f"tournament create dave {PASSWORDS['dave']} {game} Cup {options} --players={players}")
    for userid in userids[1:]:
        server.wait(minutes=1)
        server.hear(f"{userid}@example.org", f"tournament join {userid} {PASSWORDS[userid]} Cup")
    mails(server)
    server.wait(minutes=1)
    made = Scheduler(server.database, server.office, installed()).make_round(server.now)
    return {letter.player.userid: letter for letter in made.letters if letter.player}


@pytest.fixture
def empty(database: Database) -> Server:
    return Server(database)


def answer(server: Server, letter: Letter, *lines: str, number: int = 1) -> list[Received]:
    assert letter.reply_to
    [sender] = letter.to
    quoted = (f"> {each}" for each in letter.text.splitlines())
    body = "\r\n".join([*lines, "", "On Friday, Games wrote:", *quoted])
    head = f"From: {sender}\r\nTo: {letter.reply_to}\r\nSubject: Re: {letter.subject}\r\nMessage-ID: <{number}@x>\r\n"
    mails(server)
    arrive(server, f"{head}\r\n{body}\r\n".encode(), sender=sender, to=(letter.reply_to,))
    return [Received(raw) for raw in mails(server)]


def moves_of(server: Server, game: str, number: int) -> list[str]:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, number)
    return [move.text for move in board.moves] if board else []


def test_each_board_is_shown_with_its_button_those_to_move_on_first(empty: Server) -> None:
    letter = begun(empty, "hex", 4, "-size=5")["dave"]

    line = r"^\* (Hex Board \d+): you are \w+, against \w+\.( It is your turn\.)?$"
    listed = re.findall(line, letter.text, re.MULTILINE)
    shown = [board.page.heading for board in letter.boards]
    assert [title for title, _ in listed] == shown
    assert len(shown) == 3
    turns = [bool(turn) for _, turn in listed]
    assert turns == sorted(turns, reverse=True)
    assert True in turns
    assert letter.text.count("-a-b-c-d-e-") == 6
    assert [board.page.button is not None for board in letter.boards] == turns
    for board, turn in zip(letter.boards, turns, strict=True):
        number = board.page.heading.split()[-1]
        assert bool(re.search(rf"^    hex {number} [a-e][1-5]$", letter.text, re.MULTILINE)) == turn


def test_it_is_answered_by_lines(empty: Server) -> None:
    letter = begun(empty, "hex", 4, "-size=5")["dave"]
    found = re.findall(r"^    hex (10\d) [a-e][1-5]$", letter.text, re.MULTILINE)
    mine = [int(number) for number in dict.fromkeys(found)]

    letters = answer(empty, letter, *(f"hex {number} b3" for number in mine), "hex 999 b3")

    assert [moves_of(empty, "hex", number) for number in mine] == [["b3"], ["b3"]]
    assert [each.subject for each in letters if each.to == DAVE] == ["What came of your answer"]


def test_the_line_that_it_shows_works(empty: Server) -> None:
    letter = begun(empty, "othello")["dave"]
    lines = dict.fromkeys(re.findall(r"^    (othello \d+ \S+)$", letter.text, re.MULTILINE))

    answer(empty, letter, *lines)

    assert {len(moves_of(empty, "othello", int(line.split()[1]))) for line in lines} == {1}


def test_its_hands_are_those_of_its_reader(empty: Server) -> None:
    letters = begun(empty, "triominoes")
    hands: dict[str, list[str]] = {}
    said = {userid: " ".join(letter.text.split()) for userid, letter in letters.items()}
    with empty.database.reading() as connection:
        for number in (101, 102, 103):
            board = Boards(connection, installed()).load("triominoes", number)
            assert board is not None
            for number_of_seat, seat in enumerate(board.seats):
                seen = board.game.seen_by(board.position, number_of_seat)
                hands.setdefault(seat.player.userid, []).append(board.game.status(seen, number_of_seat)[-1])

    assert sorted(letters) == ["alice", "bob", "dave"]
    for userid, text in said.items():
        assert all(hand.startswith("Your tiles: ") and hand in text for hand in hands[userid])
        assert not any(hand in text for other in hands if other != userid for hand in hands[other])


def test_the_seed_of_each_board_is_bound_in_it(empty: Server) -> None:
    letter = begun(empty, "yacht")["dave"]
    with empty.database.reading() as connection:
        boards = [Boards(connection, installed()).load("yacht", number) for number in (101, 102, 103)]

    own = [board.commitment for board in boards if board and "dave" in [each.userid for each in board.players]]
    assert len(own) == 2
    assert all(commitment in letter.text for commitment in own)


def test_eight_players_get_seven_boards_six_pictures_and_no_more_bytes_than_a_letter_takes(empty: Server) -> None:
    begun(empty, "go", 8, "-size=19")
    with empty.database.writing() as connection:
        letters = Outbox(connection).claim(100, timedelta(days=365), empty.now)
    pictures = BoardPictures(installed())
    for letter in letters:
        raw = compose(letter, empty.address, b"key", eight_bit=True, pictures=pictures)
        html = read(raw).get_body(("html",))
        assert html is not None
        assert len(raw) <= MOST_BYTES_OF_SEVERAL
        assert len(str(html.get_content()).encode()) <= 102_000
        assert str(html.get_content()).count("<img ") == 6
        assert max(map(len, letter.text.splitlines())) <= 79
        assert len(re.findall(r"^Go Board \d+$", letter.text, re.MULTILINE)) == 7
    assert len(letters) == 8


def test_without_replies_it_says_how_to_move_by_whole_commands(empty: Server) -> None:
    letter = begun(empty, "hex", dave="replies dave PW off")["dave"]

    assert letter.reply_to is None
    assert re.search(r"^    hex move \d+ dave PASSWORD \S+$", letter.text, re.MULTILINE)
    assert not re.search(r"^    hex \d+ ", letter.text, re.MULTILINE)


def test_a_program_gets_its_boards(empty: Server) -> None:
    begun(empty, "hex", dave="format dave PW json")
    with empty.database.writing() as connection:
        letters = Outbox(connection).claim(100, timedelta(days=365), empty.now)

    [told] = [letter.text for letter in letters if letter.recipients == (DAVE,)]
    assert told.count('"occasion": "new"') == 2
