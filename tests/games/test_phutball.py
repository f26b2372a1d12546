"""Phutball: men, jumps, goals, and turns of several steps."""

from __future__ import annotations

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import LEVELS
from pbmserv.games.base import Illegal
from pbmserv.games.phutball import MOST_TURNS, Phutball, Position
from tests.games.grids import CHANCE, drawn, played, refusal, started

GAME = Phutball()


def bare(ball: str, men: str, next_seat: int = 0) -> Position:
    """A small pitch with these men."""
    start = started(GAME, board="13x9")
    place_of = GAME.board(start).place_of
    cells = ["."] * len(start.cells)
    for name in men.split():
        cells[place_of[name]] = "x"
    cells[place_of[ball]] = "o"
    return Position(9, "".join(cells), next_seat)


def jumped(position: Position, move: str) -> Position:
    return GAME.play(position, position.next_seat, move, CHANCE).position


def lying(position: Position) -> dict[str, str]:
    names = GAME.board(position).names
    return {name: there for name, there in zip(names, position.cells, strict=True) if there != "."}


def ends(position: Position) -> set[str]:
    return {move for move in GAME.moves(position) if "-" in move}


def test_the_ball_begins_in_the_middle() -> None:
    assert lying(started(GAME)) == {"h10": "o"}
    assert lying(started(GAME, board="13x9")) == {"e7": "o"}
    assert lying(started(GAME, handicap=2)) == {"h8": "o"}
    assert len(drawn(GAME, started(GAME))) == 21


def test_a_turn_adds_a_man_that_belongs_to_nobody() -> None:
    after = played(GAME, "h11 j12")

    assert lying(after) == {"h10": "o", "h11": "x", "j12": "x"}
    assert after.next_seat == 0


def test_the_ball_jumps_over_a_whole_line_of_men_which_are_taken_away() -> None:
    position = bare("e5", "e6 e7 e8 a1")

    after = jumped(position, "e5-e9")

    assert ends(position) == {"e5-e9"}
    assert lying(after) == {"e9": "o", "a1": "x"}


def test_it_jumps_in_all_eight_directions() -> None:
    position = bare("e5", "e6 f6 f5 f4 e4 d4 d5 d6")

    assert ends(position) == {"e5-e7", "e5-g7", "e5-g5", "e5-g3", "e5-e3", "e5-c3", "e5-c5", "e5-c7"}


def test_a_turn_ends_by_itself_where_nothing_can_be_jumped_over_any_more() -> None:
    assert jumped(bare("e5", "e6"), "e5-e7").next_seat == 1


def test_where_it_can_go_on_the_player_jumps_or_stops() -> None:
    position = jumped(bare("e5", "e6 f7"), "e5-e7")

    assert (position.next_seat, position.is_jumping) == (0, True)
    assert {*GAME.moves(position)} == {"e7-g7", "done"}
    assert GAME.status(position, 0) == ("Red can jump on with the ball, or is done.",)
    stopped = jumped(position, "done")
    assert (stopped.next_seat, stopped.is_jumping) == (1, False)
    assert isinstance(refusal(GAME, position, "a1"), Illegal)


@pytest.mark.parametrize("text", ["e5-e7-g7 done", "e5-e7,e7-g7,done", "E5-E7 E7-G7; done"])
def test_all_jumps_of_a_turn_can_be_written_at_once(text: str) -> None:
    position = bare("e5", "e6 f7 h7")
    made = GAME.play(position, 0, text, CHANCE)

    assert made.move == "e5-e7,e7-g7,done"
    assert lying(made.position) == {"g7": "o", "h7": "x"}
    assert made.position.next_seat == 1


@pytest.mark.parametrize(
    ("ball", "men", "move", "seat", "winner"),
    [
        ("e11", "e12", "e11-e13", 0, 0),
        ("e3", "e2", "e3-e1", 1, 1),
        ("e12", "e13", "e12-top", 0, 0),
        ("e2", "e1", "e2-bottom", 1, 1),
        ("e3", "e2", "e3-e1", 0, 1),
        ("e12", "f13", "e12-top", 1, 0),
    ],
)
def test_whose_goal_line_the_ball_comes_to_has_won(ball: str, men: str, move: str, seat: int, winner: int) -> None:
    result = GAME.result(jumped(bare(ball, men, seat), move))

    assert result is not None
    assert result.winner == winner


def test_the_ball_may_leave_the_opponents_goal_line_in_the_same_turn() -> None:
    position = jumped(bare("e3", "e2 f1"), "e3-e1")

    assert GAME.result(position) is None
    assert GAME.result(jumped(position, "e1-g1")) is not None
    back = jumped(bare("e3", "e2 f2"), "e3-e1")
    assert GAME.result(jumped(back, "e1-g3")) is None


def test_the_ball_does_not_jump_over_a_side_line() -> None:
    assert ends(bare("b5", "a5")) == set()
    assert ends(bare("b13", "a13")) == set()


def test_after_two_hundred_turns_of_each_it_is_a_tie() -> None:
    position = Position(9, bare("e5", "").cells, turns=MOST_TURNS - 1)

    result = GAME.result(jumped(position, "a1"))

    assert result is not None
    assert (result.winner, str(result.reason)) == (None, "Nobody has scored in 200 turns of each.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("e5", "The ball lies on e5. To jump, name where it lands, too."),
        ("e6", "A man lies on e6 already."),
        ("e6-e7", "Only the ball jumps, and it lies on e5."),
        ("e5-e8", "The ball does not jump there: it can jump e5-e7."),
    ],
)
def test_a_refusal_says_what_the_ball_can_do(text: str, words: str) -> None:
    assert str(refusal(GAME, bare("e5", "e6"), text).words) == words


@pytest.mark.parametrize(("ball", "men", "seat", "move"), [("e11", "e12", 0, "e11-e13"), ("e3", "e2", 1, "e3-e1")])
def test_a_machine_player_scores_where_it_can(ball: str, men: str, seat: int, move: str) -> None:
    position = bare(ball, men, seat)

    assert choose(GAME, position, seat, LEVELS[0], b"seed") == move


def test_nobody_is_told_to_be_passed_over_while_the_ball_can_jump_on() -> None:
    position = bare("e5", "e6 e8")

    made = GAME.play(position, 0, "e5-e7", CHANCE)

    assert made.position.next_seat == 0
    assert made.notes == ()


def test_done_may_stand_behind_a_jump_after_which_the_turn_is_over_anyway() -> None:
    position = bare("e5", "e6")

    assert GAME.play(position, 0, "e5-e7 done", CHANCE).position == GAME.play(position, 0, "e5-e7", CHANCE).position
