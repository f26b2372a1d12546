"""Shogi and minishogi: the rules of their federations, notation, pages and letters, and what bots think of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.other_words import game_called
from pbmserv.games.picture import Polygon
from pbmserv.games.shogi import Shogi
from pbmserv.games.shogi.minishogi import MiniShogi
from pbmserv.games.shogi.rules import MOST_PLIES
from pbmserv.pictures.sides import picture_for, turned_piece
from tests.games.grids import CHANCE, drawn, move_read, played, started

SHOGI, MINI = Shogi(), MiniShogi()
BISHOPS = "7g7f 3c3d 8h2b+ 3a2b"
"""Bishops are exchanged: each holds one."""


def bare(cells: dict[str, str], next_seat: int = 0, pockets: tuple[str, str] = ("", ""), game: Shogi = SHOGI) -> Any:
    """A position with these pieces by their squares."""
    begun = started(game)
    board = game.board(begun)
    squares = dict.fromkeys(board.places, ".") | {board.place_of[name]: piece for name, piece in cells.items()}
    return begun.with_changes(squares, next_seat, (), pockets=pockets)


def refusal(position: Any, text: str, game: Shogi = SHOGI) -> str:
    with pytest.raises(Refusal) as refused:
        game.play(position, position.next_seat, text, CHANCE)
    return str(refused.value)


def after(position: Any, *moves: str, game: Shogi = SHOGI) -> Any:
    for move in moves:
        position = game.play(position, position.next_seat, move, CHANCE).position
    return position


def ended(position: Any, game: Shogi = SHOGI) -> tuple[int | None, str]:
    result = game.result(position)
    assert result is not None
    assert [*game.moves(position)] == []
    return result.winner, result.reason


class TestPromotion:
    @pytest.mark.parametrize(("start", "end"), [("5d", "5c"), ("5c", "5b"), ("5c", "4d")])
    def test_a_piece_may_be_promoted_on_its_way_into_the_zone_within_it_or_out_of_it(
        self, start: str, end: str
    ) -> None:
        position = bare({"9i": "K", "1a": "k", start: "S"})

        assert {f"{start}{end}", f"{start}{end}+"} <= {*SHOGI.moves(position)}

    def test_elsewhere_it_is_not(self) -> None:
        position = bare({"9i": "K", "1a": "k", "5e": "S"})

        assert refusal(position, "5e5d+").startswith("A piece is promoted by a move into, within or out of the")

    def test_the_zone_of_minishogi_is_one_rank(self) -> None:
        position = bare({"5e": "K", "1a": "k", "3c": "S"}, game=MINI)

        assert "3c3b+" not in MINI.moves(position)
        assert "3b3a+" in MINI.moves(bare({"5e": "K", "1a": "k", "3b": "S"}, game=MINI))

    @pytest.mark.parametrize(("piece", "start", "end"), [("P", "5b", "5a"), ("L", "5b", "5a"), ("N", "5d", "4b")])
    def test_a_piece_that_could_never_move_again_has_to_be_promoted(self, piece: str, start: str, end: str) -> None:
        position = bare({"9i": "K", "1c": "k", start: piece})

        assert f"{start}{end}" not in SHOGI.moves(position)
        assert move_read(SHOGI, position, f"{start}{end}") == f"{start}{end}+"
        assert "so it has to be promoted" in refusal(position, f"{start}{end}=")

    def test_promoted_pieces_move_as_they_do(self) -> None:
        def reached(piece: str) -> set[str]:
            moves = SHOGI.moves(bare({"9i": "K", "1a": "k", "5e": piece}))
            return {move[2:] for move in moves if move.startswith("5e")}

        gold = {"5d", "4d", "6d", "4e", "6e", "5f"}
        assert [reached(piece) for piece in "GACET"] == [gold] * 5
        assert {"4d", "6d", "4f", "6f", "5a", "5i", "1e", "9e"} <= reached("D")
        assert {"5d", "5f", "4e", "6e", "1i", "9a", "2b", "8h"} <= reached("H")

    def test_a_promoted_piece_is_held_as_what_it_was(self) -> None:
        position = after(bare({"9i": "K", "1a": "k", "5b": "D", "5a": "l"}), "5b5a", game=SHOGI)
        taken = after(bare({"9i": "K", "1a": "k", "5b": "D", "4b": "g"}, 1), "4b5b")

        assert position.pockets == ("l", "")
        assert taken.pockets == ("", "r")


class TestDrops:
    def test_what_is_captured_is_dropped_again(self) -> None:
        position = played(SHOGI, f"{BISHOPS} B*4e")

        assert position.pockets == ("", "b")
        assert drawn(SHOGI, position)[5] == "e   .   .   .   .   .  (B)  .   .   .  e"
        assert SHOGI.status(position, None) == ("Black holds no piece.", "White holds: bishop.")
        assert SHOGI.load(SHOGI.dump(position)) == position

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("R*5e", "Black has no rook in hand."),
            ("P*9i", "Pieces are dropped on empty squares, and 9i is taken."),
            ("P*5a", "A pawn on 5a could never move."),
            ("L*5a", "A lance on 5a could never move."),
            ("N*5b", "A knight on 5b could never move."),
            ("P*8e", "Black has a pawn in file 8 already: a second one is not dropped there (nifu)."),
        ],
    )
    def test_a_drop_against_the_rules_is_explained(self, text: str, why: str) -> None:
        position = bare({"9i": "K", "1b": "k", "8f": "P", "7c": "T"}, pockets=("nlp", ""))

        assert refusal(position, text).startswith(why)
        # A promoted pawn is none in its file.
        assert "P*7f" in SHOGI.moves(position)

    def test_a_drop_answers_a_check_only_between(self) -> None:
        position = bare({"9i": "K", "9a": "l", "1a": "k"}, pockets=("g", ""))

        assert [move for move in SHOGI.moves(position) if "*" in move] == [f"G*9{rank}" for rank in "bcdefgh"]
        assert refusal(position, "G*5e").startswith("Black's king would still be in check.")

    def test_a_pawn_is_not_dropped_to_checkmate_but_checks_and_a_pawn_on_the_board_mates(self) -> None:
        cells = {"1a": "k", "2a": "l", "2d": "N", "1c": "G", "9i": "K"}

        assert refusal(bare(cells, pockets=("p", "")), "P*1b").startswith(
            "A pawn is not dropped to checkmate (uchifuzume)."
        )
        can_flee = bare(cells | {"2a": "."}, pockets=("p", ""))
        assert SHOGI.result(after(can_flee, "P*1b")) is None
        pushed = bare({"1a": "k", "2a": "l", "2d": "N", "1c": "P", "1d": "L", "9i": "K", "3c": "G"})
        assert ended(after(pushed, "1c1b")) == (0, "White is checkmated.")

    def test_another_piece_may_be_dropped_to_checkmate(self) -> None:
        position = bare({"1a": "k", "2a": "l", "1c": "G", "9i": "K"}, pockets=("g", ""))

        assert ended(after(position, "G*1b")) == (0, "White is checkmated.")


class TestEnds:
    ROUND = ("5i5h", "5a5b", "5h5i", "5b5a")

    def test_the_fourth_time_of_a_position_is_a_tie_in_shogi(self) -> None:
        third = after(started(SHOGI), *self.ROUND * 2)

        assert SHOGI.result(third) is None
        assert ended(after(third, *self.ROUND)) == (None, "The same position has come for the fourth time.")

    def test_it_is_lost_by_black_in_minishogi(self) -> None:
        position = after(started(MINI), *("2e3d", "4a3b", "3d2e", "3b4a") * 3, game=MINI)

        assert ended(position, MINI)[0] == 1

    def test_a_player_who_has_given_check_all_the_time_has_lost(self) -> None:
        position = bare({"5a": "k", "9i": "K", "8b": "R"})
        checks = ("8b8a", "5a5b", "8a8b", "5b5a")

        assert ended(after(position, *checks * 3)) == (
            1,
            "Black has given check until the same position came for the fourth time.",
        )

    def test_one_quiet_move_in_between_makes_it_a_tie(self) -> None:
        position = bare({"5a": "k", "9i": "K", "8b": "R", "1a": "l"})
        checks = ("8b8a", "5a5b", "8a8b", "5b5a")
        quiet = ("8b8c", "5a4a", "8c8b", "4a5a")

        assert ended(after(position, *checks, *quiet, *checks))[0] is None

    def test_other_pieces_in_hand_are_another_position(self) -> None:
        position = started(SHOGI)

        assert position.digest != replace(position, pockets=("p", "")).digest

    def test_a_player_without_a_move_has_lost(self) -> None:
        position = bare({"1a": "k", "3b": "G", "2c": "G", "1d": "L", "9i": "K", "1b": "p"}, 1)
        stuck = bare({"1a": "k", "2c": "G", "3b": "G", "9i": "K"}, 1)

        assert SHOGI.result(position) is None
        assert ended(stuck) == (0, "White cannot move any more.")

    def test_after_500_moves_the_game_is_a_tie_once_nobody_is_in_check(self) -> None:
        earlier = tuple(str(number) for number in range(MOST_PLIES))
        position = replace(bare({"9i": "K", "1a": "k", "8h": "g"}), earlier=earlier)

        assert position.in_check
        assert SHOGI.result(position) is None
        assert SHOGI.result(replace(position, earlier=earlier[1:])) is None
        assert ended(replace(bare({"9i": "K", "1a": "k"}), earlier=earlier)) == (None, "There have been 500 moves.")


class TestDeclaration:
    ZONE = {f"{file}b": "P" for file in "987654321"} | {"9a": "K", "8a": "G", "1i": "k"}

    @pytest.mark.parametrize(("held", "can"), [("rrbp", False), ("rrbpp", False), ("rrbppp", True)])
    def test_black_needs_28_points(self, held: str, can: bool) -> None:
        position = bare(self.ZONE, pockets=(held, ""))

        assert ("declare" in SHOGI.moves(position)) == can
        if can:
            assert ended(after(position, "declare")) == (0, "Black has declared the win.")
            assert [choice.text for choice in SHOGI.picture(position, 0).choices][-1] == "declare"
        else:
            assert "Black needs 28 points" in refusal(position, "Declare")

    def test_white_needs_27(self) -> None:
        cells = {
            f"{name[0]}{'ihg'['abc'.index(name[1])]}" if name != "1i" else "1a": piece.swapcase()
            for name, piece in self.ZONE.items()
        }

        assert SHOGI.moves(bare(cells, 1, ("", "rrbpp")))[-1] == "declare"
        assert "declare" not in SHOGI.moves(bare(cells, 1, ("", "rrbp")))

    def test_not_with_nine_pieces_nor_in_check_nor_with_the_king_elsewhere(self) -> None:
        held = ("rrbbppp", "")
        assert "declare" not in SHOGI.moves(bare(self.ZONE | {"8a": "."}, pockets=held))
        assert "declare" not in SHOGI.moves(bare(self.ZONE | {"8a": "r"}, pockets=held))
        assert "declare" not in SHOGI.moves(bare(self.ZONE | {"9a": ".", "9d": "K"}, pockets=held))

    def test_nobody_declares_in_minishogi(self) -> None:
        cells = {f"{file}{rank}": "G" for file in "5432" for rank in "ab"} | {
            "1a": "K",
            "1e": "k",
            "1b": "D",
            "5c": "D",
        }

        assert "declare" not in MINI.moves(bare(cells, game=MINI))
        assert refusal(started(MINI), "declare", MINI).startswith("A move is expected")


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("7g7f", "7g7f"), ("7g-7f", "7g7f"), ("7G 7F", "7g7f"), ("7776", "7g7f"), ("77-76", "7g7f"),
            ("P-7f", "7g7f"), ("P7f", "7g7f"), ("p-76", "7g7f"), ("pawn to 7f", "7g7f"), ("Bauer 7f", "7g7f"),
            ("G6i-7h", "6i7h"), ("gold 6i to 7h", "6i7h"), ("S-4h", "3i4h"), ("R-5h!", "2h5h"), ("7g7f=", "7g7f"),
        ],
    )  # fmt: skip
    def test_moves_are_read_as_programs_and_books_write_them(self, text: str, move: str) -> None:
        assert move_read(SHOGI, started(SHOGI), text) == move

    @pytest.mark.parametrize("text", ["8h2b+", "Bx2b+", "B-22+", "bishop takes 2b+", "B8hx2b+"])
    def test_a_promotion_has_a_plus(self, text: str) -> None:
        assert move_read(SHOGI, played(SHOGI, "7g7f 3c3d"), text) == "8h2b+"

    def test_without_a_sign_squares_mean_no_promotion_and_a_piece_is_asked_about(self) -> None:
        position = played(SHOGI, "7g7f 3c3d")

        assert move_read(SHOGI, position, "8h2b") == move_read(SHOGI, position, "Bx2b=") == "8h2b"
        with pytest.raises(Ambiguous) as asked:
            SHOGI.play(position, 0, "Bx2b", CHANCE)
        assert asked.value.choices == ("8h2b+", "8h2b")

    @pytest.mark.parametrize("text", ["B*4e", "b*4e", "B'45", "B@4e", "B-4e", "bishop 4e"])
    def test_a_drop_is_read_however_it_is_written(self, text: str) -> None:
        assert move_read(SHOGI, played(SHOGI, BISHOPS), text) == "B*4e"

    def test_a_piece_on_the_board_comes_before_one_in_hand(self) -> None:
        position = bare({"9i": "K", "1a": "k", "5f": "G"}, pockets=("g", ""))

        assert move_read(SHOGI, position, "G-5e") == "5f5e"
        assert move_read(SHOGI, position, "G*5e") == "G*5e"

    def test_two_pieces_that_can_go_there_are_told_apart(self) -> None:
        with pytest.raises(Ambiguous) as asked:
            SHOGI.play(started(SHOGI), 0, "G-5h", CHANCE)
        assert {*asked.value.choices} == {"6i5h", "4i5h"}

    def test_a_promoted_piece_is_named_with_its_plus(self) -> None:
        position = bare({"9i": "K", "1a": "k", "5e": "T", "6e": "G"})

        assert move_read(SHOGI, position, "+P-5d") == "5e5d"
        assert move_read(SHOGI, position, "tokin 5d") == "5e5d"
        assert move_read(SHOGI, position, "G-5d") == "6e5d"

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("5e5d", "Nothing stands on 5e."),
            ("3c3d", "White's pawn stands on 3c, and it is Black's turn."),
            ("7g7e", "Black's pawn on 7g cannot go to 7e."),
            ("2h2g", "A piece of your own stands on 2g."),
            ("S7g-7f", "Black's pawn stands on 7g."),
            ("N-5e", "No knight of Black's can go to 5e."),
            ("P*5e", "Black has no pawn in hand."),
        ],
    )
    def test_a_move_against_the_rules_is_explained(self, text: str, why: str) -> None:
        refused = refusal(started(SHOGI), text)

        assert refused.startswith(why)
        assert "Legal are" in refused

    def test_a_king_in_check_is_named(self) -> None:
        checked = bare({"9i": "K", "9e": "r", "1a": "k", "5e": "G"})
        pinned = bare({"9i": "K", "9h": "S", "9e": "r", "1a": "k"})

        assert refusal(checked, "5e5d").startswith("Black's king is in check.")
        assert refusal(pinned, "9h8g").startswith("Black's king would be in check.")

    def test_a_square_beside_the_board_is_never_legal(self) -> None:
        with pytest.raises(NeverLegal, match="6a is not on the board: its squares are 1a to 5e"):
            MINI.play(started(MINI), 0, "5d6a", CHANCE)

    def test_a_move_for_later_is_written_by_its_squares(self) -> None:
        position = started(SHOGI)

        assert SHOGI.value_of(position, "8H-2B+") == "8h2b+"
        assert SHOGI.value_of(position, "p*55") == "P*5e"
        with pytest.raises(Illegal, match="written by its squares"):
            SHOGI.value_of(position, "P-7f")


class TestPages:
    def test_pieces_point_away_from_their_player_from_either_side(self) -> None:
        position = started(SHOGI)

        def is_up(viewer: int, role: str) -> set[bool]:
            picture = picture_for(SHOGI, position, viewer)
            wedges = [each.form for each in picture.shapes if each.role == role and isinstance(each.form, Polygon)]
            assert len(wedges) == 20
            return {wedge.corners[0].y < wedge.corners[2].y for wedge in wedges}

        assert (is_up(0, "piece.dark"), is_up(0, "piece.light")) == ({True}, {False})
        assert (is_up(1, "piece.dark"), is_up(1, "piece.light")) == ({False}, {True})

    def test_a_piece_that_is_laid_on_a_turned_board_points_as_the_others_do(self) -> None:
        position = after(bare({"9i": "K", "1a": "k"}, 0, ("", "p")), "9i9h")
        wedge, mark = SHOGI.new_pieces(position, 1)["@p"]
        turned_wedge, turned_mark = turned_piece((wedge, mark))

        assert isinstance(wedge.form, Polygon)
        assert isinstance(turned_wedge.form, Polygon)
        assert wedge.form.corners[0].y > 0 > turned_wedge.form.corners[0].y
        assert turned_mark.form.text == mark.form.text == "P"  # type: ignore[union-attr]

    def test_promotion_is_asked_for_by_buttons_only_where_there_is_a_choice(self) -> None:
        position = played(SHOGI, "7g7f 3c3d")

        assert SHOGI.steps(position, 0, "8h2b+") == ("8h", "2b", "+")
        assert SHOGI.steps(position, 0, "8h2b") == ("8h", "2b", "=")
        assert [choice.text for choice in SHOGI.picture(position, 0).choices] == ["promote", "do not promote"]
        assert SHOGI.slides(position, 0, ("8h", "2b", "+"), "8h2b+") == ("", "8h 2b", "+h 2b")
        forced = bare({"9i": "K", "1c": "k", "5b": "P"})
        assert SHOGI.steps(forced, 0, "5b5a+") == ("5b", "5a")
        assert SHOGI.slides(forced, 0, ("5b", "5a"), "5b5a+") == ("", "5b - +t 5a")
        assert set(SHOGI.new_pieces(forced, 0)) == {"t"}

    def test_pieces_in_hand_are_told_and_touched(self) -> None:
        position = bare({"9i": "K", "1a": "k"}, pockets=("rppp", "gs"))

        assert [choice.text for choice in SHOGI.picture(position, 0).choices] == ["drop rook", "drop pawn"]
        held = [[(each.target, each.number) for each in SHOGI.in_hand(position, seat)] for seat in (0, 1)]
        assert held == [
            [("@r", 1), ("@b", 0), ("@g", 0), ("@s", 0), ("@n", 0), ("@l", 0), ("@p", 3)],
            [("@r", 0), ("@b", 0), ("@g", 1), ("@s", 1), ("@n", 0), ("@l", 0), ("@p", 0)],
        ]
        assert SHOGI.steps(position, 0, "P*5e") == ("@p", "5e")
        assert SHOGI.slides(position, 0, ("@p", "5e"), "P*5e") == ("", "+@p 5e")

    @pytest.mark.parametrize(
        ("moves", "words"),
        [
            ("7g7f", "pawn 7g to 7f"),
            ("7g7f 3c3d 8h2b+", "bishop 8h to 2b, promoted"),
            (f"{BISHOPS} B*4e", "bishop dropped on 4e"),
        ],
    )
    def test_moves_are_spoken(self, moves: str, words: str) -> None:
        assert SHOGI.spoken(played(SHOGI, moves), moves.split()[-1]) == words

    def test_the_king_in_check_has_a_square_of_another_colour(self) -> None:
        position = bare({"9i": "K", "9e": "r", "1a": "k"})

        assert [shape.target for shape in SHOGI.picture(position, 0).shapes if shape.role == "cell.check"] == ["9i"]
        assert SHOGI.status(position, 0) == ("Black is in check.",)

    def test_the_board_of_text_has_room_for_promoted_pieces(self) -> None:
        lines = drawn(SHOGI, played(SHOGI, "7g7f 3c3d 8h2b+"))

        assert lines[0] == "    9   8   7   6   5   4   3   2   1"
        assert lines[2] == "b   .   r   .   .   .   .   . (+B)  .  b"


@pytest.mark.parametrize(
    ("word", "called"), [("shogi", "Japanese chess"), ("minishogi", "mini shogi"), ("minishogi", "Gogo shogi")]
)
def test_they_are_found_by_their_usual_names(word: str, called: str) -> None:
    assert game_called(called, installed()) == word


@pytest.mark.parametrize("game", [SHOGI, MINI], ids=lambda game: game.word)
def test_bots_value_what_stands_what_is_held_and_what_can_be_taken(game: Shogi) -> None:
    kings = {"5e": "K", "1a": "k"}
    even, held, stands, taken = (
        game.evaluate(bare(kings | cells, seat, (pocket, ""), game))
        for cells, seat, pocket in (({}, 0, ""), ({}, 0, "g"), ({"3d": "G"}, 0, ""), ({"3d": "G", "3a": "r"}, 1, ""))
    )

    assert even
    assert held
    assert stands
    assert taken
    assert held[0] > even[0] + 0.1
    assert stands[0] > even[0] + 0.1
    assert taken[0] < even[0] - 0.1
