"""Epaminondas: phalanxes, what they capture, the mirrored board, who has won, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.epaminondas import Epaminondas
from pbmserv.games.repetition import Remembering
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

EPAMINONDAS = Epaminondas()


def small(rows: str, seat: int = 0) -> Remembering:
    """A position of eight by eight squares, by its rows from above."""
    return Remembering(8, rows.replace(" ", ""), seat)


def lone(*pieces: str, seat: int = 0) -> Remembering:
    """A position of eight by eight squares, by its men: `oc3`."""
    board = EPAMINONDAS.board(started(EPAMINONDAS, board="8x8"))
    return Remembering(8, "." * 64, seat).with_changes({board.place_of[p[1:]]: p[0] for p in pieces}, seat, ())


def moves_of(position: Remembering, rear: str) -> list[str]:
    """Where the front of a phalanx with this rear can go, in reading order."""
    ends = [end for start, _, end in (move.partition("-") for move in EPAMINONDAS.moves(position)) if start == rear]
    return sorted(ends, key=EPAMINONDAS.board(position).names.index)


def after(position: Remembering, move: str) -> Remembering:
    return EPAMINONDAS.apply(position, EPAMINONDAS.known_paths(position)[move])


def men(position: Remembering) -> list[str]:
    names = EPAMINONDAS.board(position).names
    return sorted(f"{there}{name}" for name, there in zip(names, position.cells, strict=True) if there != ".")


def test_both_begin_with_two_full_rows_and_white_first() -> None:
    start = started(EPAMINONDAS)

    assert start.cells == "x" * 28 + "." * 112 + "o" * 28
    assert EPAMINONDAS.seat_name(start, start.next_seat) == "White"
    assert drawn(EPAMINONDAS, start)[-1].split() == [*"abcdefghijklmn"]


@pytest.mark.parametrize(("board", "counts"), [("8x8", [60, 3600]), ("14x12", [114, 12996])])
def test_as_many_positions_follow_as_in_the_second_reading(board: str, counts: list[int]) -> None:
    start = started(EPAMINONDAS, board=board)

    assert [nodes(EPAMINONDAS, start, depth) for depth in range(1, len(counts) + 1)] == counts


def test_a_man_alone_goes_to_any_free_square_beside_him_and_captures_nothing() -> None:
    assert moves_of(lone("oc3", "xc4", "xh8"), "c3") == ["b4", "d4", "b3", "d3", "b2", "c2", "d2"]


def test_a_phalanx_goes_as_far_as_it_has_men_along_its_own_line() -> None:
    position = lone("oa1", "ob2", "oc3", "xh7")

    assert [end for end in moves_of(position, "a1") if end not in {"a2", "b1"}] == ["f6", "e5", "d4"]
    assert men(after(position, "a1-e5")) == ["oc3", "od4", "oe5", "xh7"]
    assert men(after(position, "a1-f6")) == ["od4", "oe5", "of6", "xh7"]


def test_a_part_of_a_phalanx_goes_no_farther_than_it_has_men() -> None:
    position = lone("oa1", "ob2", "oc3", "xh7")

    assert "e5" in moves_of(position, "b2")
    assert "f6" not in moves_of(position, "b2")
    assert men(after(position, "b2-e5")) == ["oa1", "od4", "oe5", "xh7"]


def test_the_part_that_moves_has_nothing_in_front_of_it() -> None:
    assert "b2" not in moves_of(lone("oa1", "ob2", "oc3", "xh7"), "a1")


@pytest.mark.parametrize(
    ("enemies", "is_taken"),
    [
        (["xd1"], True),
        (["xd1", "xe1"], True),
        (["xd1", "xe1", "xf1"], False),
        (["xd1", "xe1", "xg1", "xh1"], True),  # a gap ends the line
        (["xe1"], True),
        (["xf1"], True),
        (["xg1"], False),  # too far
    ],
)
def test_a_phalanx_captures_only_fewer_men_than_move(enemies: list[str], is_taken: bool) -> None:
    position = lone("oa1", "ob1", "oc1", "xh8", *enemies)
    first = enemies[0][1:]

    assert (first in moves_of(position, "a1")) == is_taken
    if is_taken:
        left = [each for each in enemies if each in ("xg1", "xh1")]
        assert [each for each in men(after(position, f"a1-{first}")) if each[0] == "x"] == sorted([*left, "xh8"])


def test_a_phalanx_goes_over_nobody() -> None:
    position = lone("oa1", "ob1", "oc1", "xd1", "xh8")

    assert moves_of(position, "a1") == ["a2", "b2", "d1"]
    assert men(after(position, "a1-d1")) == ["ob1", "oc1", "od1", "xh8"]


def test_whoever_has_more_men_across_at_the_beginning_of_a_turn_has_won() -> None:
    position = lone("oa7", "oh2", "xc2", "xh5")
    across = after(position, "a7-a8")
    assert EPAMINONDAS.result(across) is None
    assert EPAMINONDAS.status(across, None) == ("Men on the other side: White 1, Black 0.",)

    as_many = after(across, "c2-c1")
    assert EPAMINONDAS.result(as_many) is None

    result = EPAMINONDAS.result(after(across, "h5-h4"))
    assert result is not None
    assert result.winner == 0
    assert result.reason == "White has more men on the other side at the beginning of a turn: 1 against 0."


def test_a_man_who_has_come_across_can_still_be_captured() -> None:
    position = after(lone("oa7", "oh2", "xb8", "xc8"), "a7-a8")

    saved = after(position, "c8-a8")
    assert men(saved) == ["oh2", "xa8", "xb8"]
    assert EPAMINONDAS.result(saved) is None


def test_no_man_goes_onto_the_others_first_row_where_the_board_is_mirrored_then() -> None:
    # With the man on b8 both sides of the board would be alike.
    position = lone("ob7", "og8", "xd1", "xe1")

    assert "b8" not in moves_of(position, "b7")
    assert {"a8", "c8"} <= {*moves_of(position, "b7")}
    assert refusal(EPAMINONDAS, position, "b7-b8").words == (
        "No man may go onto the other's home row where that makes the left half of the board the mirror of the right."
    )


def test_elsewhere_the_board_may_be_mirrored() -> None:
    assert "b7" in moves_of(lone("ob6", "og7", "xd3", "xe3"), "b6")


def test_whoever_cannot_move_has_lost() -> None:
    position = after(lone("oa1", "ob1", "xc1"), "a1-c1")

    result = EPAMINONDAS.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Black cannot move any more.")


def test_the_third_time_of_a_position_is_a_tie() -> None:
    position = played(EPAMINONDAS, "c2-c3 c11-c10 c3-c2 c10-c11 " * 2)

    result = EPAMINONDAS.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (None, "The same position has come for the third time.")


def test_two_hundred_moves_without_a_capture_are_a_tie() -> None:
    position = Remembering(8, lone("oc3", "xf6").cells, 0, (), tuple(str(each) for each in range(199)))

    assert EPAMINONDAS.status(position, None) == ("Moves since a man was captured: 199; 200 are a tie.",)
    result = EPAMINONDAS.result(after(position, "c3-c4"))
    assert result is not None
    assert (result.winner, result.reason) == (None, "Nothing was captured in 200 moves.")


@pytest.mark.parametrize("typed", ["c1-c4", "c1 c4", "C1C4", "c1xc4", "c1-c2-c4", "man c1 to c4"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(EPAMINONDAS, started(EPAMINONDAS), typed) == "c1-c4"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("c1-d4", "Men go straight along a line, and d4 is not in one with c1."),
        ("c1-c5", "There are 2 men in that line, which go 2 squares at most."),
        ("c2-c4", "There is 1 man in that line, which goes 1 square at most."),
        ("c1-c2", "One of your own men is there: name the square where the man in front goes."),
        ("c11-c10", "Black's man lies on c11, and it is White's turn."),
        ("c1-z4", "The square z4 is not on the board: its squares are a1 to n12."),
        ("pass", "Nobody passes here: whoever cannot move has lost."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    assert refusal(EPAMINONDAS, started(EPAMINONDAS), typed).words.startswith(why)


@pytest.mark.parametrize(
    ("pieces", "typed", "why"),
    [
        ("oa1 ob1 xc1 xd1", "a1-c1", "A phalanx captures only one of fewer men: here 2 would meet 2."),
        ("oa1 xb1", "a1-b1", "A phalanx captures only one of fewer men: here 1 would meet 1."),
        ("oa1 ob1 xc1", "a1-d1", "A man on c1 is in the way."),
        ("oa1 ob1 oc1 oe1 xh8", "a1-f1", "A man on e1 is in the way."),
    ],
)
def test_refusals_say_what_is_in_the_way(pieces: str, typed: str, why: str) -> None:
    assert refusal(EPAMINONDAS, lone(*pieces.split()), typed).words == why


def test_a_page_shows_all_men_of_a_phalanx_go_and_those_taken_leave() -> None:
    position = lone("oa1", "ob1", "xc1", "xh8")

    assert EPAMINONDAS.slides(position, 0, ("a1", "c1"), "a1-c1") == ("", "b1 c1 a1 b1 c1 -")
