"""Games as files for other programs: SGF of go, gomoku and hex, PGN of chess, PDN of checkers and draughts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbmserv.games.base import Game, OptionValue
from pbmserv.games.chance import Chance
from pbmserv.games.checkers import Checkers
from pbmserv.games.chess import Chess
from pbmserv.games.draughts import Draughts
from pbmserv.games.game_file import OUT_OF_TIME, RESIGNED, PlayedGame
from pbmserv.games.gomoku import Gomoku
from pbmserv.games.hex import Hex
from pbmserv.games.men_and_kings import numbered
from pbmserv.games.pdn import INTERNATIONAL
from pbmserv.games.y import Y
from tests.games.go import GO, WALLS

CHANCE = Chance(bytes(16), "test")


def file_of(
    game: Game[Any], moves: str, given_up: str = "", winner: int | None = None, **chosen: OptionValue
) -> list[str]:
    """The lines of the file of a game, with commas between its moves."""
    options = {option.name: option.default for option in game.options} | chosen
    position = game.start(options, 2, CHANCE)
    made: list[tuple[int, str]] = []
    for text in moves.split(","):
        [seat] = game.to_move(position)
        played = game.play(position, seat, text, CHANCE)
        position = played.position
        made.append((seat, played.move))
    result = game.result(position)
    told = PlayedGame(
        title=f"{game.name} 101",
        date="2026-11-22",
        players=("alice", 'b]\\"b'),
        options=options,
        moves=tuple(made),
        is_over=result is not None or bool(given_up),
        winner=result.winner if result else winner,
        reason=result.reason if result else "",
        given_up=given_up,
    )
    return game.game_file(told).splitlines()


def test_a_game_of_go_is_written_to_its_end_with_what_is_whose() -> None:
    lines = file_of(GO, f"{WALLS.replace(' ', ',')},dead c3 h7,agree", size="9")

    assert lines[0] == (
        '(;FF[4]CA[UTF-8]AP[pbmserv]GM[1]SZ[9]PB[alice]PW[b\\]\\\\"b]DT[2026-11-22]GN[Go 101]RE[B+1.5]KM[7.5]'
        "RU[area scoring, positional superko, no suicide]"
    )
    assert lines[1] == ";B[ee];W[fe];B[ef];W[ff];B[eg];W[fg];B[eh];W[fh];B[ei];W[fi];B[ed];W[fd];B[ec]"
    assert lines[2].endswith(";B[hc];W[cg];B[];W[];C[alice: dead h7 c3]")
    assert lines[-1].startswith(";TB[aa][ba][ca][da][ab]")
    assert "[cg]" in lines[-1].partition("TW")[0]
    assert lines[-1].endswith("C[Black has 45 points, White 36 and 7.5 komi: Black wins by 1.5.])")


def test_handicap_stones_are_told_and_that_white_begins() -> None:
    [root, moves] = file_of(GO, "d5", size="9", handicap=2)

    assert root.endswith("KM[0.5]RU[area scoring, positional superko, no suicide]HA[2]AB[gc][cg]PL[W]")
    assert moves == ";W[de])"
    assert "RE[" not in root


def test_who_has_resigned_and_whose_time_was_up() -> None:
    assert "RE[W+R]" in file_of(GO, "d5", RESIGNED, 1)[0]
    assert "RE[B+T]" in file_of(GO, "d5", OUT_OF_TIME, 0)[0]


def test_gomoku_is_written_as_sgf_too() -> None:
    assert file_of(Gomoku(), "h8,a1", size=15)[0].startswith("(;FF[4]CA[UTF-8]AP[pbmserv]GM[4]SZ[15]")
    assert file_of(Gomoku(), "h8,a1", size=15)[1] == ";B[hh];W[ao])"


def test_after_swap2_the_file_names_who_has_chosen_black() -> None:
    lines = file_of(Gomoku(), "h8 a1 j8,white c1", RESIGNED, 0, size=15, opening="swap2")

    assert """PB[alice]PW[b\\]""" in lines[0]
    assert "RE[B+R]" in lines[0]
    assert lines[1] == ";B[hh];W[ao];B[ih];W[co])"

    lines = file_of(Gomoku(), "h8 a1 j8,more d1 e1,white c1", RESIGNED, 0, size=15, opening="swap2")

    assert "PW[alice]" in lines[0]
    assert "RE[W+R]" in lines[0]
    assert lines[1] == ";B[hh];W[ao];B[ih];W[do];B[eo];W[co])"


def test_a_game_of_chess_is_written_in_algebraic_notation() -> None:
    lines = file_of(Chess(), "e2e4,e5,Bc4,Nc6,Qh5,Nf6,Qxf7")

    assert lines == [
        '[Event "Chess 101"]',
        '[Site "pbmserv"]',
        '[Date "2026.11.22"]',
        '[Round "-"]',
        '[White "alice"]',
        '[Black "b]\\\\\\"b"]',
        '[Result "1-0"]',
        '[Termination "normal"]',
        "",
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
    ]


def test_other_starts_of_chess_and_games_that_are_on_can_be_told() -> None:
    lines = file_of(Chess(), "e4", position=0)

    assert lines[6:10] == [
        '[Result "*"]',
        '[Variant "Chess960"]',
        '[SetUp "1"]',
        '[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]',
    ]
    assert lines[-1] == "1. e4 *"
    assert '[Termination "time forfeit"]' in file_of(Chess(), "e4", OUT_OF_TIME, 0)


def test_a_game_of_checkers_is_written_in_numbers_and_its_result_names_white_first() -> None:
    lines = file_of(Checkers(), "11-15,23-19,8-11,22-17,3-8", RESIGNED, 1)

    assert lines == [
        '[Event "Checkers 101"]',
        '[Site "pbmserv"]',
        '[Date "2026.11.22"]',
        '[White "b]\\\\\\"b"]',
        '[Black "alice"]',
        '[Result "1-0"]',
        '[GameType "21"]',
        '[Termination "normal"]',
        "",
        "1. 11-15 23-19 2. 8-11 22-17 3. 3-8 *",
    ]


def test_captures_have_an_x_and_a_win_of_international_draughts_counts_two() -> None:
    lines = file_of(Draughts(), "32-28,18-23,34-29,23x34,39x30", OUT_OF_TIME, 1)

    assert lines[5:8] == ['[Result "0-2"]', '[GameType "20"]', '[Termination "time forfeit"]']
    assert lines[-1] == "1. 32-28 18-23 2. 34-29 23x34 3. 39x30 *"


@pytest.mark.parametrize(("variant", "number", "takes"), [("russian", 25, ":"), ("brazilian", 26, "x")])
def test_russian_and_brazilian_draughts_have_letters_and_rows(variant: str, number: int, takes: str) -> None:
    lines = file_of(Draughts(), "c3-b4,d6-c5,b4-d6,e7-c5", variant=variant)

    assert lines[5:7] == ['[Result "*"]', f'[GameType "{number}"]']
    assert lines[-1] == f"1. c3-b4 d6-c5 2. b4{takes}d6 e7{takes}c5 *"


def test_a_capture_is_told_in_full_where_another_one_has_the_same_ends() -> None:
    game = Draughts()
    start = game.start({"variant": "international"}, 2, CHANCE)
    dark, squares = numbered(game.board(start)), game.board(start).names
    lying = {dark[46]: "O"} | {dark[number - 1]: "x" for number in (13, 14, 33, 41)}
    position = replace(start, cells="".join(lying.get(name, ".") for name in squares))

    told = {game.said(INTERNATIONAL, position, way) for way in game.captures(position)}

    assert told == {"47x36x9x20x47", "47x20x9x36x47", "47x38", "47x42"}


def test_a_game_without_such_a_format_says_so() -> None:
    assert Y().file_format is None


def test_hex_is_written_with_its_cells_as_they_are_called() -> None:
    lines = file_of(Hex(), "b2,c3,a11", RESIGNED, 0)

    assert lines[0].startswith("(;FF[4]CA[UTF-8]AP[pbmserv]GM[11]SZ[11]PB[alice]")
    assert lines[0].endswith("RE[B+R]")
    assert lines[1] == ";B[b2];W[c3];B[a11])"


def test_extra_stones_of_hex_are_told_one_after_the_other() -> None:
    [root, moves] = file_of(Hex(), "b2,c3,d4,e5", handicap=2)

    assert root.endswith("GN[Hex 101]HA[2]")
    assert moves == ";B[b2];B[c3];B[d4];W[e5])"
