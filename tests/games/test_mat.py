"""Matches of backgammon as MAT, which GNU Backgammon reads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.rules import Said
from pbmserv.games.base import OptionValue
from pbmserv.games.chance import Chance
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.testing import play_random_game, replay

GAME = Backgammon()
START = GAME.start({option.name: option.default for option in GAME.options}, 2, Chance(bytes(16), "start"))


def file_of(*said: Said, **chosen: OptionValue) -> list[str]:
    """The lines of a match in which this has happened, from the line with its length on."""
    options = {option.name: option.default for option in GAME.options} | chosen
    positions: list[Any] = [replace(START, said=(each,)) for each in said]
    told = PlayedGame("Backgammon 101", "2026-11-22", ("alice", "b:b"), options, (), steps=lambda: positions)
    text = GAME.game_file(told)
    return text[text.index(" point match") - 2 :].splitlines()


def test_a_match_is_told_game_by_game_with_its_score() -> None:
    lines = file_of(
        (0, "moves", "31", "8/5 6/5"),
        (1, "moves", "64", "24/18*/14"),
        (0, "stuck", "66", ""),
        (1, "doubles", "", "2"),
        (0, "takes", "", "2"),
        (1, "moves", "11", "bar/24 6/5*(2) 1/off"),
        (1, "wins", "4", "a gammon"),
        (1, "moves", "21", "13/11 6/5"),
        (0, "doubles", "", "2"),
        (1, "drops", "", ""),
        (0, "wins", "1", "drops"),
        points=5,
        cube=True,
    )

    assert lines == [
        " 5 point match",
        "",
        " Game 1",
        " alice : 0                      b_b : 0",
        "  1) 31: 8/5 6/5                 64: 24/18* 18/14",
        "  2) 66:                          Doubles => 2",
        "  3)  Takes                      11: 25/24 6/5* 6/5* 1/0",
        "                                  Wins 4 points",
        "",
        " Game 2",
        " alice : 0                      b_b : 4",
        "  1)                             21: 13/11 6/5",
        "  2)  Doubles => 2                Drops",
        "      Wins 1 point",
    ]


def test_who_wins_by_a_double_that_is_dropped_on_the_left_does_so_in_the_same_row() -> None:
    lines = file_of(
        (0, "moves", "31", "8/5 6/5"), (1, "doubles", "", "2"), (0, "drops", "", ""), (1, "wins", "1", ""), points=3
    )

    assert lines[-1] == "  2)  Drops                       Wins 1 point"


def test_a_single_game_is_one_of_a_session_and_says_by_which_rules() -> None:
    options = {"points": 1, "cube": False, "jacoby": False, "start": "nackgammon"}
    told = PlayedGame("Backgammon 101", "2026-11-22", ("alice", 'b"b'), options, ())

    assert GAME.game_file(told).splitlines() == [
        '; [Event "Backgammon 101"]',
        '; [Site "pbmserv"]',
        '; [Player 1 "alice"]',
        """; [Player 2 "b'b"]""",
        '; [EventDate "2026.11.22"]',
        '; [Variation "NackGammon"]',
        '; [Crawford "Off"]',
        '; [Jacoby "Off"]',
        '; [CubeLimit "1"]',
        "",
        " 0 point match",
        "",
        " Game 1",
        """ alice : 0                      b"b : 0""",
    ]


def test_the_end_of_a_match_is_told() -> None:
    record = play_random_game(GAME, {"points": 3, "cube": True}, 2, bytes([1] * 16))
    positions = replay(GAME, record).positions
    told = PlayedGame(
        "Backgammon 101", "2026-11-22", ("a", "b"), record.options, record.moves, steps=lambda: positions
    )

    lines = GAME.game_file(told).splitlines()

    assert positions[-1].scores == (5, 1)
    assert lines[-1] == "      Wins 4 points and the match"
    assert [line for line in lines if line.startswith(" Game")] == [" Game 1", " Game 2", " Game 3"]
