"""Matches of backgammon as other programs have written them in MAT: what is read, and what is refused, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.base import OptionValue
from pbmserv.games.chance import Chance
from pbmserv.games.file_parts import NotRead
from pbmserv.games.file_reading import games_in
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.testing import Record, play_random_game, replay

GAME = Backgammon()
BY_GNUBG = Path(__file__).parent / "files" / "gnubg-match.mat"
"""A match of GNU Backgammon 1.07 against itself, by its fastest players, as it has exported it."""

START = """
 3 point match

 Game 1
 alice : 0                      bob : 0
"""
SESSION = START.replace("3 point", "0 point")


def read(text: str) -> list[PlayedGame]:
    games = [GAME.read_game(told) for told in games_in(text)]
    assert all(games)
    return [game for game in games if game]


def one(text: str) -> PlayedGame:
    [game] = read(text)
    return game


def moves(text: str) -> list[str]:
    return [move for _, move in one(text).moves]


def end(played: PlayedGame) -> Position:
    position = GAME.start(played.options, 2, Chance(b"", "unused"))
    for seat, move in played.moves:
        position = GAME.play(position, seat, move, Chance(b"", "unused")).position
    return position


def why(text: str) -> str:
    with pytest.raises(NotRead) as caught:
        read(text)
    return caught.value.words


def rows(*told: str, before: str = START) -> str:
    return before + "\n".join(told)


# What is read


def test_a_match_that_gnu_backgammon_has_written_is_read_to_its_score() -> None:
    match = one(BY_GNUBG.read_text("utf-8"))

    assert (match.players, match.date) == (("gnubg", "root"), "2026-11-23")
    assert match.options == {"points": 3, "cube": True, "jacoby": False, "start": "usual", "dice": "typed"}
    assert match.moves[:4] == ((0, "12"), (1, "24/23 13/11"), (0, "52: 24/22 13/8"), (1, "63: 11/5 8/5"))
    assert match.moves[-3:] == ((0, "33"), (1, "concede"), (0, "agree"))
    assert end(match).scores == (5, 0)


def test_who_stands_alone_in_a_row_is_told_by_the_column() -> None:
    left, right = "  1) 31: 8/5 6/5", "  1)                             31: 8/5 6/5"

    assert one(rows(left)).moves == ((0, "31"), (0, "8/5 6/5"))
    assert one(rows(right)).moves == ((0, "13"), (1, "8/5 6/5"))


def test_the_bar_is_25_and_what_is_off_is_0() -> None:
    match = moves(
        rows(
            "  1) 31: 8/5 6/5                 64: 24/18 18/14",
            "  2) 62: 24/18 13/11*            41: 25/21 6/5",
        )
    )

    assert match[-2:] == ["62: 24/18 13/11*", "41: bar/21 6/5"]


def test_who_cannot_move_may_be_told_so() -> None:
    told = BY_GNUBG.read_text("utf-8")

    assert " 12) 66:   " in told
    assert moves(told.replace(" 12) 66:   ", " 12) 66: Cannot Move")) == moves(told)


def test_doubles_are_taken_and_dropped() -> None:
    match = one(
        rows(
            "  1) 31: 8/5 6/5                  Doubles => 2",
            "  2)  Takes                      64: 24/18 18/14",
            "  3)  Doubles => 4                Drops",
            "      Wins 2 points",
        )
    )

    assert [move for _, move in match.moves] == ["31", "8/5 6/5", "double", "take", "64: 24/14", "double", "drop"]
    assert end(match).scores == (2, 0)


@pytest.mark.parametrize(
    ("row", "typed", "scores"),
    [
        ("      Wins 1 point", ["concede", "agree"], (1, 0)),
        ("                                  Wins 2 points", ["claim gammon", "agree"], (0, 2)),
        ("                                  Wins 3 points and the match", ["claim backgammon", "agree"], (0, 3)),
    ],
)
def test_a_game_that_was_not_played_on_was_conceded_or_claimed(
    row: str, typed: list[str], scores: tuple[int, int]
) -> None:
    match = one(rows("  1) 31: 8/5 6/5", row))

    assert [move for _, move in match.moves][2:] == typed
    assert end(match).scores == scores


def test_each_game_of_a_session_is_a_game_by_itself() -> None:
    games = read(
        rows("  1) 31: 8/5 6/5", "      Wins 1 point", " Game 2", " alice : 1   bob : 0", before=SESSION)
        + "\n  1) 42: 8/4 6/4\n                                  Wins 2 points\n"
    )

    assert [game.options["points"] for game in games] == [1, 1]
    assert [end(game).scores for game in games] == [(1, 0), (0, 2)]


def test_the_names_of_players_are_those_of_the_tags_if_these_are_the_same() -> None:
    tags = '; [Player 1 "Mal One"]\n; [Player 2 "Somebody else"]\n; [EventDate "2020.05.07"]'
    told = START.replace("alice", "Mal_One")

    match = one(f"{tags}{told}  1) 31: 8/5 6/5\n")

    assert (match.players, match.date) == (("Mal One", "bob"), "2020-05-07")


def test_crlf_tabs_and_comments_are_no_hindrance() -> None:
    told = rows("  1)\t31: 8/5 6/5                 64: 24/18 18/14", "# a comment", "; another")

    assert moves(told.replace("\n", "\r\n")) == ["31", "8/5 6/5", "64: 24/14"]


def test_where_tabs_part_the_columns_the_first_row_may_have_nothing_on_the_left() -> None:
    with_tabs = rows("  1)\t21: 13/11 24/23", "  2) 52: 13/8 24/22\t63: 8/5 11/5")
    with_blanks = rows("  1)                             21: 13/11 24/23", "  2) 52: 13/8 24/22\t63: 8/5 11/5")

    assert one(with_tabs).moves == one(with_blanks).moves
    assert moves(with_tabs)[0] == "12"


def test_a_match_with_tabs_is_read_to_its_score_with_a_roll_that_could_not_be_played() -> None:
    match = one((BY_GNUBG.parent / "mat-tabs.mat").read_text())

    assert len(match.moves) == 86
    assert end(match).scores == (5, 0)


@pytest.mark.parametrize(
    "options",
    [{"points": 5, "cube": True}, {"points": 3}, {}, {"cube": True, "jacoby": True}, {"start": "nackgammon"}],
    ids=str,
)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.alike
def test_what_we_write_of_typed_dice_is_the_same_record_again(options: dict[str, OptionValue], seed: int) -> None:
    record = play_random_game(GAME, {**options, "dice": "typed"}, 2, bytes([seed] * 16), max_turns=5000)

    again = one(_written(record))

    assert (again.options, again.moves) == (record.options, record.moves)


def test_what_was_rolled_by_the_server_comes_back_as_the_same_play_with_typed_dice() -> None:
    record = play_random_game(GAME, {"points": 3, "cube": True}, 2, bytes([5] * 16), max_turns=5000)

    again = one(_written(record))

    theirs, ours = replay(GAME, record).positions[-1], end(again)
    assert again.options == {**record.options, "dice": "typed"}
    assert (ours.scores, ours.checkers, ours.cube) == (theirs.scores, theirs.checkers, theirs.cube)


def test_who_has_resigned_the_match_is_told_in_tags_of_ours() -> None:
    record = play_random_game(GAME, {"points": 3, "dice": "typed"}, 2, bytes(16), max_turns=5000)
    short = replace(record, moves=record.moves[:9])
    told = PlayedGame(
        "Backgammon 101", "2026-11-22", ("alice", "bob"), record.options, (), True, 1, given_up="resigned",
        steps=lambda: replay(GAME, short).positions,
    )  # fmt: skip

    again = one(GAME.game_file(told))

    assert again.moves == short.moves
    assert (again.is_over, again.winner, again.given_up) == (True, 1, "resigned")


def test_an_offer_that_was_declined_is_in_no_file() -> None:
    played = ["31", "8/5 6/5", "64: 24/14", "concede", "agree"]
    offered = ["31", "8/5 6/5", "claim", "decline", "64: 24/14", "concede", "agree"]
    seats = [0, 0, 1, 0, 1, 0, 1]
    record = Record("Backgammon", OPTIONS, 2, bytes(16), tuple(zip(seats, offered, strict=True)))

    assert moves(_written(record)) == played


def test_the_jacoby_rule_is_seen_where_a_gammon_has_counted_once() -> None:
    gammon = play_random_game(GAME, {"dice": "typed"}, 2, bytes([GAMMON] * 16), max_turns=5000)
    told = _written(replace(gammon, options=OPTIONS | {"cube": True, "jacoby": True}))
    without = "\n".join(line for line in told.splitlines() if "Jacoby" not in line)

    assert "Wins 1 point" in told
    assert one(without).options["jacoby"]
    assert why(told.replace('Jacoby "On"', 'Jacoby "Off"')).endswith(" has won 2 points.")


OPTIONS = {option.name: option.default for option in GAME.options} | {"dice": "typed"}
GAMMON = 1
"""Random moves with this seed lead to a gammon."""


def _written(record: Record) -> str:
    positions = replay(GAME, record).positions
    return GAME.game_file(
        PlayedGame("Backgammon 101", "2026-11-22", ("alice", "bob"), record.options, (), steps=lambda: positions)
    )


# What is refused


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("  1) 31: 8/4 6/4", "Game 1, row 1 (31: 8/4 6/4) is not legal: The way 6/4 is 2 points long"),
        ("  1) 71: 8/1 6/5", "Game 1, row 1 (71: 8/1 6/5) is not legal: A die shows 1 to 6, not 7"),
        ("  1) 33: 8/5 6/3", "Game 1, row 1 (33: 8/5 6/3) is not legal: Equal dice open no game"),
        (
            "  1) 31: Cannot Move",
            "Game 1, row 1 (31: Cannot Move) moves nothing, but 3 and 1 allow a move, for example 24/",
        ),
        (
            "  1) 31: 8/5 6/5                 64:",
            "Game 1, row 1 (64:) moves nothing, but 6 and 4 allow a move, for example 24/",
        ),
        ("  1) 33: Cannot Move", "Game 1, row 1 (33: Cannot Move) is not legal: Equal dice open no game"),
        ("  1) 71: Cannot Move", "Game 1, row 1 (71: Cannot Move) is not legal: A die shows 1 to 6, not 7"),
        ("  1)  Takes", "Game 1, row 1 (Takes) is not legal: "),
        (
            "  1)  Doubles => 2",
            "Game 1, row 1 (Doubles => 2) is not legal: Nobody doubles before the roll",
        ),
        (
            "  1) 31: 8/5 6/5\n  2) 64: 24/14",
            "Game 1, row 2 (64: 24/14) is by the wrong player: it was White's",
        ),
        ("  1) 31: 8/5 6/5                  Doubles => 4", "Game 1, row 1 (Doubles => 4): the cube is at 1, and a "),
        ("  1) 31: 8/5 6/5                  Beavers", "Game 1, row 1 (Beavers) is not played here: there are dice,"),
        (
            "  1) 31: 8/5 6/5\n      Wins 4 points",
            "Game 1 (Wins 4 points): with the cube at 1 a game can count 1, 2",
        ),
        (
            "  1) 31: 8/5 6/5\n      Wins 1 point\n  2) 31: 8/5 6/5",
            "Game 1, row 2 (31: 8/5 6/5) comes after the end of the game.",
        ),
        (
            "  1) 31: 8/5 6/5                  Doubles => 2\n      Wins 1 point",
            "Game 1 (Wins 1 point): Black has yet to take the double or to drop it.",
        ),
        (
            "  1) 31: 8/5 6/5\n      Wins 1 point\n Game 2\n alice : 2  bob : 0",
            "Game 2 begins at 2 to 0, and by ",
        ),
        (
            "  1) 31: 8/5 6/5\n      Wins 3 points\n Game 2\n alice : 3  bob : 0",
            "Game 2 comes after the end of the match: White has conceded the game",
        ),
        ("  1) e4 e5", 'Line 6 cannot be read: it has "e4 e5" where a turn could be.'),
        ("hello", 'Line 6 cannot be read: it has "hello" where a turn could be.'),
        ("  1) 31: 8/5 6/5   64: 24/14   62: 24/18", "Line 6 cannot be read"),
        ("  1) 31: " + "8/5 " * 300, "Game 1, row 1 (31: 8/5 8/5 "),
        ("  1) 31: 8/5 6/5\n" + "  2) 64: 24/14\n" * 6000, "The match has more than 5000 turns."),
        ("Game 2\n" * 6000, "Line 7 begins another game, and that before does not tell who plays."),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_place(told: str, words: str) -> None:
    assert why(START + told).startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('; [Site "x"]\n', "The file has no match in it"),
        ('; [Site "x"]\n Game 1\n', "Line 2 comes before the length of the match"),
        (" 5 point match\n alice : 0   bob : 0\n", "Line 2 comes before the first game"),
        (" 5 point match\n Game 1\n  1) 31: 8/5 6/5\n", "Line 3 does not tell who plays and how it stands"),
        (" 99 point match\n", "The match is to 99 points, and there are matches to 25 points at most."),
        ('; [Variation "Hypergammon"]\n 3 point match\n', 'The variation "Hypergammon" is not played here'),
        ('; [Result "2"]\n 3 point match\n', 'The result "2" is not known'),
        (
            "".join(f'; [Tag {number} "x"]\n' for number in range(300)),
            "The match at line 201 has more than 200",
        ),
    ],
)
def test_what_is_no_match_is_refused(text: str, words: str) -> None:
    assert why(text).startswith(words)


def test_a_game_may_end_before_its_first_roll() -> None:
    match = one(f"""{START}
                                   Wins 1 point

 Game 2
 alice : 0                      bob : 1
  1) 31: 8/5 6/5                 64: 24/14
""")

    assert end(match).scores == (0, 1)
    assert [move for _, move in match.moves][-3:] == ["31", "8/5 6/5", "64: 24/14"]


def test_a_line_that_is_no_tag_takes_no_time() -> None:
    games = [*games_in("1 point match\n" + f"; [{' ' * 200_000}x\n" * 5 + START)]

    assert games


def test_what_steers_a_terminal_is_not_repeated() -> None:
    assert "\x1b" not in why(f"{START} 1) 31: 8/5 6/5\n   65: \x1b]0;owned\x07\n")
