"""change format json: letters that a program reads, and answers with a move."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import msgspec
import pytest

from pbmserv import places
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply
from pbmserv.games.catalogue import installed
from pbmserv.letters.shapes import BoardInLetter, LetterForPrograms
from pbmserv.mail.sending.compose import compose
from pbmserv.post_office import Request
from pbmserv.storage.boards import Boards
from pbmserv.storage.outbox import Outbox
from tests.conversation import Server

ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.fixture
def bob_is_a_program(server: Server) -> Server:
    server.hear(BOB, "change format bob bobpw123 json")
    return server


def last_to(server: Server, address: str) -> Mapping[str, Any]:
    return [row for row in server.outbox() if address in row["addressed_to"]][-1]


def read(server: Server, address: str = BOB) -> LetterForPrograms:
    """The last letter to an address: every field is one that the shapes know."""
    return msgspec.json.decode(last_to(server, address)["text"], type=LetterForPrograms)


def test_a_letter_of_a_board_has_all_that_a_program_needs_to_answer(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(ALICE, "hex challenge alice bob -size=5")
    bob_is_a_program.hear(ALICE, "hex move 101 alice secret7 c3", comment="Have a good game.")

    letter = read(bob_is_a_program)

    assert (letter.subject, letter.reader) == ("Hex Board 101", "bob")
    assert letter.text.startswith("Summary of Hex Board 101")
    [shown] = letter.boards
    assert (shown.occasion, shown.by, shown.reply_to) == ("turn", "alice", letter.reply_to)
    assert [move.text for move in shown.played] == ["c3"]
    assert [(each.author, each.words) for each in shown.comments] == [("alice", "Have a good game.")]
    assert (shown.board.to_move, shown.board.next_move, shown.board.seat) == (["bob"], 2, 1)
    assert shown.board.may is not None
    assert shown.board.may.move
    assert shown.board.may.swap
    assert "a1" in (shown.board.legal_moves or [])
    assert shown.move_by is not None
    assert shown.position is not None


def test_a_whole_game_is_played_by_answering(bob_is_a_program: Server) -> None:
    server = bob_is_a_program
    server.hear(ALICE, "connect4 challenge alice bob")
    while True:
        [shown] = read(server).boards
        if shown.board.status != "active":
            break
        mover = shown.board.to_move[0]
        if mover == "alice":
            server.hear(ALICE, f"connect4 move 101 alice secret7 {'abcdefg'[len(shown.board.moves) // 2 % 7]}")
            continue
        token = (shown.reply_to or "").partition("+r-")[2].partition("@")[0]
        move = (shown.board.legal_moves or [])[-1]
        answer = server.office.handle(
            Request(
                Credential(BOB), (f"Re: {read(server).subject}",), reply=Reply(line=move, token=token, is_answer=True)
            )
        )
        assert answer.error is None

    assert shown.board.winner in {"alice", "bob", None}
    assert len(shown.board.moves) > 6


def test_nobody_elses_letters_change(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(ALICE, "hex challenge alice bob")

    assert last_to(bob_is_a_program, ALICE)["text"].startswith("A new Hex board (101)")


@pytest.mark.parametrize(
    "line", ["help hex", "list", "hex show 101", "hex move 101 bob bobpw123 zz", "vacation bob bobpw123"]
)
def test_every_answer_is_json(bob_is_a_program: Server, line: str) -> None:
    bob_is_a_program.hear(ALICE, "hex challenge bob alice")

    bob_is_a_program.say(BOB, line)

    assert read(bob_is_a_program).text == bob_is_a_program.say(BOB, line).letters[-1].text


def test_a_refused_move_comes_with_the_board_as_it_stands(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(ALICE, "hex challenge bob alice")
    bob_is_a_program.say(BOB, "hex move 101 bob bobpw123 zz")

    letter = read(bob_is_a_program)

    assert letter.subject == "Hex Board 101"
    assert "zz" in letter.text
    assert letter.boards[0].board.to_move == ["bob"]


def test_what_is_hidden_from_its_reader_is_nowhere_in_it(server: Server) -> None:
    server.hear(BOB, "change format bob bobpw123 json")
    server.hear(None, "triominoes challenge alice bob carol --unrated")
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("triominoes", 101)
    assert board is not None

    [shown] = read(server).boards

    seen = board.game.seen_by(board.position, 1)
    assert shown.position == json.loads(json.dumps(board.game.dump(seen)))
    assert shown.position != json.loads(json.dumps(board.game.dump(board.position)))
    assert shown.board.drawing == board.game.draw(seen, 1)


def test_the_message_is_json_and_nothing_else(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(ALICE, "hex challenge bob alice")
    with bob_is_a_program.database.writing() as connection:
        letters = Outbox(connection).claim(100, timedelta(minutes=5), bob_is_a_program.now)
    letter = next(each for each in letters if BOB in each.recipients and each.subject == "Hex Board 101")

    message = message_from_bytes(compose(letter, "games@example.net", b"key", eight_bit=False), policy=policy.default)

    assert message.get_content_type() == "application/json"
    assert not message.is_multipart()
    told = json.loads(message.get_payload(decode=True))  # type: ignore[arg-type]
    assert (told["format"], told["version"], told["subject"]) == ("pbmserv-letter", 1, "Hex Board 101")
    assert message["Reply-To"] == told["reply_to"]


def test_a_record_comes_beside_it(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(ALICE, "hex challenge bob alice")
    bob_is_a_program.hear(BOB, "hex record 101")
    with bob_is_a_program.database.writing() as connection:
        letters = Outbox(connection).claim(100, timedelta(minutes=5), bob_is_a_program.now)
    letter = next(each for each in letters if each.headers.get("From") == "Record")

    message = message_from_bytes(compose(letter, "games@example.net", b"key", eight_bit=True), policy=policy.default)

    kinds = [part.get_content_type() for part in message.iter_parts()]
    assert kinds[:2] == ["application/json", "application/json"]


def test_another_format_ends_it(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(BOB, "change format bob bobpw123 picture")

    assert last_to(bob_is_a_program, BOB)["text"].startswith("bob, letters to you are text,")


def test_the_reader_on_the_help_page_answers_with_a_move(bob_is_a_program: Server) -> None:
    page = (places.help_pages() / "json.txt").read_text("utf-8")
    program = textwrap.dedent(page.split("that it can:\n")[1].split("\nNothing is in such")[0])
    bob_is_a_program.hear(ALICE, "connect4 challenge bob alice")
    letter = last_to(bob_is_a_program, BOB)

    run = subprocess.run(
        [sys.executable, "-c", program], input=letter["text"], capture_output=True, text=True, check=True
    )

    assert run.stdout == f"To: {letter['headers']['Reply-To']}\nSubject: Re: {letter['subject']}\n\na\n"


def test_the_help_page_names_every_field(bob_is_a_program: Server) -> None:
    page = (places.help_pages() / "json.txt").read_text("utf-8")

    fields = {*LetterForPrograms.__struct_fields__, *BoardInLetter.__struct_fields__}

    assert [field for field in fields if not re.search(rf"\b{field}\b", page)] == []


def test_what_a_letter_says_is_its_sentence(bob_is_a_program: Server) -> None:
    bob_is_a_program.hear(ALICE, "message alice secret7 bob", comment="Good game!")

    letter = read(bob_is_a_program)

    assert letter.subject == "Message from alice"
    assert letter.text.startswith("To answer alice alone, just answer this letter.")
