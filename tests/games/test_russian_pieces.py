"""Moves of chess with the letters that Russian players write, read and shown, and what looks like something else."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chess.game import LETTERS_OF_PIECES, Chess
from pbmserv.games.chess.rules import Position
from pbmserv.games.piece_names import RUSSIAN, from_russian
from pbmserv.games.refusals import Ambiguous, Refusal, Unreadable
from pbmserv.locale.catalogs import catalog_of

CHESS = installed()["chess"]


def after(moves: str) -> Position:
    assert isinstance(CHESS, Chess)
    position = CHESS.begun({"position": 518})
    for text in moves.split():
        position = CHESS.moved(position, CHESS.read(position, text))
    return position


def read(moves: str, text: str) -> str:
    assert isinstance(CHESS, Chess)
    position = after(moves)
    return CHESS.written(position, CHESS.read(position, text))


@pytest.mark.parametrize(
    ("moves", "text", "move"),
    [
        ("", "Кf3", "g1-f3"),
        ("", "кf3", "g1-f3"),
        ("", "К f3!", "g1-f3"),
        ("", "Кg1-f3", "g1-f3"),
        ("e4 e5", "Крe2", "e1-e2"),
        ("e4 e5", "Кр e2", "e1-e2"),
        ("d4 e5 c3 exd4", "Фd4", "d1-d4"),
        ("d4 e5 c3 exd4", "Ф:d4", "d1-d4"),
        ("d4 e5 c3 exd4", "Фхd4", "d1-d4"),
        ("a4 b5 axb5 a6", "Лa4", "a1-a4"),
        ("a4 b5 axb5 a6", "Л:a6", "a1-a6"),
        ("e4 e5", "Сc4", "f1-c4"),
        ("e4 d5", "Сb5+", "f1-b5"),
        ("e4 d5", "eхd5", "e4-d5"),
        ("e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6", "b:a8Ф", "b7-a8=q"),
        ("e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6", "bхc8=К", "b7-c8=n"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "0-0", "O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "О-О", "O-O"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "короткая рокировка", "O-O"),
    ],
)
def test_letters_of_pieces_are_read(moves: str, text: str, move: str) -> None:
    assert read(moves, text) == move


@pytest.mark.parametrize("text", ["е4", "а3", "Кf3".replace("f", "ф"), "Кс3", "с4", "К"])
def test_no_letter_of_a_place_is_taken_for_a_latin_one(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read("", text)
    assert not isinstance(refused.value, Ambiguous)
    assert isinstance(refused.value, Unreadable)


def test_a_latin_k_is_the_king_and_a_russian_one_the_knight() -> None:
    moves = "d4 d5 Bf4 Bf5"

    assert read(moves, "Kd2") == "e1-d2"
    assert read(moves, "Кd2") == "b1-d2"


C_TAKES_D5 = "c4 d5 d3 a6 Be3 a5"
"""The pawn on c4 can take on d5, and no bishop can go there."""
EITHER = "c3 e5 d3 e4 Bf4 e3 Bxe3 d5 Nf3 d4"
"""The pawn on c3 and the bishop on e3 can both take on d4."""


@pytest.mark.parametrize("text", ["Сd4", "сd4", "С:d4", "Сxd4"])
def test_a_bishops_move_that_looks_like_a_pawns_is_asked_about(text: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        read(EITHER, text)
    assert set(asked.value.choices) == {"e3-d4", "c3-d4"}


def test_with_latin_letters_or_by_squares_each_of_the_two_is_made() -> None:
    assert read(EITHER, "cd4") == "c3-d4"
    assert read(EITHER, "Bxd4") == "e3-d4"
    assert read(EITHER, "Сe3-d4") == "e3-d4"


def test_where_only_the_pawn_could_go_there_nothing_is_made_of_a_bishops_letter() -> None:
    with pytest.raises(Refusal, match="bishop"):
        read(C_TAKES_D5, "Сd5")


def test_where_only_the_bishop_can_go_there_nothing_is_asked() -> None:
    assert read("e4 d5 d3 a6", "Сd2") == "c1-d2"


def test_makruk_has_no_queen_or_bishop_in_russian_letters() -> None:
    makruk = installed()["makruk"]
    position = makruk.start({}, 2, None)  # type: ignore[arg-type]

    with pytest.raises(Unreadable):
        makruk.read(position, "Фd2")  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["Nf3", "e2-e4", "Cf3", "привет", "Кf3 и мир", "Ход e4", ""])
def test_other_texts_are_left_as_they_are(text: str) -> None:
    assert from_russian(text) == text


def test_the_catalog_shows_the_letters_that_are_read() -> None:
    catalog = catalog_of("ru")
    assert catalog is not None
    shown = catalog.gettext(LETTERS_OF_PIECES.text).split()[:5]

    assert [RUSSIAN[letter.lower()] for letter in shown] == [*"KQRBN"]
