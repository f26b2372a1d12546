"""Looking ahead tells nothing of what chance will bring."""

from __future__ import annotations

from datetime import UTC, datetime

from pbmserv.games.einstein import EinStein
from pbmserv.games.hex import Hex
from pbmserv.play.board import Board, Player
from pbmserv.play.moving import move
from pbmserv.play.previewing import MADE_UP, look_ahead

ALICE, BOB = Player(1, "alice"), Player(2, "bob")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)


def einstein(number: int) -> Board:
    """A board whose cubes have been laid out by chance."""
    return Board.begin(EinStein(), 101, {"start": "random"}, (ALICE, BOB), bytes([number]) * 16, START)


def test_the_die_of_a_preview_is_not_the_one_that_will_be_rolled() -> None:
    """They are alike by chance, about once in six times."""
    alike = 0
    for number in range(60):
        board = einstein(number)
        text = board.game.legal_moves(board.position, 0)[0]  # type: ignore[index]
        ahead, _ = look_ahead(board, [text], START)
        move(board, ALICE, text, START)
        assert ahead.position.cells == board.position.cells
        alike += ahead.position.die == board.position.die

    assert alike == 9


def test_a_preview_says_so_and_shows_the_same_whenever_it_is_asked_for() -> None:
    board = einstein(1)
    text = board.game.legal_moves(board.position, 0)[0]  # type: ignore[index]

    first, turn = look_ahead(board, [text], START)
    second, _ = look_ahead(board, [text], START)

    assert turn.notes[-1].text == MADE_UP
    assert first.position == second.position


def test_nothing_is_said_where_nothing_is_drawn() -> None:
    hex_board = Board.begin(Hex(), 101, {"size": 5, "handicap": 0}, (ALICE, BOB), bytes(16), START)

    assert MADE_UP not in [note.text for note in look_ahead(hex_board, ["c3"], START)[1].notes]
    assert MADE_UP not in [note.text for note in look_ahead(einstein(1), [], START)[1].notes]
