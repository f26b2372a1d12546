"""Halma: camps, jumps, where a man may stop, who has won, who has left, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.base import Illegal
from pbmserv.games.evaluation.halma import candidates, evaluate
from pbmserv.games.halma import BACK, CLOSED, GOAL, HOME, Halma, Position, board_of
from tests.games.grids import CHANCE, drawn, move_read, nodes, played, refusal, started

HALMA = Halma()


def begun(seats: int, size: str = "16") -> Position:
    return HALMA.start({"size": size, "corners": "opposite"}, seats, CHANCE)


def lying(men: str, seat: int = 0, seats: int = 2, size: int = 8, **others: Any) -> Position:
    """A position by its men: `xa1 od4`."""
    places = {board_of(size, seats).place_of[each[1:]]: each[0] for each in men.split()}
    return Position(size, "." * size * size, seats=seats).with_changes(places, seat, (), **others)


def ends(position: Position, start: str) -> list[str]:
    """Where the man on a square can go."""
    moves = [move.partition("-") for move in HALMA.moves(position)]
    return sorted(end for first, _, end in moves if first == start)


def after(position: Position, move: str) -> Position:
    return HALMA.apply(position, HALMA.known_paths(position)[move])


@pytest.mark.parametrize(
    ("size", "seats", "men"),
    [("16", 2, 19), ("16", 3, 13), ("16", 4, 13), ("10", 2, 15), ("10", 4, 10), ("8", 2, 10), ("8", 4, 6)],
)
def test_each_player_begins_with_a_camp_full_of_men(size: str, seats: int, men: int) -> None:
    cells = begun(seats, size).cells

    assert [cells.count(mark) for mark in "xovz"] == [men] * seats + [0] * (4 - seats)


def test_two_players_sit_in_opposite_corners_and_four_clockwise() -> None:
    two, four = board_of(16, 2), board_of(16, 4)

    assert [begun(2)[two.place_of[name]] for name in ("a1", "a16", "p16", "p1")] == [*"x.o."]
    assert [begun(4)[four.place_of[name]] for name in ("a1", "a16", "p16", "p1")] == [*"xovz"]
    assert HALMA.legend(begun(4), None).split("\n")[0] == "Black is x, White is o, Orange is v, Green is z."
    assert HALMA.legend(begun(2), None).split("\n")[0] == "Black is x, White is o."


def test_empty_squares_of_camps_are_colons() -> None:
    lines = drawn(HALMA, played(HALMA, "c2-d3", size="8"))

    assert lines[6:9] == ["3 x x .(x). . . . 3", "2 x x : . . . . . 2", "1 x x x x . . . . 1"]


@pytest.mark.parametrize(("size", "counts"), [("8", [24, 576]), ("16", [36, 1296])])
def test_as_many_positions_follow_as_in_the_second_reading(size: str, counts: list[int]) -> None:
    assert [nodes(HALMA, started(HALMA, size=size), depth) for depth in range(1, len(counts) + 1)] == counts


def test_a_man_goes_one_step_or_jumps_over_anybody_as_often_as_he_likes() -> None:
    position = lying("xd4 xd5 of6 xf2 oh8")

    # Over d5 to d6; over nobody else, for f6 is two squares away.
    assert ends(position, "d4") == ["c3", "c4", "c5", "d3", "d6", "e3", "e4", "e5"]


def test_several_jumps_are_one_move_whichever_way_they_go() -> None:
    position = lying("xd4 oe4 og5 oe5 oh1")

    assert {"f4", "f6", "h6"} <= {*ends(position, "d4")}
    assert HALMA.steps(position, 0, "d4-h6") == ("d4", "h6")
    assert after(position, "d4-h6").cells == lying("xh6 oe4 og5 oe5 oh1").cells


def test_nobody_is_captured() -> None:
    assert sorted(after(lying("xd4 od5 oh8"), "d4-d6").cells.replace(".", "")) == ["o", "o", "x"]


def test_nobody_jumps_over_two_men_nor_over_the_edge() -> None:
    assert "d7" not in ends(lying("xd4 od5 od6 oh8"), "d4")
    assert ends(lying("xg4 oh4 oh8"), "g4") == ["f3", "f4", "f5", "g3", "g5", "h3", "h5"]


def test_while_a_man_is_at_home_every_move_ends_nearer_to_the_goal() -> None:
    position = lying("xa1 xd4 oe1")

    assert ends(position, "d4") == ["d5", "e4", "e5"]
    assert refusal(HALMA, position, "d4-d3").words == BACK
    assert refusal(HALMA, position, "d4-c5").words == BACK


def test_a_man_may_jump_backwards_on_his_way_forwards() -> None:
    # Over c4 back to b4, and on over b5 and c7 to d8.
    position = lying("xa1 xd4 oc4 ob5 oc7")

    assert "d8" in ends(position, "d4")
    assert "b4" not in ends(position, "d4")


def test_when_home_is_empty_men_may_go_back_but_not_home() -> None:
    position = lying("xd3 oh1")

    assert ends(position, "d3") == ["c3", "c4", "d2", "d4", "e2", "e3", "e4"]
    assert refusal(HALMA, position, "d3-c2").words == HOME


def test_a_man_who_has_arrived_stays_in_the_camp_and_may_go_on_there() -> None:
    position = lying("xg7 oh1")

    assert ends(position, "g7") == ["f7", "f8", "g6", "g8", "h6", "h7", "h8"]
    assert refusal(HALMA, position, "g7-f6").words == GOAL


def test_among_four_nobody_stops_in_a_camp_at_the_side() -> None:
    position = lying("xd4 oa5 vh4 zg4", seats=4)

    assert refusal(HALMA, lying("xd7 oa5 vh4 zg4", seats=4), "d7-c8").words == CLOSED
    assert "e5" in ends(position, "d4")


def test_two_players_may_begin_in_corners_beside_each_other() -> None:
    position = started(HALMA, corners="beside")
    board = HALMA.board(position)

    assert [position[board.place_of[name]] for name in ("a1", "a16", "p16", "p1")] == ["x", "o", ".", "."]
    assert HALMA.status(played(HALMA, "e1-f1", corners="beside"), None)
    with pytest.raises(Illegal) as caught:
        HALMA.check_options({"size": "16", "corners": "beside"}, 4)
    assert caught.value.words == "Corners are chosen for two players only: leave out -corners."


def test_among_two_the_other_corners_are_free() -> None:
    assert "b8" in ends(lying("xc7 oh1"), "c7")


CAMP = ["e8", "f8", "g8", "h8", "f7", "g7", "h7", "g6", "h6"]


def test_whoever_fills_the_opposite_camp_has_won() -> None:
    position = after(lying(" ".join(f"x{name}" for name in CAMP) + " xh4 oa1"), "h4-h5")

    result = HALMA.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has filled the camp.")
    assert len(HALMA.winning_cells(position)) == 10


def test_men_of_others_who_never_left_count_as_well() -> None:
    men = " ".join(f"o{name}" for name in CAMP)

    result = HALMA.result(after(lying(f"{men} xh4 oa5"), "h4-h5"))
    assert result is not None
    assert result.winner == 0


def test_nobody_wins_by_men_of_the_others_alone() -> None:
    assert HALMA.result(begun(2)) is None
    assert HALMA.result(played(HALMA, "c2-d3", size="8")) is None


@pytest.mark.parametrize(
    ("men", "winner", "told"),
    [("xg7 xh7 xd4 oc4 ob1", 0, "Black 2, White 1"), ("xg7 xd4 oc4 ob1", None, "Black 1, White 1")],
)
def test_after_many_moves_it_is_counted_who_has_arrived(men: str, winner: int | None, told: str) -> None:
    position = lying(men, moves=399)
    assert HALMA.status(position, None)[-1] == "Moves made: 399; after 400 the men who have arrived are counted."

    result = HALMA.result(after(position, "d4-d5"))
    assert result is not None
    assert (result.winner, result.reason) == (winner, f"After 400 moves it is counted who has arrived: {told}.")


def test_who_cannot_move_is_passed_over() -> None:
    # White's only man stands in the corner behind men of Black's.
    position = lying("xd4 oa1 xb1 xa2 xb2 xc1 xc2 xc3 xb3 xa3")
    played_on = HALMA.play(position, 0, "d4-d5", CHANCE)

    assert played_on.position.next_seat == 0
    assert [str(note.text) for note in played_on.notes] == ["White has no move, and is passed over."]


def test_among_four_the_turn_goes_clockwise_past_who_has_left() -> None:
    position = begun(4)
    for number, move in enumerate(("d1-d3", "d16-d14", "m16-m14", "m1-m3", "d2-d4")):
        assert position.next_seat == number % 4
        position = HALMA.play(position, position.next_seat, move, CHANCE).position

    skipped = HALMA.skip(position, 1, CHANCE).position
    assert (skipped.next_seat, skipped.cells) == (2, position.cells)
    for seat in (2, 3, 0):
        assert skipped.next_seat == seat
        skipped = HALMA.apply(skipped, next(iter(HALMA.legal_paths(skipped))))
    assert skipped.next_seat == 2
    assert HALMA.rejoin(HALMA.skip(position, 1, CHANCE).position, 1, CHANCE).position.left == ()


def test_who_has_left_does_not_win_by_count() -> None:
    position = lying("xd4 of1 og1 oh1 vg7 za8", seats=4, moves=799, left=(1,))

    result = HALMA.result(after(position, "d4-d5"))
    assert result is not None
    assert result.winner != 1


def test_the_board_tells_who_has_arrived_and_who_still_goes_forwards() -> None:
    assert HALMA.status(lying("xa1 xg7 od4", moves=9), None) == (
        "Men who have arrived: Black 1, White 0.",
        "With men at home, and so to move forwards: Black.",
    )
    assert HALMA.advantage(lying("xa1 xg7 od4"), 0) == "1 arrived"
    assert HALMA.advantage(lying("xa1 xg7 od4"), 1) == ""


@pytest.mark.parametrize("typed", ["e1-e3", "e1 e3", "E1E3", "man e1 to e3"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(HALMA, started(HALMA), typed) == "e1-e3"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("a1-a2", "The square a2 is taken: Black's man lies there."),
        ("a1-h8", "A man goes to a square beside him, or jumps over men next to him onto free squares: h8 is not"),
        ("p16-p10", "White's man lies on p16, and it is Black's turn."),
        ("a1-z3", "The square z3 is not on the board: its squares are a1 to p16."),
        ("pass", "Whoever cannot move is passed over by the server; nobody else passes."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    assert refusal(HALMA, started(HALMA), typed).words.startswith(why)


def test_nobody_else_can_move_a_man_of_theirs_to_where_it_is_forbidden() -> None:
    with pytest.raises(Illegal):
        HALMA.play(lying("xg7 oh1"), 0, "g7-e6", CHANCE)


def test_machine_players_are_told_who_is_ahead_and_which_moves_bring_men_far() -> None:
    start = started(HALMA)
    assert evaluate(HALMA, lying("xg7 oh4"))[0] > 0.6
    assert sum(evaluate(HALMA, begun(4))) == pytest.approx(1)
    assert len(evaluate(HALMA, start)) == 2

    told = candidates(HALMA, start)
    assert told is not None
    assert set(told) <= {*HALMA.moves(start)}
    assert len(told) == 24
