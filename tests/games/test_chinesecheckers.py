"""Chinese checkers: the star, jumps, where a man may stop, who changes places, who has won, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.base import Result
from pbmserv.games.boards.star import PLACES, WIDTH
from pbmserv.games.chinesecheckers import ChineseCheckers, star_of
from pbmserv.games.evaluation.halma import candidates, evaluate
from pbmserv.games.halma import GOAL, Position
from tests.games.grids import CHANCE, drawn, move_read, nodes, played, refusal, started

STAR = ChineseCheckers()
TOP = "m17 l16 n16 k15 m15 o15 j14 l14 n14 p14"
BOTTOM = "m1 l2 n2 k3 m3 o3 j4 l4 n4 p4"


def begun(seats: int) -> Position:
    return STAR.start({}, seats, CHANCE)


def lying(men: str, seat: int = 0, seats: int = 2, **others: Any) -> Position:
    """A position by its men: `xa5 om17`."""
    places = {star_of(seats).place_of[each[1:]]: each[0] for each in men.split()}
    return Position(WIDTH, "." * PLACES, seats=seats).with_changes(places, seat, (), **others)


def men(mark: str, names: str) -> str:
    return " ".join(f"{mark}{name}" for name in names.split())


def ends(position: Position, start: str) -> list[str]:
    """Where the man on a cell can go."""
    moves = [move.partition("-") for move in STAR.moves(position)]
    return sorted(end for first, _, end in moves if first == start)


def after(position: Position, move: str) -> Position:
    return STAR.apply(position, STAR.known_paths(position)[move])


def how_it_ended(position: Position) -> Result:
    result = STAR.result(position)
    assert result is not None
    return result


def test_the_board_is_a_star_of_121_cells_in_upright_columns_and_rows_from_below() -> None:
    board = star_of(2)

    assert len(board.names) == 121
    assert (board.names[0], board.names[60], board.names[-1]) == ("m17", "m9", "m1")
    assert drawn(STAR, begun(2))[3:6] == [
        "15            o o o            15",
        "14           o o o o           14",
        "13  . . . . . . . . . . . . .  13",
    ]


@pytest.mark.parametrize(
    ("seats", "tips"),
    [(2, "x..o.."), (3, "x.o.v."), (4, "xo.vz."), (5, "xovzs."), (6, "xovzsk")],
)
def test_players_sit_around_the_star_clockwise_with_ten_men_each(seats: int, tips: str) -> None:
    position, board = begun(seats), star_of(seats)

    assert "".join(position[board.place_of[name]] for name in ("m1", "a5", "a13", "m17", "y13", "y5")) == tips
    assert [position.cells.count(mark) for mark in "xovzsk"[:seats]] == [10] * seats


def test_each_goes_to_the_point_opposite_also_where_nobody_began() -> None:
    board = star_of(5)

    assert [board.goal_of(seat) for seat in range(5)] == [3, 4, 5, 0, 1]
    # Nobody began in the last one, and the third player goes there.
    assert board.in_use == frozenset().union(*board.camps)


def test_empty_cells_of_camps_are_colons_and_said_to_be_in_one() -> None:
    position = played(STAR, "j4-i5")

    assert drawn(STAR, position)[13] == " 5  . . . .(x). . . . . . . .  5"
    assert drawn(STAR, position)[14] == " 4           : x x x           4"
    said = STAR.board(position).words_of(star_of(2).place_of["j4"], STAR.contents(position))
    assert said == "j4, empty, last move, in a camp"


@pytest.mark.parametrize(("seats", "counts"), [(2, [14, 196]), (3, [14, 196])])
def test_as_many_positions_follow_as_in_the_second_reading(seats: int, counts: list[int]) -> None:
    assert [nodes(STAR, begun(seats), depth) for depth in range(1, len(counts) + 1)] == counts


def test_a_man_goes_one_step_in_six_directions_or_jumps_over_anybody_as_often_as_he_likes() -> None:
    assert ends(lying("xm9 om17"), "m9") == ["k9", "l10", "l8", "n10", "n8", "o9"]
    # Over l10 to k11, on over i11 to g11, and from k11 over l12 to m13.
    position = lying("xm9 ol10 xi11 ol12 om17")
    assert {"k11", "g11", "m13"} <= {*ends(position, "m9")}
    assert after(position, "m9-m13").cells == lying("xm13 ol10 xi11 ol12 om17").cells


def test_nobody_jumps_over_two_men_nor_over_the_edge() -> None:
    assert "g9" not in ends(lying("xm9 xk9 xi9 om17"), "m9")
    assert ends(lying("xc13 oa13 om1"), "c13") == ["b12", "d12", "e13"]


def test_a_man_may_stop_in_any_point_and_come_back_home() -> None:
    position = lying("xe5 xi5 om17")

    assert {"g5", "d6", "c5"} <= {*ends(position, "e5")}
    assert "j4" in ends(position, "i5")


def test_a_man_who_has_arrived_stays_in_that_point_and_may_go_on_there() -> None:
    position = lying("xj14 om1")

    assert ends(position, "j14") == ["k15", "l14"]
    assert refusal(STAR, position, "j14-h14").words.startswith("The cell h14 is not on the board")
    assert refusal(STAR, position, "j14-i13").words == GOAL


class TestAnOpponentInTheWay:
    def test_changes_places_with_who_goes_there_by_a_step(self) -> None:
        position = lying("xk13 xm9 oj14 om3")

        assert "j14" in ends(position, "k13")
        assert after(position, "k13-j14").cells == lying("xj14 xm9 ok13 om3").cells

    def test_or_by_his_last_jump(self) -> None:
        position = lying("xi11 xj12 xm9 ok13 om15 om3")

        # Over j12 there is a man of White's on k13, which is no place of a camp.
        assert "k13" not in ends(position, "i11")
        nearer = lying("xk13 xl14 xm9 om15 om3")
        assert "m15" in ends(nearer, "k13")
        assert after(nearer, "k13-m15").cells == lying("xm15 xl14 xm9 ok13 om3").cells

    def test_is_shown_on_a_page_as_two_men_who_go(self) -> None:
        position = lying("xk13 oj14 om3")

        assert STAR.slides(position, 0, ("k13", "j14"), "k13-j14") == ("", "k13 j14 j14 k13")
        assert STAR.slides(position, 0, ("k13", "m13"), "k13-m13") == ()

    def test_does_not_where_nobody_goes(self) -> None:
        assert refusal(STAR, lying("xm9 ok9 om17"), "m9-k9").words == "The cell k9 is taken: White's man lies there."
        # White's own goal is no goal of Black's.
        assert "j4" not in ends(lying("xi5 oj4 om17"), "i5")

    def test_neither_does_a_man_of_one_s_own(self) -> None:
        assert "j14" not in ends(lying("xk13 xj14 om3"), "k13")


def test_whoever_has_all_ten_men_in_the_point_opposite_has_won() -> None:
    nine = men("x", TOP.replace(" p14", ""))
    position = after(lying(f"{nine} xo13 om1"), "o13-p14")

    result = how_it_ended(position)
    assert (result.winner, result.reason) == (0, "Black has filled the camp.")
    assert len(STAR.winning_cells(position)) == 10


def test_a_camp_with_a_man_of_another_player_is_not_filled() -> None:
    nine = men("x", TOP.replace(" m17", ""))
    position = lying(f"{nine} xe5 om17")

    assert STAR.result(after(position, "e5-g5")) is None


def test_whoever_changes_places_can_bring_another_player_s_last_man_home() -> None:
    nine = men("o", BOTTOM.replace(" p4", ""))
    # A ladder leads from p4, where White's last man has to go, to j14, where he stands.
    position = lying(f"{nine} xp4 xo5 xm7 xm9 xm11 xk13 oj14")

    result = how_it_ended(after(position, "p4-j14"))
    assert (result.winner, result.reason) == (1, "White has filled the camp.")


@pytest.mark.parametrize(
    ("board", "winner", "told"),
    [("xm17 xl16 xm9 om1", 0, "Black 2, White 1"), ("xm17 xm9 om1 ok9", None, "Black 1, White 1")],
)
def test_after_many_moves_it_is_counted_who_has_arrived(board: str, winner: int | None, told: str) -> None:
    position = lying(board, moves=199)
    assert STAR.status(position, None)[-1] == "Moves made: 199; after 200 the men who have arrived are counted."

    result = how_it_ended(after(position, "m9-n10"))
    assert (result.winner, result.reason) == (winner, f"After 200 moves it is counted who has arrived: {told}.")


def test_who_cannot_move_is_passed_over() -> None:
    # White's only man stands at the tip behind Black's.
    position = lying("xm9 om17 xl16 xn16 xk15 xm15 xo15")
    played_on = STAR.play(position, 0, "m9-n10", CHANCE)

    assert played_on.position.next_seat == 0
    assert [str(note.text) for note in played_on.notes] == ["White has no move, and is passed over."]


def test_the_turn_goes_clockwise_past_who_has_left() -> None:
    position = begun(6)
    for seat in range(6):
        assert position.next_seat == seat
        position = STAR.apply(position, next(iter(STAR.legal_paths(position))))

    skipped = STAR.skip(position, 0, CHANCE).position
    assert (skipped.next_seat, skipped.cells) == (1, position.cells)
    assert STAR.rejoin(skipped, 0, CHANCE).position.left == ()


def test_six_players_have_a_name_and_a_sign_each() -> None:
    legend = STAR.legend(begun(6), None).split("\n")

    assert legend[0] == "Black is x, White is o, Orange is v, Green is z, Violet is s, Blue is k."
    assert legend[1] == "A colon is an empty cell of a point in use."
    assert len({(figure.shade, figure.emblem) for figure in STAR.figures}) == 6


@pytest.mark.parametrize("typed", ["j4-i5", "j4 i5", "J4I5", "man j4 to i5"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(STAR, started(STAR), typed) == "j4-i5"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("m1-l2", "The cell l2 is taken: Black's man lies there."),
        ("m1-m9", "A man goes to a cell beside him, or jumps over men next to him onto free cells: m9 is not"),
        ("m17-m9", "White's man lies on m17, and it is Black's turn."),
        ("j4-b13", "The cell b13 is not on the board: that row has every other one from a13 to y13."),
        ("j4-a17", "The cell a17 is not on the board: the only cell in that row is m17."),
        ("j4-z30", "The cell z30 is not on the board: its lowest cell is m1, its highest m17."),
        ("pass", "Whoever cannot move is passed over by the server; nobody else passes."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    assert refusal(STAR, started(STAR), typed).words.startswith(why)


def test_machine_players_are_told_who_is_ahead_and_which_moves_bring_men_far() -> None:
    assert evaluate(STAR, lying("xm15 om9"))[0] > 0.6
    assert sum(evaluate(STAR, begun(6))) == pytest.approx(1)

    told = candidates(STAR, started(STAR))
    assert told is not None
    assert {*told} <= {*STAR.moves(started(STAR))}
