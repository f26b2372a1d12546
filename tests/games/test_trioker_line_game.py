"""Trioker-Line as the server meets it: the contract, refusals, notes, and what a letter shows."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Ambiguous, Illegal, Note, Result, Unreadable
from pbmserv.games.testing import check_contract
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker.turns import Ending
from tests.games.arranged import Arranged
from tests.games.trioker_line_positions import (
    CHANCE,
    FIRST,
    GAME,
    around_the_lower_right,
    play,
    position,
)

CURLED = around_the_lower_right("331", "301", "003", "310")
ONE_AND_TWO_AT_THE_END = (
    FIRST,
    Placement(Cell(0, 1), "331"),
    Placement(Cell(0, 2), "123"),
    Placement(Cell(1, 2), "132"),
    Placement(Cell(1, 3), "221"),
)
"""Below the last tile lie 1 and 2, so the joker fits with its square on either of them."""


def texts(*hands: str, move: str, bank: str = "") -> list[str]:
    """What everybody reads after a move of the first seat."""
    notes = play(position(*hands, bank=bank), move).notes
    return [note.text for note in notes if note.seat is None]


@pytest.mark.parametrize("games", [1, pytest.param(5, marks=pytest.mark.long)])
def test_it_keeps_the_contract(games: int) -> None:
    check_contract(GAME, games=games)


class TestMoves:
    def test_legal_moves_are_one_s_own_tiles_by_positions(self) -> None:
        before = position("331 332 000", "330")

        assert GAME.legal_moves(before, 0) == ["331@1", "332@1", "331@2", "332@2", "331@3", "332@3"]
        assert GAME.legal_moves(before, 1) == ()

    def test_who_has_drawn_may_pass(self) -> None:
        before = position("331 000", "330", drawn="331")

        assert GAME.legal_moves(before, 0) == ["331@1", "331@2", "331@3", "pass"]
        assert GAME.play(before, 0, " PASS ", CHANCE).move == "pass"

    def test_any_rotation_of_a_name_is_understood(self) -> None:
        before = position("331 000", "330")

        assert {play(before, text).move for text in ("331@1", "133@1", "3-1-3 @ 1")} == {"331@1"}

    def test_where_the_joker_fits_in_several_ways_the_hour_tells_which(self) -> None:
        before = position("12W 000", "330", paths=1, placements=ONE_AND_TWO_AT_THE_END)

        with pytest.raises(Ambiguous) as refusal:
            play(before, "12W@2")

        assert refusal.value.choices == ("12W.02@2", "12W.10@2")
        assert [play(before, text).move for text in refusal.value.choices] == ["12W.02@2", "12W.10@2"]

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("223@2", "Tile 223 is not among your tiles."),
            ("333@2", "Tile 333 is not among your tiles: it lies on the board already."),
            (
                "000@2",
                (
                    "Tile 000 does not fit at position 2 in any way:"
                    " its top left corner has to be 1 and its top right corner 0."
                ),
            ),
            ("000@3", "Position 3 is not on the board: the positions are numbered 1 to 2."),
            ("444@1", "There is no tile 444: the figures on the tiles are 0 to 3."),
            ("pass", "You cannot pass: you hold a tile that fits, and have not drawn one in this turn."),
        ],
    )
    def test_an_illegal_move_is_told_why(self, text: str, words: str) -> None:
        with pytest.raises(Illegal) as refusal:
            play(position("000 001", "330", placements=CURLED), text)

        assert refusal.value.words == words

    @pytest.mark.parametrize("text", ["", "331", "@1", "331@", "passed"])
    def test_what_is_no_move_is_told_how_a_move_is_written(self, text: str) -> None:
        with pytest.raises(Unreadable, match=r"write a tile, @ and the number of a position, for example 301@2\.$"):
            play(position("331", "330"), text)

    def test_nobody_moves_when_the_game_is_over(self) -> None:
        over = play(position("331", "330"), "331@1").position

        assert GAME.to_move(over) == ()


class TestNotes:
    def test_everybody_reads_what_was_placed(self) -> None:
        assert texts("331 000", "330", move="331@1") == ["Player A places 331."]

    def test_only_its_owner_reads_which_tile_was_drawn(self) -> None:
        played = play(position("331 000", "001", bank="330"), "331@1")

        assert played.notes == (
            Note("Player A places 331."),
            Note("Player B had no tile that fits and drew one, and may place it or pass."),
            Note("You drew 330.", seat=1),
        )

    def test_turns_that_pass_are_explained(self) -> None:
        assert texts("331 332", "001", move="331@1", bank="000") == [
            "Player A places 331.",
            "Player B had no tile that fits and drew one, which does not fit either, and the turn passes.",
        ]
        assert texts("331 332", "001", move="331@1") == [
            "Player A places 331.",
            "Player B has no tile that fits, and the bank is empty: the turn passes.",
        ]

    def test_who_passes_keeps_the_tile(self) -> None:
        played = play(position("331 000", "330", drawn="331"), "pass")

        assert played.notes == (Note("Player A keeps the tile and passes."),)

    def test_the_last_tile_is_explained(self) -> None:
        assert texts("331", "332 000", "12W", move="331@1") == [
            "Player A places 331.",
            "Player A has placed the last tile of a hand.",
            "Player B is left with 332 000: 8 pips.",
            "Player C is left with 12W: 3 pips.",
        ]

    def test_a_blocked_game_is_explained(self) -> None:
        assert texts("331 222", "001", move="331@1") == [
            "Player A places 331.",
            "Nobody can place a tile, and the bank has none.",
            "Player A is left with 222: 6 pips.",
            "Player B is left with 001: 1 pip.",
        ]

    def test_leaving_is_explained(self) -> None:
        left = GAME.skip(position("331 000", "330", "332"), 0, CHANCE)

        assert left.move == "skip"
        assert left.notes == (Note("Player A has left the game. The 2 tiles of that hand stay out of it."),)
        left = GAME.skip(position("331", "330", "332"), 0, CHANCE)
        assert left.notes == (Note("Player A has left the game. The 1 tile of that hand stays out of it."),)


class TestLetters:
    def test_the_status_tells_what_is_held_and_one_s_own_hand(self) -> None:
        before = position("331 12W 000", "330 001", "332", bank="002", placements=(FIRST,))

        assert GAME.status(before, 0) == (
            "Player     A     B     C",
            "Tiles      3     2     1",
            "Bank: 1 tile. Chains: 0 of 3.",
            "",
            "Your tiles: 331 12W 000",
        )
        assert GAME.status(before, None) == GAME.status(before, 0)[:-2]
        assert "Bank: 0 tiles. Chains: 1 of 2." in GAME.status(position("1", "2", paths=2, placements=CURLED), None)

    def test_who_has_drawn_is_told_what_to_do(self) -> None:
        before = position("331 000", "330", drawn="331")

        assert GAME.status(before, 0)[0] == "Player A has drawn a tile, and may place it or pass."
        assert GAME.status(before, 0)[-1] == "You have drawn 331: place it, or move pass."
        assert GAME.status(before, 1)[0] == "Player A has drawn a tile, and may place it or pass."
        assert not any("331" in line for line in GAME.status(before, 1))

    def test_the_first_letter_tells_how_the_game_begins(self) -> None:
        deal = Arranged("000 001 002 012 021 110 111 112 221 220", "333 331 332 310 301 230 203 132 123 003", "330")

        start = GAME.start({"paths": 3}, 2, deal)

        assert GAME.status(start, 0) == (
            "Player B begins with 333.",
            "Player A had no tile that fits and drew one, and may place it or pass.",
            "",
            "Player     A     B",
            "Tiles     11     9",
            "Bank: 4 tiles. Chains: 0 of 3.",
            "",
            "Your tiles: 000 001 002 012 021 110 111 112 220 221 330",
            "You have drawn 330: place it, or move pass.",
        )
        assert play(start, "pass").position.prelude == ()

    def test_who_has_left_is_out_in_the_table(self) -> None:
        left = GAME.skip(position("331 000", "330", "332"), 0, CHANCE).position

        assert "Tiles    out     1     1" in GAME.status(left, 1)
        assert not any("Your tiles" in line for line in GAME.status(left, 0))

    def test_the_board_has_numbers_and_a_star_on_the_last_tile(self) -> None:
        assert GAME.draw(position("331", "330"), None).splitlines() == [
            "    +",
            "   /3\\",
            "1 / * \\ 2",
            " /3   3\\",
            "+-------+",
            "",
            "    3",
        ]

    def test_the_board_has_no_numbers_when_the_game_is_over(self) -> None:
        over = play(position("331", "330"), "331@3").position

        assert "2" not in GAME.draw(over, None)
        assert GAME.legend(over, None) == ""

    def test_the_longest_chain_fits_a_page(self) -> None:
        cells = [FIRST.cell]
        while len(cells) < 25:
            cells.append(cells[-1].neighbours()[1])
        straight = tuple(Placement(cell, "333") for cell in cells)

        drawing = GAME.draw(position("331", "330", paths=1, placements=straight), None)

        assert max(map(len, drawing.splitlines())) <= 79


class TestResults:
    @pytest.mark.parametrize(
        ("hands", "result"),
        [
            (("331", "000"), Result(0, "Player A has placed the last tile of a hand.")),
            (("331 222", "001"), Result(1, "Nobody can place a tile. Player B holds the fewest pips, 1.")),
            (
                ("331 110", "000 002"),
                Result(
                    0,
                    "Nobody can place a tile. Players A and B hold the fewest pips, 2, and of these A the fewest"
                    " tiles.",
                ),
            ),
            (
                ("331 110", "002"),
                Result(None, "Nobody can place a tile. Players A and B hold the fewest pips, 2, in 1 tile each."),
            ),
            (
                ("331 111", "012", "000 021", "222"),
                Result(
                    None,
                    "Nobody can place a tile. Players A, B and C hold the fewest pips, 3, and of these A and B the"
                    " fewest tiles, 1 tile each.",
                ),
            ),
        ],
    )
    def test_every_end_is_told(self, hands: tuple[str, ...], result: Result) -> None:
        over = play(position(*hands), "331@1").position

        assert GAME.result(over) == result

    def test_the_last_one_left_wins(self) -> None:
        left = GAME.skip(position("331 000", "330", "332", left=frozenset({2})), 0, CHANCE).position

        assert left.ending is Ending.ALONE
        assert GAME.result(left) == Result(1, "Nobody but player B is left.")

    def test_there_is_none_before_the_end(self) -> None:
        assert GAME.result(position("331", "330")) is None
