"""Fanorona: lines, captures by approach and withdrawal, going on, ends, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.base import Ambiguous, Result
from pbmserv.games.evaluation.fanorona import evaluate
from pbmserv.games.fanorona import BOARD, MOST_IDLE, WIDTH, Fanorona, Position
from tests.games.grids import CHANCE, drawn, move_read, refusal, started

FANORONA = Fanorona()


def lying(stones: str, seat: int = 0, **others: Any) -> Position:
    """A position by its stones: `oe3 xa1`."""
    places = {BOARD.place_of[each[1:]]: each[0] for each in stones.split()}
    return Position(WIDTH, "." * 45).with_changes(places, seat, (), **others)


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = FANORONA.play(position, position.next_seat, move, CHANCE).position
    return position


def moves(position: Position) -> list[str]:
    return sorted(FANORONA.moves(position))


def how_it_ended(position: Position) -> Result:
    result = FANORONA.result(position)
    assert result is not None
    return result


def test_each_begins_with_22_stones_and_only_the_middle_is_free() -> None:
    position = started(FANORONA)

    assert (position.cells.count("o"), position.cells.count("x"), position[BOARD.place_of["e3"]]) == (
        22,
        22,
        ".",
    )
    assert drawn(FANORONA, position)[:6] == [
        "   a   b   c   d   e   f   g   h   i",
        "5  x---x---x---x---x---x---x---x---x  5",
        r"   | \ | / | \ | / | \ | / | \ | / |",
        "4  x---x---x---x---x---x---x---x---x  4",
        r"   | / | \ | / | \ | / | \ | / | \ |",
        "3  x---o---x---o---.---x---o---x---o  3",
    ]


def test_the_first_move_is_a_capture() -> None:
    assert moves(started(FANORONA)) == ["d2-e3", "d3-e3-c3", "d3-e3-f3", "e2-e3", "f2-e3"]


def test_a_stone_goes_along_lines_which_are_diagonal_at_every_other_point() -> None:
    assert moves(lying("oe3 xa5")) == [f"e3-{end}" for end in ("d2", "d3", "d4", "e2", "e4", "f2", "f3", "f4")]
    assert moves(lying("oe2 xa5")) == ["e2-d2", "e2-e1", "e2-e3", "e2-f2"]


class TestAStoneCaptures:
    def test_all_in_a_row_towards_which_it_goes(self) -> None:
        position = after(lying("oc3 xe3 xf3 xg3 xi3"), "c3-d3")

        assert position.cells == lying("od3 xi3").cells

    def test_and_from_which_it_goes(self) -> None:
        assert after(lying("oc3 xb3 xa3 xi5"), "c3-d3").cells == lying("od3 xi5").cells

    def test_also_along_a_diagonal(self) -> None:
        assert after(lying("oc3 xe5 xi1"), "c3-d4").cells == lying("od4 xi1").cells

    def test_on_one_side_only(self) -> None:
        position = lying("oc3 xe3 xb3 xi5")

        assert moves(position) == ["c3-d3-b3", "c3-d3-e3"]
        assert after(position, "c3-d3-e3").cells == lying("od3 xb3 xi5").cells
        assert after(position, "c3-d3-b3").cells == lying("od3 xe3 xi5").cells

    def test_if_it_can(self) -> None:
        refused = refusal(FANORONA, lying("oc3 oi1 xe3 xi5"), "i1-i2")

        assert refused.words == "Whoever can capture has to."


class TestAStoneThatHasCaptured:
    def test_may_go_on_or_stop(self) -> None:
        # From d3 on to d4 it goes towards d5.
        position = after(lying("oc3 xe3 xd5 xi1"), "c3-d3")

        assert (position.next_seat, moves(position)) == (0, ["d3-d4", "done"])
        assert after(position, "done").next_seat == 1
        assert after(position, "d3-d4").cells == lying("od4 xi1").cells

    def test_does_not_go_on_in_the_same_direction(self) -> None:
        # On d3 it would stand next to e3, but it has just gone that way.
        position = after(lying("ob3 xa3 xe3 xi1"), "b3-c3")

        assert position.next_seat == 1

    def test_nor_to_a_point_where_it_has_been(self) -> None:
        position = after(lying("oc3 xe3 xb3 xd5 xi1"), "c3-d3-e3")

        assert "d3-c3" not in moves(position)
        assert refusal(FANORONA, position, "d3-c3").words == "The stone has been on c3 in this turn."

    def test_lets_no_other_stone_move(self) -> None:
        position = after(lying("oc3 oa1 xe3 xd5 xi1"), "c3-d3")

        assert refusal(FANORONA, position, "a1-a2").words == (
            "Only the stone that has captured goes on, on d3: or say done."
        )
        assert refusal(FANORONA, position, "d3-d2").words == (
            "A stone goes on only by capturing, and in another direction than before."
        )

    def test_makes_all_steps_in_one_move(self) -> None:
        begun = lying("oc3 xe3 xd5 xi1")

        assert after(begun, "c3-d3,d3-d4") == after(begun, "c3-d3", "d3-d4")
        assert move_read(FANORONA, begun, "c3-d3, done") == "c3-d3,done"
        assert FANORONA.status(after(begun, "c3-d3"), None) == (
            "The stone on d3 can capture more, or the turn ends with done.",
        )
        assert [choice.text for choice in FANORONA.picture(after(begun, "c3-d3"), 0).choices] == ["done"]
        assert FANORONA.picture(begun, 0).choices == ()


def test_whoever_captures_the_last_stone_has_won() -> None:
    result = how_it_ended(after(lying("oc3 xe3"), "c3-d3"))

    assert (result.winner, result.reason) == (0, "Black has no stone left.")


def test_whoever_cannot_move_has_lost() -> None:
    # At a1 White stands at the end of three lines, each of which is taken twice.
    position = lying("oa1 xa2 xa3 xb1 xc1 xb2 xc3 xi5", seat=1)

    result = how_it_ended(after(position, "i5-i4"))
    assert (result.winner, result.reason) == (1, "White cannot move any more.")


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    position = after(lying("oa1 xi5"), *["a1-a2", "i5-i4", "a2-a1", "i4-i5"] * 2)

    assert how_it_ended(position).reason == "The same position has come for the third time."


def test_so_are_many_moves_without_a_capture() -> None:
    position = lying("oa1 xi5", earlier=("",) * (MOST_IDLE - 1))
    assert FANORONA.status(position, None)[-1] == "Moves since a stone was captured: 99; 100 are a tie."

    result = how_it_ended(after(position, "a1-a2"))
    assert (result.winner, result.reason) == (None, "Nothing was captured in 100 moves.")


@pytest.mark.parametrize("typed", ["e2-e3", "e2 e3", "E2E3", "stone e2 to e3"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(FANORONA, started(FANORONA), typed) == "e2-e3"


def test_a_step_that_captures_on_either_side_is_asked_about() -> None:
    refused = refusal(FANORONA, lying("oc3 xe3 xb3 xi5"), "c3-d3")

    assert isinstance(refused, Ambiguous)
    assert refused.words == (
        "c3-d3 can capture on either side: name the nearest stone that it captures, c3-d3-e3 or c3-d3-b3."
    )


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("a1-e3", "A stone goes to the next point on a line: no line leads from a1 to e3 at once."),
        ("done", "There is nothing to end: your turn ends by itself after a move."),
        ("pass", "Nobody passes here: whoever cannot move has lost."),
        ("d4-e3", "Black's stone lies on d4, and it is White's turn."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    refused = refusal(FANORONA, started(FANORONA), typed)

    assert refused.words.startswith(why)


def test_a_page_shows_what_goes_and_what_is_captured() -> None:
    both, one = lying("oc3 xe3 xb3 xi5"), lying("oc3 xe3 xf3 xi5")

    assert FANORONA.slides(one, 0, ("c3", "d3"), "c3-d3") == ("", "c3 d3 e3 - f3 -")
    assert FANORONA.slides(both, 0, ("c3", "d3", "b3"), "c3-d3-b3") == ("", "c3 d3", "b3 -")
    assert FANORONA.steps(both, 0, "c3-d3-b3") == ("c3", "d3", "b3")
    going = after(lying("oc3 xe3 xd5 xi1"), "c3-d3")
    assert (FANORONA.steps(going, 0, "done"), FANORONA.slides(going, 0, ("done",), "done")) == (("done",), ())


def test_machine_players_count_stones() -> None:
    assert evaluate(FANORONA, lying("oa1 ob1 oc1 xi5"))[0] > 0.8
    assert evaluate(FANORONA, started(FANORONA))[0] > 0.5


def test_nobody_is_told_to_be_passed_over_while_a_stone_can_capture_more() -> None:
    started_with = started(FANORONA)
    turns = [started_with, after(started_with, "d2-e3")]

    for move in FANORONA.moves(turns[-1]):
        made = FANORONA.play(turns[-1], 1, move, CHANCE)
        assert not any("passed over" in f"{note}" for note in made.notes)
    assert any(after(turns[-1], move).next_seat == 1 for move in FANORONA.moves(turns[-1]))
