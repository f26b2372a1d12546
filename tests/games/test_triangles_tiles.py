"""Tiles with three marks: turns, names read in both directions, hours of the clock."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.tiles import BLANK, Edge, Marking, Reading, TileSet, agree, turns, turns_that_fit

UP = Cell(0, 0)
DOWN = Cell(0, 1)

TRIOMINOES = TileSet(("245", "011", "555"), Reading.CLOCKWISE, separator="-")
TRIOKER = TileSet(("143", "134", "110", "12W"), Reading.ANTICLOCKWISE)
MACMAHON = TileSet(("143",), Reading.ANTICLOCKWISE, marking=Marking.EDGES)


class TestTurns:
    def test_a_tile_with_different_marks_lies_in_three_ways(self) -> None:
        assert turns("245") == ("245", "452", "524")

    def test_a_tile_with_two_equal_marks_lies_in_three_ways(self) -> None:
        assert turns("011") == ("011", "110", "101")

    def test_a_triple_lies_in_one_way(self) -> None:
        assert turns("555") == ("555",)

    def test_marks_agree_when_equal_wild_or_not_there(self) -> None:
        assert agree("3", "3")
        assert agree("3", "W")
        assert agree("W", "3")
        assert agree("3", BLANK)
        assert not agree("3", "4")

    @pytest.mark.parametrize(
        ("marks", "pattern", "fitting"),
        [
            ("245", "24 ", ("245",)),
            ("245", "4 2", ("452",)),
            ("245", "42 ", ()),
            ("245", "2  ", ("245",)),
            ("245", "   ", ("245", "452", "524")),
            ("555", "5 5", ("555",)),
            ("12W", "12 ", ("12W",)),
            ("12W", "21 ", ("2W1", "W12")),
            ("12W", "1  ", ("12W", "W12")),
            ("123", "1W ", ("123",)),
        ],
    )
    def test_which_turns_fit_between_marks(self, marks: str, pattern: str, fitting: tuple[str, ...]) -> None:
        assert turns_that_fit(marks, pattern) == fitting


class TestNames:
    def test_a_name_is_found_by_any_of_its_figures_first(self) -> None:
        assert [TRIOMINOES.find(figures) for figures in ("245", "452", "524")] == ["245"] * 3

    def test_a_mirror_image_is_another_tile_or_none(self) -> None:
        assert TRIOMINOES.find("254") is None
        assert TRIOKER.find("431") == "143"
        assert TRIOKER.find("413") == "134"

    def test_names_are_read_clockwise_or_anticlockwise(self) -> None:
        assert TRIOMINOES.name_of("452") == "245"
        assert TRIOKER.name_of("341") == "143"

    def test_letters_separate_the_figures_where_the_game_does(self) -> None:
        assert TRIOMINOES.listed(["245", "011"]) == "2-4-5 0-1-1"
        assert TRIOKER.listed(["143", "12W"]) == "143 12W"

    def test_fitting_turns_of_a_name_are_marks_read_clockwise(self) -> None:
        assert TRIOKER.turns_that_fit("143", "34 ") == ("341",)
        assert TRIOKER.turns_that_fit("143", "43 ") == ()


class TestHours:
    def test_corners_of_an_up_cell_point_at_12_4_and_8_and_of_a_down_cell_at_6_10_and_2(self) -> None:
        assert Marking.CORNERS.hours(UP) == (12, 4, 8)
        assert Marking.CORNERS.hours(DOWN) == (6, 10, 2)

    def test_edges_point_away_from_the_corners_opposite_them(self) -> None:
        assert Marking.EDGES.hours(UP) == (6, 10, 2)
        assert Marking.EDGES.hours(DOWN) == (12, 4, 8)

    def test_edges_lie_opposite_the_corners_of_their_places(self) -> None:
        top, right, left = Vertex(0, 0), Vertex(1, 1), Vertex(-1, 1)

        assert UP.corners() == (top, right, left)
        assert Marking.EDGES.sites(UP) == (Edge(left, right), Edge(left, top), Edge(top, right))

    def test_two_cells_share_the_edge_between_them(self) -> None:
        assert set(Marking.EDGES.sites(UP)) & set(Marking.EDGES.sites(DOWN)) == {Edge(Vertex(0, 0), Vertex(1, 1))}

    def test_the_hour_is_that_of_the_last_figure_of_a_name_read_clockwise(self) -> None:
        assert [TRIOMINOES.hour(marks, UP) for marks in ("245", "452", "524")] == [8, 4, 12]
        assert [TRIOMINOES.hour(marks, DOWN) for marks in ("245", "452", "524")] == [2, 10, 6]

    def test_the_hour_is_that_of_the_last_figure_of_a_name_read_anticlockwise(self) -> None:
        assert [TRIOKER.hour(marks, UP) for marks in ("341", "413", "134")] == [12, 8, 4]

    def test_the_hours_of_the_source_are_those_of_macmahon_s_tile_143(self) -> None:
        # "143.08 = [314] and 143.04 = [431]": the edges anti-clockwise, starting from the bottom left one.
        def from_bottom_left(marks: str) -> str:
            top, bottom_right, bottom_left = tuple(marks)
            return bottom_left + bottom_right + top

        assert from_bottom_left(MACMAHON.marks_at_hour("143", 8, DOWN)) == "314"
        assert from_bottom_left(MACMAHON.marks_at_hour("143", 4, DOWN)) == "431"

    @pytest.mark.parametrize("tiles", [TRIOMINOES, TRIOKER, MACMAHON])
    @pytest.mark.parametrize("cell", [UP, DOWN])
    def test_hour_and_marks_at_hour_undo_each_other(self, tiles: TileSet, cell: Cell) -> None:
        for name in tiles.names:
            for marks in turns(tiles.marks(name)):
                assert tiles.marks_at_hour(name, tiles.hour(marks, cell), cell) == marks
