"""What machine players are told of points of Gomoku, Pente and Connect6 is what the rules make of stones there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbmserv.bots.luck import Luck
from pbmserv.games.catalogue import installed
from pbmserv.games.evaluation.fives import FOURS, OPEN_FOURS, ROWS, THREES, code_of, exact_code_of, first
from pbmserv.games.evaluation.lines import for_black, for_white
from pbmserv.games.evaluation.rows import Threats
from tests.games.test_evaluation import after, evaluated


def crowded(word: str, number: int, **options: Any) -> Any:
    """A position with stones of both seats all over a small board, whose last move has not decided anything."""
    game, luck = installed()[word], Luck(bytes([number] * 16), "crowded")
    position: Any = game.start({"size": 9, "opening": "free", "exact": False, **options}, 2, luck)
    cells = "".join(luck.choice("xxo..") for _ in range(81))
    return replace(position, cells=cells, next_seat=(81 - cells.count(".")) % 2)


def winning(word: str, position: Any) -> set[int]:
    """Where a stone of the seat to move wins by the rules."""
    game: Any = installed()[word]
    free = [place for place, there in enumerate(position.cells) if there == "."]
    results = {place: game.outcome(game.apply(position, (place,))) for place in free}
    return {place for place, result in results.items() if result and result.winner == position.next_seat}


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("number", range(8))
def test_a_point_is_said_to_win_where_a_stone_wins_by_the_rules(number: int, exact: bool) -> None:
    position = crowded("gomoku", number, exact=exact)

    told = Threats(installed()["gomoku"], position)  # type: ignore[arg-type]

    assert {point.place for point in told.own_rows} == winning("gomoku", position)


@pytest.mark.parametrize("number", range(8))
def test_pairs_are_said_to_win_where_they_do_by_the_rules(number: int) -> None:
    position = replace(crowded("pente", number), pairs=(4, 4), laid=40)

    told = Threats(installed()["pente"], position)  # type: ignore[arg-type]

    assert {point.place for point in told.own_rows} == winning("pente", position)


@pytest.mark.parametrize(
    ("around", "made"),
    [
        ("..o.x.xo...", 0),
        ("......xx...", THREES),
        ("....x..x...", THREES),
        ("......xxxo.", FOURS),
        ("......xxx..", OPEN_FOURS),
        ("..x.x.x.x..", OPEN_FOURS),
        ("...xx.xx...", ROWS),
    ],
)
def test_what_a_stone_in_the_middle_makes_of_a_line(around: str, made: int) -> None:
    mirrored = around[::-1].translate(str.maketrans("xo", "ox"))

    for told in (for_black(code_of(around)), for_white(code_of(mirrored))):
        assert told & (THREES | FOURS | OPEN_FOURS | ROWS) == first(made)


def test_six_in_a_row_are_no_row_of_exactly_five() -> None:
    assert for_black(code_of("..xxx.xx...")) & ROWS
    assert not for_black(exact_code_of("..xxx.xx...")) & ROWS


@pytest.mark.parametrize(
    ("word", "moves", "worth_it"),
    [
        # Three stones that can be made an open four; the other seat can keep them from it, from either side.
        ("gomoku", "h8 a1 h9 a3 h10 a5", {"h7", "h11"}),
        ("gomoku", "h8 a1 h9 a3 h10", {"h6", "h7", "h11", "h12"}),
        ("gomoku", "h8 a1 h9 a3 h10 a5 h11", {"h7", "h12"}),
        # Five would lie from d4 to h4; White can lay a stone there, or capture e4 with e5.
        ("pente", "d4 c4 e4 e3 e5 a1 f4 a3 g4", {"h4", "e6"}),
        # Four of six: one stone cannot stop them; the second one then has to.
        ("connect6", "k10 a1,a19 k11,k12 t1,t19 k13,c3", {"k8", "k9", "k14", "k15"}),
        ("connect6", "k10 a1,a19 k11,k12 t1,t19 k13,c3 k9", {"k14", "k15"}),
        ("connect6", "k10 a1,a19 k11,k12 t1,t19 k13,c3 b1,b19", {"k8", "k9", "k14", "k15"}),
    ],
)
def test_only_moves_that_meet_threats_are_worth_a_thought(word: str, moves: str, worth_it: set[str]) -> None:
    options = {"opening": "free"} if word != "connect6" else {}

    told = installed()[word].candidates(after(word, moves, **options))

    assert told
    assert set(told) <= worth_it


@pytest.mark.parametrize(
    ("word", "stones"),
    [
        # Black has four with both ends free.
        ("gomoku", "h8 a1 h9 a3 h10 a5 h11"),
        # Two rows of four that White would need four stones to stop.
        ("connect6", "k10 a1,a19 k11,k12 t1,t19 k13,d3 a10,t10 e3,f3 a8,t8 g3,q17"),
    ],
)
def test_who_cannot_meet_all_threats_is_lost(word: str, stones: str) -> None:
    assert evaluated(word, stones) > 0.95


def test_nothing_is_told_of_colours_that_are_not_given_yet() -> None:
    game = installed()["gomoku"]
    position = after("gomoku", "h8 h9 h10", opening="swap2")

    assert game.candidates(position) is None
    assert game.evaluate(position) == (0.5, 0.5)


@pytest.mark.parametrize("word", ["gomoku", "pente", "connect6"])
def test_the_first_stone_goes_to_the_middle(word: str) -> None:
    assert len(installed()[word].candidates(after(word, "")) or ()) == 1


@pytest.mark.parametrize("word", ["gomoku", "pente", "connect6"])
def test_where_no_row_can_come_any_more_any_point_is_worth_a_thought(word: str) -> None:
    game: Any = installed()[word]
    cells = "".join("xo"[(column // 2 + row) % 2] for row in range(9) for column in range(9))
    position = replace(crowded(word, 0), cells="." + cells[1:], next_seat=0)

    told = game.candidates(position)

    assert game.moves(position) == ["a9"]
    assert told is None or told == ["a9"]
