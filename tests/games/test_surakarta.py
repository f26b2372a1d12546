"""Surakarta: steps, captures around loops, ends by capture and by count, refusals, and how the loops are drawn."""

from __future__ import annotations

import pytest

from pbmserv.games.boards.loops import LoopedPoints
from pbmserv.games.grid_game import grid_of
from pbmserv.games.picture import Path
from pbmserv.games.repetition import Remembering
from pbmserv.games.surakarta import Surakarta
from pbmserv.pictures.sides import turned
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

SURAKARTA = Surakarta()


def board(rows: str, seat: int = 0) -> Remembering:
    """A position by its rows from above."""
    return Remembering(6, rows.replace(" ", ""), seat)


def moves_of(position: Remembering, place: str) -> list[str]:
    """Where the piece on a place can go."""
    return [end for start, _, end in (move.partition("-") for move in SURAKARTA.moves(position)) if start == place]


def test_twelve_pieces_of_each_begin_on_the_two_rows_that_are_nearest() -> None:
    assert started(SURAKARTA).cells == "oooooo" * 2 + "......" * 2 + "xxxxxx" * 2


def test_as_many_positions_follow_as_in_the_second_reading() -> None:
    assert [nodes(SURAKARTA, started(SURAKARTA), depth) for depth in (1, 2, 3)] == [16, 256, 5382]


def test_a_piece_goes_to_any_free_point_beside_it() -> None:
    position = board("o..... ...... ...... ..x... .x.... ......")

    assert moves_of(position, "c3") == ["c4", "d4", "d3", "d2", "c2", "b3", "b4"]


@pytest.mark.parametrize(
    ("rows", "start", "taken"),
    [
        # Around the small loop at the lower left: down from b1, in again on a2.
        ("...... ...... ...... ...... .o.... .x....", "b1", ["b2"]),
        ("...... ...... ...... ...... o..... .x....", "b1", ["a2"]),
        # Around the large loop at the upper left: left from a4, in again on c6.
        ("..o... ...... .x.... ...... ...... ......", "b4", ["c6"]),
        # Two loops: up from c6, in again on a4, along the row to f4, and in again on d6.
        ("..x... ...... ...... ...... ...... ...o..", "c6", ["d1"]),
    ],
)
def test_a_piece_captures_around_loops(rows: str, start: str, taken: list[str]) -> None:
    position = board(rows)

    assert [
        end for end in moves_of(position, start) if position[SURAKARTA.board(position).place_of[end]] != "."
    ] == taken


def test_two_ways_to_the_same_piece_are_one_move() -> None:
    position = board("...... ...... ...... ...... o..... .x....")

    assert moves_of(position, "b1").count("a2") == 1
    assert SURAKARTA.steps(position, 0, "b1-a2") == ("b1", "a2")
    assert (
        SURAKARTA.apply(position, SURAKARTA.known_paths(position)["b1-a2"]).cells
        == board("...... ...... ...... ...... x..... ......").cells
    )


def test_a_piece_may_cross_the_point_from_which_it_has_come() -> None:
    # From b5 up and around to a5, along its row over b5 itself, around to e6, and down to e3.
    position = board("...... .x.... ...... ....o. .o.... ......")

    assert "e3" in moves_of(position, "b5")


@pytest.mark.parametrize(
    ("rows", "start", "end"),
    [
        ("...... .x.... xx..o. .x.... ...... ......", "b4", "e4"),  # along a line alone
        ("..o... ...... xxx... ...... ...... ......", "b4", "c6"),  # an own piece in between
        ("..o... ...... oxx... ...... ...... ......", "b4", "c6"),  # one of the other's before the loop
        ("..oo.. ...... .x.... ...... ...... ......", "b4", "d5"),  # nothing there
        ("o..... ...... ...... ...... ...... x....o", "a1", "f1"),  # lines of the edge have no loops
    ],
)
def test_what_is_no_capture(rows: str, start: str, end: str) -> None:
    assert end not in moves_of(board(rows), start)


def test_nobody_has_to_capture() -> None:
    assert moves_of(board("..o... ...... .x.... ...... ...... ......"), "b4") == [
        "b5", "c5", "c4", "c3", "b3", "a3", "a4", "a5", "c6",
    ]  # fmt: skip


def test_who_captures_the_last_piece_has_won() -> None:
    position = SURAKARTA.apply(board("..o... ...... .x.... ...... ...... ......"), (13, 2))

    result = SURAKARTA.result(position)
    assert result is not None
    assert (result.winner, result.reason, result.scores) == (0, "Black has captured all pieces.", (1, 0))


def test_who_cannot_move_has_lost() -> None:
    position = board("ox.... xx.... ...... ...... ...... ......", 1)

    result = SURAKARTA.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (0, "White cannot move any more.")


def test_a_position_that_comes_again_ends_the_game_by_count() -> None:
    shuffled = played(SURAKARTA, "c2-c3 c5-c4 c3-b3 c4-d4 b3-c3")
    assert SURAKARTA.result(shuffled) is None

    again = played(SURAKARTA, "c2-c3 c5-c4 c3-b3 c4-d4 b3-c3 d4-c4")
    result = SURAKARTA.result(again)
    assert result is not None
    assert (result.winner, result.scores) == (None, (12, 12))
    assert result.reason == "A position has come again: Black has 12 pieces, White 12."


def test_fifty_moves_without_a_capture_end_the_game_by_count() -> None:
    position = Remembering(6, "oo...." + "......" * 4 + "..xxx.", 0, (), tuple(str(each) for each in range(49)))

    assert SURAKARTA.result(position) is None
    result = SURAKARTA.result(SURAKARTA.apply(position, (32, 26)))
    assert result is not None
    assert (result.winner, result.scores) == (0, (3, 2))
    assert result.reason == "Nothing was captured in 50 moves: Black has 3 pieces, White 2."


def test_a_capture_begins_the_count_of_moves_anew() -> None:
    position = board("..o..o ...... .x.... ...... ...... ......")

    assert SURAKARTA.apply(position, (13, 19)).earlier == (position.digest,)
    assert SURAKARTA.apply(position, (13, 2)).earlier == ()


@pytest.mark.parametrize("typed", ["c2-c3", "c2 c3", "C2C3", "c2xc3", "piece c2 to c3"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(SURAKARTA, started(SURAKARTA), typed) == "c2-c3"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("c2-c4", "A piece that captures nothing goes to a point next to it, and c4 is not next to c2."),
        (
            "c2-c5",
            "A piece captures only along its lines and around a loop, over free points: no such way leads from",
        ),
        ("c2-c1", "One of your own pieces is on c1."),
        ("c1-c3", "A piece that captures nothing goes to a point next to it"),
        ("c5-c4", "White's piece lies on c5, and it is Black's turn."),
        ("pass", "Nobody passes here: whoever cannot move has lost."),
        ("c2-g2", "The point g2 is not on the board: its points are a1 to f6."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    assert refusal(SURAKARTA, started(SURAKARTA), typed).words.startswith(why)


def test_the_loops_are_drawn_in_characters() -> None:
    lines = drawn(SURAKARTA, played(SURAKARTA, "c2-c3"))

    assert lines[:10] == [
        "           a   b   c   d   e   f",
        "   +---------------+   +---------------+",
        "   |               |   |               |",
        "   |   +-------+   |   |   +-------+   |",
        "   |   |       |   |   |   |       |   |",
        "6  |   |   o---o---o---o---o---o   |   |  6",
        "   |   |   |   |   |   |   |   |   |   |",
        "5  |   +---o---o---o---o---o---o---+   |  5",
        "   |       |   |   |   |   |   |       |",
        "4  +-------.---.---.---.---.---.-------+  4",
    ]
    assert lines[11] == "3  +-------.---.--(x)--.---.---.-------+  3"


def test_the_loops_of_the_picture_are_the_same_when_the_board_is_turned() -> None:
    picture = SURAKARTA.picture(started(SURAKARTA), 0)

    def loops(shown: object) -> list[Path]:
        return [shape.form for shape in getattr(shown, "shapes", ()) if isinstance(shape.form, Path)]

    assert len(loops(picture)) == 1
    assert loops(turned(picture)) == loops(picture)


def test_a_piece_that_goes_around_a_whole_circuit_comes_back() -> None:
    grid = grid_of(LoopedPoints, 6, 6)
    assert isinstance(grid, LoopedPoints)
    names = [
        " ".join(grid.names[each] for each in (*straight, *beyond))
        for straight, beyond in grid.ways_around[grid.place_of["b1"]]
    ]

    assert names == [
        "b2 b3 b4 b5 b6 a5 b5 c5 d5 e5 f5 e6 e5 e4 e3 e2 e1 f2 e2 d2 c2 b2 a2",
        "a2 b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2",
    ]


def test_bots_count_a_piece_that_can_be_captured_unless_it_is_captured_back() -> None:
    free = board("...... ...... ...... ...... .o.... .x....")
    # Whichever of the two on the left is captured, the other one captures back.
    guarded = board(".....x ...... ...... ...... oo.... .x....")
    expected = [shares[0] for shares in (SURAKARTA.evaluate(free), SURAKARTA.evaluate(guarded)) if shares]

    assert expected[0] > 0.6 > expected[1]
