"""How large the HTML of a letter may be, and what becomes of what does not fit."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from pbmserv.games.base import Game, Options, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.letters.board import board_letter
from pbmserv.letters.board_html import MOST_BYTES, page_html
from pbmserv.letters.letter import Letter, made_of
from pbmserv.letters.page import TextPart
from pbmserv.letters.parts_html import ShownPicture
from pbmserv.letters.stored_html import stored_page
from pbmserv.play import moving
from pbmserv.play.board import Board, Player
from pbmserv.play.view import SHOWN, BoardNews
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server
from tests.post import mails, read

ALICE, NOW = "alice@example.org", datetime(2024, 3, 1, 12, tzinfo=UTC)
REPLIES = f"games+r-{'a' * 40}@example.net"
FIVE = "help trioker commands backgammon triominoes trichet"
"""The longest pages."""


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice")
    return server


def html_of(letter: Letter) -> str:
    return page_html(letter.text, stored_page(letter) or {}, letter.subject, server=ADDRESS)


def with_words(characters: int) -> Letter:
    return made_of([TextPart("lead", "A lead.\n"), TextPart("text", "x" * characters)], "A letter")


def largest(game: Game[Any]) -> Options:
    """The options of the game's largest board."""
    options = {option.name: option.default for option in game.options}
    for option in game.options:
        if option.high is not None and option.name != "handicap":
            try:
                game.check_options(options | {option.name: option.high}, game.seats[-1])
            except Refusal:
                continue
            options[option.name] = option.high
    return options


def test_a_letter_of_sixty_thousand_bytes_has_html_and_a_larger_one_is_text_alone() -> None:
    room = MOST_BYTES - len(html_of(with_words(1)).encode())

    assert len(html_of(with_words(room + 1)).encode()) == 60_000
    assert html_of(with_words(room + 2)) == ""


def test_what_is_text_alone_goes_out_whole(server: Server) -> None:
    mails(server)
    server.hear(ALICE, "multiple", body="\n".join(f"help {subject}" for subject in FIVE.split()[1:]))

    [message] = [each for each in map(read, mails(server)) if each["Subject"] == "Answers to 5 commands"]
    assert message.get_content_type() == "text/plain"
    assert all(f"Help for {name}" in message.get_content() for name in ("Trioker", "Backgammon", "Trichet"))


def test_help_pages_that_do_not_fit_are_links_and_stand_in_the_text(server: Server) -> None:
    letter = server.hear(ALICE, FIVE).letter

    html = html_of(letter)

    assert 30_000 < len(html.encode()) <= 60_000
    assert "This letter has room for 1 of the 5 pages. Here are the others:" in html
    for subject in ("commands", "backgammon", "triominoes", "trichet"):
        assert f'href="mailto:games@example.net?subject=help%20{subject}"' in html
        assert f">Help: {subject}</a>" in html
    assert ">Help: trioker</a>" not in html
    assert "Backgammon\n==========" in letter.text
    assert "Trichet\n=======" in letter.text


def test_help_pages_that_fit_are_all_shown(server: Server) -> None:
    html = html_of(server.hear(ALICE, "help hex go").letter)

    assert "room for" not in html
    assert ">Hex</h1>" in html
    assert ">Go</h1>" in html


def test_answers_to_ten_commands_have_html(server: Server) -> None:
    lines = ["help", "list", "list hex", "trichet standings", "all show alice", "open", "hex history"]
    html = html_of(
        server.hear(ALICE, "multiple", body="\n".join([*lines, "help move", "help undo", "list go"])).letter
    )

    assert 10_000 < len(html.encode()) <= 60_000


def test_a_long_list_of_games_says_once_how_its_rows_look(server: Server) -> None:
    listed = html_of(server.hear(ALICE, "list").letter)

    assert len(listed.encode()) < 500 * len(installed())
    assert listed.count(".rows a{") == 1
    assert listed.count('style="') < len(installed())
    assert ".rows" not in html_of(server.hear(ALICE, "help hex").letter)


@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
def test_the_first_letter_of_the_largest_board_fits(game: Game[Any]) -> None:
    players = [Player(number, f"player-{number}") for number in range(1, game.seats[-1] + 1)]
    board = Board.begin(game, 101, largest(game), players, bytes(16), NOW)
    to_move = board.seats[board.seats_to_move[0]].player

    letter = board_letter(board, to_move, BoardNews("new"), ADDRESS, NOW, reply_to=REPLIES)

    assert 3_000 < len(html_of(letter).encode()) <= 60_000


@pytest.mark.alike
@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
@pytest.mark.parametrize("has_picture", [False, True], ids=["in characters", "with a picture"])
def test_letters_fit_at_the_start_in_the_middle_and_at_the_end_and_no_move_is_left_out(
    game: Game[Any], has_picture: bool
) -> None:
    players = [Player(number, f"player-{number}") for number in range(1, game.seats[-1] + 1)]
    board, chance = Board.begin(game, 101, largest(game), players, bytes(16), NOW), Random(1)  # noqa: S311
    for number in range(40):
        if not board.is_on:
            break
        seat = (board.seats_to_move or board.to_move)[0]
        moves = game.legal_moves(board.position, seat) or game.examples(board.position, seat)
        if number % 13 == 0:
            letter = board_letter(board, board.seats[seat].player, SHOWN, ADDRESS, NOW, reply_to=REPLIES)
            page, picture = stored_page(letter) or {}, ShownPicture("cid:x", 400, 400)
            if has_picture:
                html = page_html(letter.text, page, letter.subject, picture, 18_000, ADDRESS)
            else:
                html = page_html(letter.text, page, letter.subject, server=ADDRESS)
            assert 3_000 < len(html.encode()) <= (24_000 if has_picture else 60_000)
            begun = begun_by_buttons(unescape(html))
            assert [move for move in moves if not any(move.startswith(each) for each in begun)] == []
        moving.move(board, board.seats[seat].player, chance.choice([*moves]), NOW)


def begun_by_buttons(html: str) -> set[str]:
    """The moves that buttons write, and their beginnings."""
    return {unquote(body).partition("#")[0] for body in re.findall(r"&body=([^\"]+)\"", html)}
