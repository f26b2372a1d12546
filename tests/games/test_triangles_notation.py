"""Moves as players write them: read leniently, refused exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.notation import TileMove, move_text, moves_at, placement_of, read_move, text_of, value_of
from pbmserv.games.triangles.tiles import Reading, TileSet

TILES = TileSet(("245", "224", "444", "12W", "122"), Reading.CLOCKWISE, separator="-")
LAYOUT = Layout((Placement(Cell(0, 0), "245"),))
PLACES = LAYOUT.border


def read(text: str) -> TileMove:
    return read_move(text, TILES, "2-4-5@7")


def place(text: str, layout: Layout = LAYOUT) -> Placement:
    return placement_of(read(text), TILES, layout, layout.border)


def place_or_refuse(text: str) -> Placement | Refusal:
    try:
        return place(text)
    except Refusal as refusal:
        return refusal


class TestReading:
    @pytest.mark.parametrize(
        "text", ["2-4-5@7", "245@7", "4-5-2@7", " 524@7 ", "2 4 5@7", "245 @ 7", "2-4-5@07", "245@0007"]
    )
    def test_a_tile_and_a_position(self, text: str) -> None:
        move = read(text)

        assert (move.tile, move.hour, move.position) == ("245", None, 7)

    @pytest.mark.parametrize("text", ["245.08@7", "2-4-5.8@7"])
    def test_an_hour(self, text: str) -> None:
        assert read(text) == TileMove("245", 8, 7, typed="245")

    def test_the_name_is_kept_as_it_was_written(self) -> None:
        assert read("4-5-2.08@7") == TileMove("245", 8, 7, typed="452")

    def test_letters_are_read_in_any_case(self) -> None:
        assert read("12w@3") == TileMove("12W", None, 3, typed="12W")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "@",
            "245",
            "@7",
            "24@7",
            "2455@7",
            "245@",
            "245@-1",
            "245@12345",
            "245.123@7",
            "245.@7",
            "²45@7",
            "٢45@7",
        ],
    )
    def test_anything_else_is_unreadable_and_answered_with_an_example(self, text: str) -> None:
        with pytest.raises(Unreadable, match=r"for example 2-4-5@7\.$"):
            read(text)

    def test_a_hostile_text_is_quoted_short_and_harmless(self) -> None:
        with pytest.raises(Unreadable) as refusal:
            read("\x1b[2J\r\nSubject: " + "9" * 100_000)

        assert refusal.value.words.startswith('The text "?[2J??Subject: ..." is not a move')

    def test_a_tile_that_does_not_exist_is_told_from_its_mirror_image(self) -> None:
        with pytest.raises(Illegal, match=r"^There is no tile 2-5-4 .*: its mirror image 2-4-5 is another tile\.$"):
            read("254@1")
        with pytest.raises(Illegal, match=r"^There is no tile 9-9-9: the figures on the tiles are 1 to 5\.$"):
            read("999@1")


class TestPlacing:
    def test_a_tile_turns_so_that_it_fits(self) -> None:
        assert place("224@2") == Placement(Cell(0, 1), "422")

    def test_a_tile_that_fits_in_no_way_is_told_what_lies_there(self) -> None:
        with pytest.raises(Illegal) as refusal:
            place("444@1")

        assert refusal.value.words == (
            "Tile 4-4-4 does not fit at position 1 in any way:"
            " its bottom corner has to be 5 and its top right corner 2."
        )

    def test_a_position_that_is_not_there(self) -> None:
        with pytest.raises(Illegal, match=r"^Position 4 is not on the board: the positions are numbered 1 to 3\.$"):
            place("245@4")
        with pytest.raises(Illegal, match=r"^Position 0 is not on the board"):
            place("245@0")

    def test_a_board_without_any_position(self) -> None:
        with pytest.raises(Illegal, match="no tile can be laid anywhere"):
            place("245@1", Layout())

    def test_more_ways_than_one_are_refused_with_the_choices(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "12W"),))

        with pytest.raises(Ambiguous) as refusal:
            place("122@3", layout)

        assert refusal.value.choices == ("1-2-2.02@3", "1-2-2.06@3")
        assert "add the hour at which its last figure, 2, is to point" in refusal.value.words
        assert [place(choice, layout).marks for choice in refusal.value.choices] == ["122", "212"]

    def test_an_hour_decides(self) -> None:
        assert place("2-2-4.06@2") == Placement(Cell(0, 1), "422")

    @pytest.mark.parametrize(
        ("text", "marks"),
        [
            ("1-2-2.02@3", "122"),
            ("2-2-1.06@3", "122"),
            ("2-1-2.10@3", "122"),
            ("1-2-2.06@3", "212"),
            ("2-2-1.10@3", "212"),
        ],
    )
    def test_the_hour_belongs_to_the_last_figure_as_it_was_written(self, text: str, marks: str) -> None:
        joker = Layout((Placement(Cell(0, 0), "12W"),))

        assert place(text, joker).marks == marks

    def test_choices_are_told_in_the_order_of_the_figures_as_written(self) -> None:
        with pytest.raises(Ambiguous) as refusal:
            place("2-2-1@3", Layout((Placement(Cell(0, 0), "12W"),)))

        assert refusal.value.words == (
            "Tile 2-2-1 fits at position 3 in 2 ways: add the hour at which its last figure, 1, is to point."
            " You may write 2-2-1.06@3 or 2-2-1.10@3."
        )
        assert refusal.value.choices == ("1-2-2.02@3", "1-2-2.06@3")

    def test_an_hour_that_no_mark_points_at(self) -> None:
        with pytest.raises(Illegal, match=r"point at 6, 10 and 2 o'clock: 12 is none of these\.$"):
            place("224.12@2")

    def test_an_hour_at_which_the_tile_does_not_match(self) -> None:
        with pytest.raises(Illegal) as refusal:
            place("224.10@2")

        assert refusal.value.words == (
            "Tile 2-2-4 does not fit at position 2 with its last figure, 4, at 10 o'clock:"
            " its bottom corner would be 2 and has to be 4, and its top left corner would be 4 and has to be 2."
            " You may write 2-2-4@2."
        )

    def test_a_tile_that_fits_at_no_hour_is_told_so(self) -> None:
        with pytest.raises(Illegal, match=r" It fits there in no other way either\.$"):
            place("4-4-4.10@1")

    def test_the_canonical_text_has_the_hour_only_where_it_is_needed(self) -> None:
        joker = Layout((Placement(Cell(0, 0), "12W"),))

        assert move_text(Placement(Cell(0, 1), "422"), TILES, LAYOUT, PLACES) == "2-2-4@2"
        assert move_text(Placement(Cell(0, 1), "212"), TILES, joker, joker.border) == "1-2-2@2"

    def test_all_moves_of_a_cell_are_those_that_can_be_placed_there(self) -> None:
        joker = Layout((Placement(Cell(0, 0), "12W"),))

        moves = moves_at(joker.border[1], TILES.names, TILES, joker, joker.border)

        assert moves == ["1-2-W.10@2", "1-2-W.06@2", "1-2-2@2"]
        assert [move_text(place(move, joker), TILES, joker, joker.border) for move in moves] == moves

    @given(st.text(alphabet="0123456789wW.-@ \n", max_size=12) | st.text(max_size=60))
    def test_any_text_is_placed_or_refused_in_a_sentence(self, text: str) -> None:
        answer = place_or_refuse(text)

        if isinstance(answer, Placement):
            assert answer.cell in PLACES
        else:
            assert answer.words[0].isupper()
            assert answer.words.endswith(".")
            assert answer.words.isprintable()
            assert len(answer.words) < 300


class TestValues:
    ONE_MORE = LAYOUT.with_tile(Placement(Cell(0, -1), "542"))

    def value(self, text: str, layout: Layout = LAYOUT) -> str:
        return value_of(text, TILES, layout, layout.border, "2-4-5@7")

    def text(self, value: str, layout: Layout = LAYOUT, part: int = 1) -> str:
        return text_of(value, TILES, layout, layout.border, part)

    def test_a_value_says_how_the_tile_lies_and_where(self) -> None:
        assert self.value("224@2") == self.value("4-2-2@2") == "1/422@0,1"
        assert self.text("1/422@0,1") == "2-2-4@2"

    def test_it_stays_the_same_where_the_place_gets_another_number(self) -> None:
        assert self.text("1/422@0,1", self.ONE_MORE) == "2-2-4@3"
        assert self.value("224@3", self.ONE_MORE) == "1/422@0,1"

    def test_a_tile_that_could_lie_in_several_ways_has_no_value_without_an_hour(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "12W"),))

        with pytest.raises(Ambiguous):
            self.value("122@3", layout)

    def test_a_place_that_is_taken_by_now_has_no_words(self) -> None:
        with pytest.raises(NeverLegal, match=r"^No tile can be placed in that position any more\.$"):
            self.text("1/542@0,-1", self.ONE_MORE)

    def test_neither_has_a_tile_that_fits_no_more(self) -> None:
        with pytest.raises(NeverLegal, match=r"^The tile does not fit in that position any more\.$"):
            self.text("1/444@0,1", self.ONE_MORE)

    def test_nor_a_place_of_another_round(self) -> None:
        with pytest.raises(NeverLegal, match=r"^No tile can be placed in that position any more\.$"):
            self.text("1/422@0,1", part=2)

    def test_a_place_that_has_no_number_at_present_may_have_one_later(self) -> None:
        with pytest.raises(Illegal, match="That position has no number now") as caught:
            text_of("1/422@0,1", TILES, LAYOUT, [], 1)

        assert not isinstance(caught.value, NeverLegal)
