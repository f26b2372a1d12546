"""Xiangqi: how pieces go, ends by the Asian rules, notation, pages and letters, and what bots think of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.picture import Circle, Line
from pbmserv.games.repetition import AGAIN
from pbmserv.games.xiangqi import Xiangqi
from pbmserv.games.xiangqi.notation import listed, wxf
from pbmserv.games.xiangqi.rules import BOARD, Position
from pbmserv.pictures.sides import picture_for
from tests.games.grids import CHANCE, drawn, move_read, played, started
from tests.games.grids import refusal as refused_by

GAME = Xiangqi()
GENERALS = {"e0": "G", "d9": "g"}


def bare(cells: dict[str, str], next_seat: int = 0) -> Position:
    """A position with these pieces by their points."""
    there = {BOARD.place_of[name]: piece for name, piece in cells.items()}
    return Position(cells="".join(there.get(place, ".") for place in BOARD.places), next_seat=next_seat)


def reached(cells: dict[str, str], start: str, next_seat: int = 0) -> set[str]:
    """The points that a piece can go to, with both generals on the board."""
    position = bare({**GENERALS, "i9": "H", **cells}, next_seat)
    return {move[2:] for move in GAME.moves(position) if move.startswith(start)}


def after(position: Any, *moves: str) -> Any:
    for move in moves:
        position = GAME.play(position, position.next_seat, move, CHANCE).position
    return position


def ended(position: Any) -> tuple[int | None, str]:
    result = GAME.result(position)
    assert result is not None
    assert [*GAME.moves(position)] == []
    return result.winner, result.reason


def refusal(position: Any, text: str) -> str:
    return str(refused_by(GAME, position, text))


class TestPieces:
    def test_a_general_stays_in_its_palace(self) -> None:
        assert reached({"f2": "G", "e0": "."}, "f2") == {"e2", "f1"}

    def test_generals_never_face_each_other(self) -> None:
        position = bare({"e0": "G", "e9": "g", "e5": "H"})

        assert not any(move.startswith("e5") for move in GAME.moves(position))
        assert refusal(position, "e5f7").startswith("The generals would face each other on an open file.")
        assert "e0d0" in GAME.moves(bare({"e0": "G", "e9": "g", "e5": "S"}))
        assert "d0e0" not in GAME.moves(bare({"d0": "G", "e9": "g", "a5": "S"}))

    def test_an_advisor_goes_diagonally_within_the_palace(self) -> None:
        assert reached({"e1": "A"}, "e1") == {"d0", "f0", "d2", "f2"}
        assert reached({"d2": "A"}, "d2") == {"e1"}

    def test_an_elephant_goes_two_points_is_blocked_and_stays_on_its_side_of_the_river(self) -> None:
        assert reached({"c4": "E"}, "c4") == {"a2", "e2"}
        assert reached({"c4": "E", "d3": "s"}, "c4") == {"a2"}

    def test_a_horse_is_blocked_by_a_piece_beside_it(self) -> None:
        free = {"d7", "f7", "c6", "g6", "c4", "g4", "d3", "f3"}

        assert reached({"e5": "H"}, "e5") == free
        assert reached({"e5": "H", "e6": "s"}, "e5") == free - {"d7", "f7"}
        assert reached({"e5": "H", "d6": "s"}, "e5") == free

    def test_a_cannon_jumps_to_capture_and_only_then(self) -> None:
        cells = {"b2": "C", "b4": "S", "b7": "h", "b9": "r", "e2": "h"}

        assert reached(cells, "b2") == {"b0", "b1", "b3", "b7", "a2", "c2", "d2"}

    def test_a_soldier_goes_sideways_only_beyond_the_river(self) -> None:
        assert reached({"c4": "S"}, "c4") == {"c5"}
        assert reached({"c5": "S"}, "c5") == {"c6", "b5", "d5"}
        assert reached({"c9": "S"}, "c9") == {"b9", "d9"}
        assert reached({"c4": "s"}, "c4", next_seat=1) == {"c3", "b4", "d4"}

    def test_a_piece_between_a_cannon_and_a_general_gives_check(self) -> None:
        position = bare({"f0": "G", "d9": "g", "d2": "C", "d5": "s"}, 1)

        assert position.in_check
        assert GAME.status(position, None) == ("Black is in check.",)
        assert "d5d4" not in GAME.moves(position)
        assert "d5c7" not in GAME.moves(bare({"f0": "G", "d9": "g", "d2": "C", "d5": "h", "d7": "s"}, 1))


class TestEnds:
    CHECKS = ("a8a9", "d9d8", "a9a8", "d8d9")
    CHASES = ("a7a5", "b5b7", "a5a7", "b7b5")

    def test_checkmate_wins(self) -> None:
        assert ended(bare({"e0": "G", "d9": "g", "a9": "R", "b8": "R"}, 1)) == (0, "Black is checkmated.")

    def test_a_player_without_a_move_has_lost(self) -> None:
        assert ended(bare({**GENERALS, "e8": "S"}, 1)) == (0, "Black cannot move any more.")

    def test_perpetual_check_is_lost_at_the_third_time_of_a_position(self) -> None:
        position = bare({**GENERALS, "a8": "R"})
        second = after(position, *self.CHECKS)

        assert GAME.result(second) is None
        text = "Red has given check until the same position came for the third time."
        assert ended(after(second, *self.CHECKS)) == (1, text)

    def test_one_quiet_move_in_between_makes_it_a_draw(self) -> None:
        position = bare({"f0": "G", "d9": "g", "a8": "R"})
        quiet = ("a8a7", "d9e9", "a7a8", "e9d9")

        assert ended(after(position, *self.CHECKS, *quiet)) == (None, AGAIN)

    def test_perpetual_chase_is_lost(self) -> None:
        position = bare({**GENERALS, "a7": "R", "b5": "c"})

        text = "Red has chased the same piece until the same position came for the third time."
        assert ended(after(position, *self.CHASES * 2)) == (1, text)

    @pytest.mark.parametrize(
        "cells",
        [
            pytest.param({"a7": "R", "b5": "c", "b9": "r"}, id="protected"),
            pytest.param({"a7": "R", "b5": "r"}, id="a chariot that could capture as well"),
            pytest.param({"a7": "S", "b5": "c"}, id="by a soldier"),
        ],
    )
    def test_what_is_no_chase_is_a_draw(self, cells: dict[str, str]) -> None:
        moves = self.CHASES if cells["a7"] == "R" else ("e0f0", "d9d8", "f0e0", "d8d9")
        position = after(bare({**GENERALS, **cells}), *moves * 2)

        assert ended(position) == (None, AGAIN)

    def test_a_cannon_may_not_chase_a_chariot_even_if_it_is_protected(self) -> None:
        cells = {**GENERALS, "b4": "S", "c4": "S", "c2": "C", "b7": "r", "i7": "r"}
        chases = ("c2b2", "b7c7", "b2c2", "c7b7")

        assert ended(after(bare(cells), *chases * 2))[0] == 1

    def test_a_capture_is_the_end_of_what_came_before(self) -> None:
        position = after(bare({**GENERALS, "a8": "R", "i9": "H", "i5": "r"}), *self.CHECKS, "a8a9")

        assert len(position.earlier) * 4 == len(position.since) == 20
        assert after(position, "d9d8", "i9h7").earlier
        taken = after(bare({**GENERALS, "a8": "R", "a9": "h"}), "a8a9")
        assert (taken.earlier, taken.since) == ((), "")

    def test_sixty_moves_of_each_without_a_capture_are_a_draw(self) -> None:
        position = bare({**GENERALS, "a5": "S"})
        quiet = tuple(str(number) for number in range(120))

        assert GAME.result(replace(position, earlier=quiet[1:])) is None
        assert ended(replace(position, earlier=quiet)) == (
            None,
            "There have been sixty moves of each without a capture.",
        )

    def test_of_the_checks_by_a_player_only_ten_count_among_them(self) -> None:
        position = bare({**GENERALS, "a5": "S"})
        checks = tuple(f"{number}{'+' if number % 2 and number < 24 else ''}" for number in range(124))

        assert GAME.result(replace(position, earlier=checks[:123])) is None
        assert GAME.result(replace(position, earlier=checks)) is not None

    def test_pieces_that_cannot_cross_the_river_make_a_draw(self) -> None:
        reason = "Neither has a piece left that can cross the river."

        assert ended(bare({**GENERALS, "e1": "A", "c9": "e"})) == (None, reason)
        assert GAME.result(bare({**GENERALS, "e1": "A", "c6": "s"})) is None


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("h2e2", "h2e2"), ("h2-e2", "h2e2"), ("H2 E2", "h2e2"), ("Ch2-e2", "h2e2"), ("cannon h2 to e2", "h2e2"),
            ("C2=5", "h2e2"), ("c2.5", "h2e2"), ("C2=5!", "h2e2"), ("cannon 2=5", "h2e2"), ("Kanone 2=5", "h2e2"),
            ("H8+7", "b0c2"), ("N8+7", "b0c2"), ("horse 8+7", "b0c2"), ("R1+1", "i0i1"), ("P3+1", "g3g4"),
            ("S3+1", "g3g4"), ("K5+1", "e0e1"), ("G5+1", "e0e1"), ("A4+5", "f0e1"), ("E3+5", "g0e2"),
            ("B3+5", "g0e2"),
        ],
    )  # fmt: skip
    def test_red_writes_moves_by_points_or_as_the_wxf(self, text: str, move: str) -> None:
        assert move_read(GAME, started(GAME), text) == move

    @pytest.mark.parametrize(
        ("text", "move"), [("c8=5", "h7e7"), ("h2+3", "b9c7"), ("r9+2", "i9i7"), ("P7+1", "g6g5")]
    )
    def test_black_counts_files_from_the_other_side(self, text: str, move: str) -> None:
        assert move_read(GAME, played(GAME, "C2=5"), text) == move

    @pytest.mark.parametrize("text", ["C+=5", "+C=5", "c+.5"])
    def test_of_two_in_a_file_a_sign_says_which(self, text: str) -> None:
        cells = {**GENERALS, "b2": "C", "b6": "C"}

        assert move_read(GAME, bare(cells), text) == "b6e6"
        assert move_read(GAME, bare(cells), text.replace("+", "-")) == "b2e2"
        assert refusal(bare(cells), "C8+1").startswith("That can be b6b7 or b2b3: which one?")
        black = bare({**GENERALS, "b2": "c", "b6": "c"}, 1)
        assert move_read(GAME, black, text) == "b2e2"

    def test_lists_of_moves_are_in_wxf(self) -> None:
        moves = ["h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "b7b3"]

        assert [*GAME.listed({}, moves)] == ["C2=5", "H8+7", "H2+3", "R9=8", "P3+1", "C2+4"]

    def test_where_the_wxf_says_too_little_points_do(self) -> None:
        start = bare({**GENERALS, "c5": "S", "c6": "S", "c7": "S"})

        assert listed(start, ["c7d7", "d9e9"])[0] == "P+=6"
        assert listed(start, ["c6d6", "d9e9"]) == ("c6d6", "K4=5")

    def test_it_is_read_as_it_is_written(self) -> None:
        position = played(GAME, "C2=5 H8+7 H2+3 R9=8 C5+4")

        for move in position.legal_moves:
            assert move_read(GAME, position, wxf(position, move)) == move.words

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("e5e6", "Nothing stands on e5."),
            ("e6e5", "Black's soldier stands on e6, and it is Red's turn."),
            ("Rh2e2", "Red's cannon stands on h2."),
            ("h2e4", "Red's cannon on h2 cannot go to e4. A cannon goes straight as far as the points are free."),
            ("b0d1", "Red's horse on b0 cannot go to d1. A horse goes one point straight, then one diagonally"),
            ("c0e4", "Red's elephant on c0 cannot go to e4. An elephant goes two points diagonally"),
            ("a0a3", "A piece of your own stands on a3. Legal are a0a1, a0a2."),
            ("R2+1", "Red has no chariot in file 2."),
            ("+R=2", "Red has no two pieces of this kind in one file: chariot."),
            ("H8+9=", "A move is expected"),
            ("P5-1", "Red's soldier cannot go 5-1. A soldier goes one point ahead."),
        ],
    )
    def test_a_move_against_the_rules_is_explained(self, text: str, why: str) -> None:
        assert refusal(started(GAME), text).startswith(why)

    def test_a_general_in_check_is_named(self) -> None:
        checked = bare({"e0": "G", "d9": "g", "e9": "r", "a5": "S"})
        pinned = bare({"e0": "G", "d9": "g", "e9": "r", "e4": "H"})

        assert refusal(checked, "a5a6").startswith("Red's general is in check, and would still be.")
        assert refusal(pinned, "e4c5").startswith("Red's general would be in check.")

    @pytest.mark.parametrize("text", ["h2h10", "j2e2"])
    def test_a_point_beside_the_board_is_never_legal(self, text: str) -> None:
        with pytest.raises(NeverLegal, match="is not on the board: its points are a0 to i9"):
            GAME.play(started(GAME), 0, text, CHANCE)

    def test_a_move_for_later_is_written_by_its_points(self) -> None:
        position = started(GAME)

        assert GAME.value_of(position, "H2-E2") == "h2e2"
        with pytest.raises(Illegal, match="written by its points"):
            GAME.value_of(position, "C2=5")


class TestPages:
    def test_a_piece_is_a_disc_with_its_letter_on_a_crossing(self) -> None:
        shapes = picture_for(GAME, started(GAME), 0).shapes
        at_e0 = [each for each in shapes if each.target == "e0"]

        assert [each.role for each in at_e0] == ["touch", "piece.light", "sign.red"]
        assert [each.role for each in shapes if each.target == "e9"] == ["touch", "piece.dark", "sign.dark"]
        assert len([each for each in shapes if each.role.startswith("piece")]) == 32

    def test_the_river_is_between_the_lines_and_the_palaces_have_diagonals(self) -> None:
        lines = [each.form for each in GAME.picture(started(GAME), None).shapes if isinstance(each.form, Line)]

        assert len(lines) == 2 + 2 * 7 + 10 + 4
        assert sum(line.start.x != line.end.x and line.start.y != line.end.y for line in lines) == 4

    def test_a_point_can_be_touched_by_a_finger_on_a_telephone(self) -> None:
        picture = picture_for(GAME, started(GAME), 0)

        assert 32 * 350 / picture.width >= 24

    def test_who_sits_at_the_other_side_sees_it_turned(self) -> None:
        def height(viewer: int) -> float:
            shapes = picture_for(GAME, started(GAME), viewer).shapes
            return next(
                each.form.centre.y for each in shapes if each.target == "e0" and isinstance(each.form, Circle)
            )

        assert height(0) > 250
        assert height(1) < 50

    def test_a_general_in_check_is_lit(self) -> None:
        position = bare({**GENERALS, "d2": "R"}, 1)

        assert [each.target for each in GAME.picture(position, None).shapes if each.role == "cell.check"] == ["d9"]
        assert not any(each.role == "cell.check" for each in GAME.picture(started(GAME), None).shapes)

    def test_the_last_move_is_in_brackets_and_taken_pieces_stand_beside_the_name(self) -> None:
        position = played(GAME, "C2=5 H8+7 C5+4")

        assert drawn(GAME, position)[4] == "6 s . s .(C). s . s 6"
        assert drawn(GAME, position)[6] == "  ~ ~ ~ ~ ~ ~ ~ ~ ~"
        assert (GAME.advantage(position, 0), GAME.advantage(position, 1)) == ("S", "")
        assert GAME.spoken(position, "e2e6") == "cannon e2 to e6"
        assert GAME.load(GAME.dump(position)) == position


def test_what_stands_and_what_can_be_taken_is_what_bots_think_of_it() -> None:
    even, ahead, taken = (
        GAME.evaluate(bare({**GENERALS, **cells}, seat))
        for cells, seat in (({"a5": "S", "i4": "s"}, 0), ({"a5": "R", "i4": "s"}, 0), ({"a5": "R", "a7": "r"}, 1))
    )

    assert even
    assert ahead
    assert taken
    assert abs(even[0] - 0.5) < 0.1
    assert ahead[0] > 0.9
    assert taken[0] < 0.1
