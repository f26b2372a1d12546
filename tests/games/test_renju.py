"""Renju: forbidden points, who wins, the opening by Yamaguchi's rule, and refusals."""

from __future__ import annotations

from random import Random

import pytest

from pbmserv.games.base import Illegal, Result
from pbmserv.games.evaluation.rows import allowed_candidates, evaluate
from pbmserv.games.fouls import foul_at, fouls_in
from pbmserv.games.renju import Position, Renju
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started

RENJU = Renju()
BOARD = RENJU.board(started(RENJU))


def lying(black: str, white: str = "", seat: int = 0) -> Position:
    """A position by its stones."""
    places = {BOARD.place_of[name]: "x" for name in black.split()}
    places |= {BOARD.place_of[name]: "o" for name in white.split()}
    return started(RENJU, opening="free").with_changes(places, seat, ())  # type: ignore[no-any-return]


def forbidden(black: str, white: str = "") -> list[str]:
    return [BOARD.names[place] for place in fouls_in(lying(black, white).cells)]


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = RENJU.play(position, position.next_seat, move, CHANCE).position
    return position


def how_it_ended(position: Position) -> Result:
    result = RENJU.result(position)
    assert result is not None
    return result


class TestAForbiddenPoint:
    def test_would_make_two_threes(self) -> None:
        assert forbidden("f8 g8 h6 h7") == ["h8"]

    def test_also_with_a_gap(self) -> None:
        assert "h8" in forbidden("e8 g8 h5 h7")

    def test_would_make_two_fours(self) -> None:
        assert "h8" in forbidden("e8 f8 g8 h5 h6 h7")

    def test_also_in_one_line(self) -> None:
        assert "h8" in forbidden("e8 g8 j8 l8")

    def test_would_make_six_or_more_in_a_row(self) -> None:
        assert forbidden("e8 f8 g8 j8 k8") == ["h8"]


class TestAPointIsAllowed:
    def test_where_one_three_could_not_become_a_straight_four(self) -> None:
        assert forbidden("f8 g8 h6 h7", "e8") == []
        # With stones of White two points away there is room for no more than five.
        assert forbidden("f8 g8 h6 h7", "d8 k8") == []

    def test_where_there_is_a_four_and_a_three(self) -> None:
        assert forbidden("e8 f8 g8 h6 h7") == []

    def test_where_it_makes_a_straight_four_which_is_one_four_though_two_points_complete_it(self) -> None:
        assert forbidden("f8 g8 h8") == []

    def test_where_it_makes_five_whatever_else_it_makes(self) -> None:
        assert "h8" not in forbidden("e8 f8 g8 j8 k8 h4 h5 h6 h7")
        assert "h8" not in forbidden("d8 e8 f8 g8 h6 h7 j9 k10")

    def test_where_the_straight_four_of_a_three_would_be_made_by_a_forbidden_stone(self) -> None:
        # At e8 and j8, where the row of three could grow, Black would have six in the column.
        columns = "e5 e6 e7 e9 e10 j5 j6 j7 j9 j10"
        assert {"e8", "j8"} <= {*forbidden(columns)}
        assert "h8" not in forbidden(f"f8 g8 h6 h7 {columns}")
        assert "h8" in forbidden("f8 g8 h6 h7 e5 e6 e7 e9 e10")

    def test_where_only_an_overline_could_come_of_a_three(self) -> None:
        # A stone of Black's beyond each end makes six of a straight four.
        assert forbidden("f8 g8 c8 l8 h6 h7") == []


def test_what_is_seen_at_a_glance_is_what_each_point_says_for_itself() -> None:
    choices = Random(3)  # noqa: S311 - it has to be the same
    fouls = 0
    for _ in range(12):
        cells = "".join(choices.choices("xo.", (3, 2, 5), k=225))
        found = [place for place, there in enumerate(cells) if there == "." and foul_at(cells, place)]
        assert [*fouls_in(cells)] == found
        fouls += len(found)
    assert fouls > 100


def test_black_wins_with_exactly_five_and_white_with_more_as_well() -> None:
    black = after(lying("e8 f8 g8 h8", "a1 a2 a3 a4"), "j8")
    assert (how_it_ended(black).winner, how_it_ended(black).reason) == (0, "Black has five in a row.")

    white = after(lying("a1 a3", "e8 f8 g8 j8 k8", seat=1), "h8")
    assert (how_it_ended(white).winner, how_it_ended(white).reason) == (1, "White has six in a row.")


def test_white_may_play_where_black_may_not() -> None:
    position = lying("f8 g8 h6 h7", "f9 g9 h10 h11", seat=1)

    assert "h8" in RENJU.moves(position)
    assert "h8" not in RENJU.moves(lying("f8 g8 h6 h7", "f9 g9 h10 h11"))


def test_forbidden_points_are_marked_while_black_is_to_move() -> None:
    position = lying("f8 g8 h6 h7", "a1")

    assert drawn(RENJU, position)[8] == " 8 . . . . . x x ! . . . . . . . 8"
    assert drawn(RENJU, after(position, "a3"))[8] == " 8 . . . . . x x . . . . . . . . 8"
    picture = RENJU.picture(position, 0)
    assert [shape.words for shape in picture.shapes if "forbidden" in shape.words] == ["h8, forbidden point"]


@pytest.mark.parametrize(
    ("black", "made"),
    [
        ("f8 g8 h6 h7", "two threes"),
        ("e8 f8 g8 h5 h6 h7", "two fours"),
        ("e8 f8 g8 j8 k8", "more than five in a row"),
    ],
)
def test_a_forbidden_stone_is_refused_with_what_it_would_make(black: str, made: str) -> None:
    words = refusal(RENJU, lying(black), "h8").words

    assert words == f"Black may not play there: it would make {made}. Such points are marked."


OPENED = "h8 h9 j10 three"


class TestYamaguchisOpening:
    def test_the_first_player_lays_three_stones_near_the_middle(self) -> None:
        assert RENJU.moves(started(RENJU)) == ["h8"]
        assert sorted(RENJU.moves(played(RENJU, "h8"))) == ["g7", "g8", "g9", "h7", "h9", "j7", "j8", "j9"]
        third = played(RENJU, "h8 h9")
        assert (third.next_seat, len(RENJU.moves(third))) == (0, 23)
        assert played(RENJU, "h8,h9,j10").cells.count("x") == 2

    def test_says_how_many_fifth_stones_there_will_be_and_the_other_chooses_the_colour(self) -> None:
        counted = played(RENJU, "h8 h9 j10")
        assert (counted.next_seat, RENJU.moves(counted)[:3]) == (0, ["one", "two", "three"])

        position = played(RENJU, OPENED)
        assert (position.next_seat, RENJU.moves(position), position.fifths) == (1, ["black", "white"], 3)

    @pytest.mark.parametrize(("colour", "next_seat"), [("black", 0), ("white", 1)])
    def test_white_lays_the_fourth_stone_anywhere(self, colour: str, next_seat: int) -> None:
        position = played(RENJU, f"{OPENED} {colour}")

        assert position.next_seat == next_seat
        assert len(RENJU.moves(position)) == 222
        assert RENJU.seat_name(position, 1 - next_seat) == "Black"
        assert after(position, "a1").cells[BOARD.place_of["a1"]] == "o"

    def test_black_offers_fifth_stones_and_white_chooses_one_and_goes_on(self) -> None:
        position = played(RENJU, f"{OPENED} white g9 f6 k7 h6")

        assert (position.next_seat, sorted(RENJU.moves(position))) == (1, ["f6", "h6", "k7"])
        chosen = after(position, "k7")
        assert (chosen.next_seat, chosen.cells.count("*"), chosen[BOARD.place_of["k7"]]) == (1, 0, "x")
        assert after(chosen, "k8")[BOARD.place_of["k8"]] == "o"

    def test_no_fifth_stone_is_like_another_but_for_turning_and_reflecting(self) -> None:
        # All four stones lie in the middle column.
        position = played(RENJU, "h8 h9 h10 two white h7")

        assert "j8" in RENJU.moves(position)
        offered = after(position, "g8")
        assert not {"g8", "j8"} & {*RENJU.moves(offered)}
        refused = refusal(RENJU, offered, "j8")
        assert refused.words == "That point is like one that is offered already, as the stones lie."

    def test_a_single_fifth_stone_needs_no_choice(self) -> None:
        position = played(RENJU, "h8 h9 j10 one white g9 f6")

        assert (position.next_seat, position.cells.count("*"), position.opening) == (1, 0, "")

    def test_the_board_tells_what_is_to_be_done(self) -> None:
        told = [RENJU.status(played(RENJU, moves), None)[0] for moves in ("", "h8 h9 j10", OPENED, f"{OPENED} white")]

        assert told[0] == "Opening: these stones are to be laid, in this order: black, white, black."
        assert told[1] == (
            "Opening: one, two, three, four, five, six, seven, eight, nine, ten, eleven or twelve (how many fifth "
            "stones Black offers)."
        )
        assert told[2] == "Opening: black (play Black) or white (play White, and lay the next stone)."
        assert told[3] == "Opening: White lays the fourth stone; Black will offer 3."
        offering, choosing = (
            RENJU.status(played(RENJU, f"{OPENED} white g9 {moves}"), None)[0] for moves in ("f6", "f6 k7 h6")
        )
        assert offering == "Opening: fifth stones that Black still offers: 2."
        assert choosing == "Opening: White chooses one of the fifth stones."

    def test_what_a_turn_has_may_be_one_move(self) -> None:
        assert played(RENJU, "h8,h9,j10,three") == played(RENJU, OPENED)

    def test_a_number_can_be_typed_in_figures(self) -> None:
        before = played(RENJU, "h8 h9 j10")

        assert played(RENJU, "h8 h9 j10 2") == played(RENJU, "h8 h9 j10 two") != before
        assert "Choose first" in refusal(RENJU, before, "13").words

    def test_who_has_chosen_black_wins_with_black_stones(self) -> None:
        position = played(RENJU, "h8 h9 j10 one black a1 g7 a3 f6 a5 e5 a7 d4")

        assert (how_it_ended(position).winner, how_it_ended(position).reason) == (1, "Black has five in a row.")

    @pytest.mark.parametrize(
        ("moves", "typed", "words"),
        [
            (
                "",
                "h9",
                (
                    "The first stone lies in the middle, the second next to it, diagonally too, and the third in the "
                    "five by five points around it."
                ),
            ),
            (OPENED, "a1", "Choose first: black (play Black) or white (play White, and lay the next stone)."),
            (OPENED, "swap", "Choose first: black (play Black) or white (play White, and lay the next stone)."),
            (f"{OPENED} white", "black", "There is nothing to choose now: name a point."),
            (f"{OPENED} white g9 f6 k7 h6", "a1", "Choose one of the stones that are offered: k7, f6 or h6."),
        ],
    )
    def test_what_is_out_of_time_is_refused(self, moves: str, typed: str, words: str) -> None:
        refused = refusal(RENJU, played(RENJU, moves), typed)

        assert isinstance(refused, Illegal)
        assert refused.words == words


def test_without_an_opening_black_begins_in_the_middle_and_all_points_are_free() -> None:
    position = started(RENJU, opening="free")

    assert RENJU.moves(position) == ["h8"]
    assert refusal(RENJU, position, "h9").words == "Black begins in the middle."
    assert len(RENJU.moves(after(position, "h8"))) == 224


@pytest.mark.parametrize("typed", ["h8", "H8", "stone h8"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(RENJU, started(RENJU), typed) == "h8"


def test_machine_players_are_told_of_no_forbidden_point() -> None:
    position = lying("f8 g8 h6 h7", "c3 c4 c5 m12")

    told = allowed_candidates(RENJU, position)
    assert told
    assert {*told} <= {*RENJU.moves(position)}
    assert allowed_candidates(RENJU, started(RENJU)) is None
    assert sum(evaluate(RENJU, position)) == pytest.approx(1)
