"""Janggi: how pieces are set up and go, passes and facing generals, points at the end, notation and pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Unreadable
from pbmserv.games.picture import Line
from pbmserv.games.xiangqi.janggi import Janggi
from pbmserv.games.xiangqi.janggi.rules import BOARD, SETUPS, Position
from pbmserv.pictures.sides import picture_for
from tests.games.grids import CHANCE, drawn, move_read, started
from tests.games.grids import refusal as refused_by

GAME = Janggi()
GENERALS = {"e1": "G", "d8": "g"}


def bare(cells: dict[str, str], next_seat: int = 0) -> Position:
    """A position with these pieces by their points."""
    there = {BOARD.place_of[name]: piece for name, piece in cells.items()}
    return Position(cells="".join(there.get(place, ".") for place in BOARD.places), next_seat=next_seat)


def reached(cells: dict[str, str], start: str, next_seat: int = 0) -> set[str]:
    """The points that a piece can go to, with both generals on the board, and a soldier that plays no part."""
    position = bare({**GENERALS, "i4": "s", **cells}, next_seat)
    return {move[2:] for move in GAME.moves(position) if move.startswith(start)}


def after(position: Any, *moves: str) -> Any:
    for move in moves:
        position = GAME.play(position, position.next_seat, move, CHANCE).position
    return position


def begun(*moves: str) -> Position:
    """The position after both have set up `HEEH`, Blue has moved, and these moves."""
    position: Position = after(started(GAME), "HEEH", "HEEH c3d3", *moves)
    return position


def ended(position: Any) -> tuple[int | None, str]:
    result = GAME.result(position)
    assert result is not None
    assert [*GAME.moves(position)] == []
    return result.winner, result.reason


def refusal(position: Any, text: str) -> str:
    return str(refused_by(GAME, position, text))


class TestSettingUp:
    def test_red_sets_up_first_then_blue_with_the_first_move(self) -> None:
        start = started(GAME)
        assert (GAME.to_move(start), [*GAME.moves(start)]) == ((1,), ["HEEH", "EHHE", "HEHE", "EHEH"])

        red = after(start, "EHHE")
        assert GAME.to_move(red) == (0,)
        assert len(GAME.moves(red)) == len({*GAME.moves(red)}) == 4 * 32
        blue = after(red, "HEHE c3d3")

        assert GAME.to_move(blue) == (1,)
        assert drawn(GAME, blue)[1] == "9 r e h a + a h e r 9"
        assert drawn(GAME, blue)[10] == "0 R H E A + A H E R 0"

    @pytest.mark.parametrize("text", ["EHEH", "eheh", " Eheh ", "상마상마"])
    def test_a_set_up_is_written_in_letters_or_as_koreans_call_it(self, text: str) -> None:
        assert move_read(GAME, started(GAME), text) == "EHEH"
        assert move_read(GAME, after(started(GAME), "HEEH"), f"{text.strip()}, c3-d3") == "EHEH c3d3"

    @pytest.mark.parametrize(
        ("moves", "text", "why"),
        [
            (
                [],
                "c3d3",
                "Red sets up first: write how your horses and elephants stand on b, c, g and h, HEEH, EHHE,",
            ),
            ([], "pass", "Red sets up first"),
            ([], "HEEH c3d3", "Red only sets up now: HEEH."),
            (["HEEH"], "HEEH", "Blue sets up and moves at once"),
            (["HEEH"], "c3d3", "Blue sets up and moves at once"),
            (
                ["HEEH"],
                "HEEH c3c5",
                "Blue's soldier on c3 cannot go to c5. A soldier goes one point ahead or sideways",
            ),
        ],
    )
    def test_what_is_missing_is_said(self, moves: list[str], text: str, why: str) -> None:
        refused = refused_by(GAME, after(started(GAME), *moves), text)

        assert str(refused).startswith(why)
        assert isinstance(refused, Illegal)
        assert not isinstance(refused, NeverLegal)

    def test_four_letters_that_are_no_set_up_are_no_move(self) -> None:
        assert isinstance(refused_by(GAME, started(GAME), "HHHE"), Unreadable)

    def test_a_set_up_is_touched_on_a_button_and_drawn_before_the_move(self) -> None:
        red = after(started(GAME), "HEEH")

        assert [each.target for each in GAME.picture(red, 0).choices] == ["HEEH", "EHHE", "HEHE", "EHEH", "pass"]
        assert GAME.steps(red, 0, "HEHE c3d3") == ("HEHE", "c3", "d3")
        assert GAME.steps(red, 0, "HEHE pass") == ("HEHE", "pass")
        assert GAME.slides(red, 0, ("HEHE", "c3", "d3"), "HEHE c3d3") == (
            "+H b0 +E c0 +H g0 +E h0",
            "",
            "c3 d3",
        )
        shown = GAME.while_touched(red, 0, ["HEHE"])
        assert shown is not None
        assert drawn(GAME, shown)[10] == "0 R(H|E)A + A(H|E)R 0"


class TestPieces:
    def test_generals_and_guards_go_along_the_lines_of_their_palace(self) -> None:
        every_point = {"d0", "e0", "f0", "d1", "f1", "d2", "e2", "f2"}

        assert reached({}, "e1") == every_point
        assert reached({"e1": "A", "f0": "G"}, "e1") == every_point - {"f0"}
        assert reached({"e1": ".", "f1": "G"}, "f1") == {"f0", "e1", "f2"}
        assert reached({"e1": ".", "f2": "G"}, "f2") == {"e2", "f1", "e1"}

    def test_a_horse_and_an_elephant_are_blocked_by_what_stands_on_their_way(self) -> None:
        assert reached({"e5": "H", "e6": "s"}, "e5") == {"c6", "g6", "c4", "g4", "d3", "f3"}
        assert reached({"e5": "E"}, "e5") == {"g8", "c8", "h7", "b7", "h3", "b3", "g2", "c2"}
        assert reached({"e5": "E", "e6": "s"}, "e5") == {"h7", "b7", "h3", "b3", "g2", "c2"}
        assert reached({"e5": "E", "f7": "s"}, "e5") == {"c8", "h7", "b7", "h3", "b3", "g2", "c2"}

    def test_a_chariot_goes_along_the_diagonals_of_both_palaces(self) -> None:
        assert {"e8", "d9"} <= reached({"f7": "R", "d8": ".", "f9": "g", "e1": ".", "d0": "G"}, "f7")
        assert "d2" not in reached({"f0": "R", "e1": "G"}, "f0")
        assert {"e1", "d2"} <= reached({"f0": "R", "e1": ".", "e0": "G"}, "f0")
        assert {"f2", "d0"} <= reached({"e1": "R", "f1": "G"}, "e1")

    def test_a_cannon_jumps_over_one_piece_to_go_and_to_capture(self) -> None:
        assert reached({"b2": "C"}, "b2") == set()
        assert reached({"b2": "C", "b4": "s"}, "b2") == {"b5", "b6", "b7", "b8", "b9"}
        assert reached({"b2": "C", "b4": "s", "b7": "r"}, "b2") == {"b5", "b6", "b7"}

    def test_a_cannon_neither_jumps_over_cannons_nor_captures_them(self) -> None:
        assert reached({"b2": "C", "b4": "c"}, "b2") == set()
        assert reached({"b2": "C", "b4": "s", "b7": "c"}, "b2") == {"b5", "b6"}

    def test_a_cannon_jumps_over_the_middle_of_a_palace(self) -> None:
        assert "f0" in reached({"d2": "C", "e1": "A", "e0": "G"}, "d2")
        assert "f0" not in reached({"d2": "C", "e1": ".", "e0": "G"}, "d2")
        assert "f0" not in reached({"d2": "C", "e1": "C", "e0": "G"}, "d2")

    def test_a_soldier_goes_ahead_and_sideways_and_diagonally_in_the_other_palace(self) -> None:
        assert reached({"c3": "S"}, "c3") == {"b3", "d3", "c4"}
        assert reached({"f7": "S"}, "f7") == {"e7", "g7", "f8", "e8"}
        assert reached({"e8": "S", "d8": ".", "d7": "g"}, "e8") == {"d8", "f8", "e9", "d9", "f9"}
        assert reached({"e8": "S", "d8": ".", "d7": "g", "e1": ".", "f0": "G"}, "f0") == {"e0", "f1", "e1"}
        assert reached({"d2": "s"}, "d2", 1) == {"c2", "e2", "d1", "e1"}

    def test_check_comes_along_a_diagonal_too(self) -> None:
        assert bare({"e1": "G", "e9": "g", "f2": "r"}).in_check
        assert bare({"d0": "G", "e9": "g", "e1": "A", "f2": "c"}).in_check
        assert bare({"e1": "G", "e9": "g", "d2": "s"}).in_check
        assert not bare({"d1": "G", "e9": "g", "e2": "s"}).in_check


class TestPassing:
    def test_a_pass_is_a_move(self) -> None:
        position = begun("pass")

        assert position.next_seat == 0
        assert GAME.spoken(position, "pass") == "passes"
        assert move_read(GAME, position, " Pass ") == "pass"
        assert move_read(GAME, position, "e1e1") == "pass"

    def test_two_passes_end_the_game_and_points_decide(self) -> None:
        assert ended(begun("pass", "pass")) == (1, "Both have passed. Blue has 72 points and Red 73.5.")
        assert GAME.result(begun("pass", "d3d4", "pass")) is None

    def test_nobody_passes_in_check(self) -> None:
        position = bare({"e1": "G", "d8": "g", "a1": "r"})

        assert "pass" not in GAME.moves(position)
        assert refusal(position, "pass").startswith("Nobody passes in check, unless the generals face each other.")


class TestFacingGenerals:
    FACING: ClassVar = {"e1": "G", "e8": "g", "a5": "S", "i5": "r"}

    def test_who_faces_the_other_general_has_to_end_it_or_to_pass(self) -> None:
        position = bare({**self.FACING, "b0": "H"})

        assert {*GAME.moves(position)} == {"pass", *(f"e1{end}" for end in ("d0", "f0", "d1", "f1", "d2", "f2"))}
        assert refusal(position, "a5a6").startswith("The generals would face each other on an open file.")
        assert GAME.status(position, None)[0] == "The generals face each other."

    def test_a_pass_ends_the_game_by_points(self) -> None:
        reason = "The generals have faced each other for a whole turn. Blue has 2 points and Red 14.5."

        assert ended(after(bare(self.FACING), "pass")) == (1, reason)

    def test_even_in_check_a_pass_does(self) -> None:
        position = bare({"e1": "G", "e8": "g", "a1": "r", "c5": "R", "d5": "R"})

        assert "pass" in GAME.moves(position)
        assert ended(after(position, "pass"))[0] == 0

    def test_another_move_goes_on(self) -> None:
        position = after(bare(self.FACING), "e1d1", "e8d8")

        assert position.is_facing
        assert GAME.result(position) is None


class TestEnds:
    def test_without_a_move_in_check_it_is_mate(self) -> None:
        assert ended(bare({"d9": "g", "e1": "G", "a9": "R", "b8": "R"}, 1)) == (0, "Red is checkmated.")

    def test_points_of_pieces_and_a_bonus_for_red(self) -> None:
        cells = {**GENERALS, "a0": "R", "b5": "C", "c4": "H", "g4": "E", "d0": "A", "a4": "S"}

        assert bare(cells).points == (33, 1.5)

    def test_perpetual_check_is_lost(self) -> None:
        position = bare({"e1": "G", "d8": "g", "a7": "R"}, 0)
        checks = ("d8d9", "a8a9", "d9d8", "a9a8")

        assert ended(after(position, "a7a8", *checks, *checks)) == (
            1, "Blue has given check until the same position came for the third time."
        )  # fmt: skip

    def test_otherwise_points_decide_at_the_third_time_of_a_position(self) -> None:
        to_and_fro = ("a0a1", "i9i8", "a1a0", "i8i9")

        winner, reason = ended(after(begun("c6d6"), *to_and_fro * 2))
        assert (winner, reason) == (
            1, "The same position has come for the third time. Blue has 72 points and Red 73.5."
        )  # fmt: skip

    def test_fifty_quiet_moves_of_each_are_enough(self) -> None:
        position = bare({**GENERALS, "a5": "S"})
        quiet = tuple(str(number) for number in range(100))

        assert GAME.result(replace(position, earlier=quiet[1:])) is None
        assert ended(replace(position, earlier=quiet)) == (
            0, "There have been fifty moves of each without a capture. Blue has 2 points and Red 1.5."
        )  # fmt: skip

    def test_generals_and_guards_alone_are_counted(self) -> None:
        reason = "Neither has a piece left but generals and guards. Blue has 3 points and Red 1.5."

        assert ended(bare({**GENERALS, "e0": "A"})) == (0, reason)


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        ["c3d3", "C3-D3", "Sc3d3", "soldier c3 to d3", "7374", "73-74", "73S74", "73卒74", "73졸74", "73 병 74"],
    )
    def test_moves_are_written_by_points_or_as_koreans_do(self, text: str) -> None:
        assert move_read(GAME, after(started(GAME), "HEEH"), f"HEEH {text}") == "HEEH c3d3"

    def test_the_tenth_rank_is_0_there(self) -> None:
        assert move_read(GAME, begun("pass"), "02馬83") == "b0c2"
        assert move_read(GAME, begun(), "12-33") == "b9c7"

    def test_lists_are_as_koreans_write_them(self) -> None:
        moves = ["HEEH", "HEHE c3d3", "b9c7", "b0c2", "pass"]

        assert [*GAME.listed({}, moves)] == ["HEEH", "HEHE 73S74", "12H33", "02H83", "pass"]

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("e5e6", "Nothing stands on e5."),
            ("a3a4", "Blue's soldier stands on a3, and it is Red's turn."),
            ("Rb7b5", "Red's cannon stands on b7."),
            (
                "b7b5",
                "Red's cannon on b7 cannot go to b5. A cannon goes along a line and jumps over exactly one piece",
            ),
            ("b9d8", "Red's horse on b9 cannot go to d8. A horse goes one point straight"),
            ("d9d7", "Red's guard on d9 cannot go to d7. A guard goes one point along a line"),
            ("a9b8", "Red's chariot on a9 cannot go to b8. A chariot goes along a line"),
            ("c9e7", "Red's elephant on c9 cannot go to e7. An elephant goes one point straight, then two"),
        ],
    )
    def test_a_move_against_the_rules_is_explained(self, text: str, why: str) -> None:
        assert refusal(begun(), text).startswith(why)

    @pytest.mark.parametrize("text", ["c3c10", "j3c3"])
    def test_a_point_beside_the_board_is_never_legal(self, text: str) -> None:
        with pytest.raises(NeverLegal, match="is not on the board: its points are a0 to i9"):
            GAME.play(begun(), 1, text, CHANCE)

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("HEHE", "HEHE"),
            ("hehe C3-D3", "HEHE c3d3"),
            ("HEHE Pass", "HEHE pass"),
            ("Pass", "pass"),
            ("7374", "c3d3"),
        ],
    )
    def test_a_move_for_later_has_one_value(self, text: str, value: str) -> None:
        assert GAME.value_of(begun(), text) == value

    def test_what_is_no_move_is_none_for_later_either(self) -> None:
        for text in ("", " ", "HHHE", "hello"):
            with pytest.raises(Unreadable):
                GAME.value_of(begun(), text)

    def test_moves_are_folded_by_their_beginning(self) -> None:
        moves = ("HEEH", "HEEH c3d3", "c3d3", "pass")
        assert [GAME.group_of(each) for each in moves] == ["", "Set up HEEH", "From c3", ""]

    def test_a_hostile_text_is_refused_at_once(self) -> None:
        for text in ("eh" * 50_000, "7" * 100_000, "HEEH " * 20_000, " " * 100_000 + "HEEH x"):
            assert isinstance(refused_by(GAME, begun(), text), Unreadable)


class TestPages:
    def test_blue_pieces_are_blue_and_reds_letters_red(self) -> None:
        shapes = picture_for(GAME, begun(), 0).shapes

        assert [each.role for each in shapes if each.target == "e1"] == ["touch", "piece.0", "sign.0"]
        assert [each.role for each in shapes if each.target == "e8"] == ["touch", "piece.light", "sign.red"]

    def test_there_is_no_river(self) -> None:
        lines = [each.form for each in GAME.picture(begun(), None).shapes if isinstance(each.form, Line)]

        assert len(lines) == 9 + 10 + 4
        assert len(drawn(GAME, begun())) == 12

    def test_moves_are_read_aloud(self) -> None:
        assert GAME.spoken(begun(), "HEEH c3d3") == "horse, elephant, elephant, horse; soldier c3 to d3"
        assert GAME.spoken(after(started(GAME), "EHHE"), "EHHE") == "elephant, horse, horse, elephant"

    def test_nothing_has_been_captured_before_all_is_set_up(self) -> None:
        red = after(started(GAME), "HEEH")

        assert [GAME.advantage(each, 0) for each in (started(GAME), red, begun())] == ["", "", ""]
        assert GAME.advantage(bare({**GENERALS, "i4": "s"}), 0) == "R×2 H×2 C×2 E×2 A×2 S×4"

    def test_points_are_told_below_the_board(self) -> None:
        assert GAME.status(begun(), None) == ("Blue has 72 points and Red 73.5.",)
        assert GAME.status(started(GAME), None) == ("Red sets up horses and elephants.",)

    def test_a_position_is_stored_with_all_that_decides(self) -> None:
        for position in (started(GAME), after(started(GAME), "HEEH"), begun("pass")):
            assert GAME.load(GAME.dump(position)) == position


def test_a_set_up_is_worth_the_same_to_bots_and_a_lead_is_worth_more() -> None:
    red = after(started(GAME), "HEEH")
    assert GAME.evaluate(red) == (0.5, 0.5)

    even, ahead, taken = (
        GAME.evaluate(bare({**GENERALS, **cells}, seat))
        for cells, seat in (({"a5": "S", "i4": "s"}, 0), ({"a5": "R", "i4": "s"}, 0), ({"a5": "R", "a7": "r"}, 1))
    )
    assert even
    assert ahead
    assert taken
    assert abs(even[0] - 0.45) < 0.1
    assert ahead[0] > 0.8
    assert taken[0] < 0.2
    assert set(SETUPS) == {"HEEH", "EHHE", "HEHE", "EHEH"}
