"""The search for fillings, against a published solver of exact covers and against published counts."""

from __future__ import annotations

from itertools import islice

import pytest

from pbmserv.games.triangles.lattice import Cell, Vertex, cells_around
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.solver import Count, OutOfBudget, count_fillings, fillings, first_filling
from pbmserv.games.triangles.tiles import Marking, Reading, TileSet
from pbmserv.games.trioker.tiles import FIGURE_TILES, TILES
from tests.games.exact_cover_fillings import exact_cover_fillings

MIDDLE = Vertex(0, 0)
SIX = frozenset(MIDDLE.cells())
"""The hexagon of side 1."""
HEXAGON = frozenset(cells_around([MIDDLE, *MIDDLE.neighbours()]))
"""The hexagon of side 2."""
TRIANGLE = frozenset(Cell(row, x) for row in range(3) for x in range(-row, row + 1))
"""The triangle of side 3: nine cells."""
PARALLELOGRAM = frozenset(Cell(row, x) for row in range(3) for x in range(-row, 8 - row))
"""Three rows of four rhombi."""
APART = frozenset({Cell(0, 0), Cell(0, 4)})
"""Two cells with nothing in common."""


def some_of(tiles: TileSet, names: str, marking: Marking = Marking.CORNERS) -> TileSet:
    return TileSet(tuple(names.split()), tiles.reading, marking=marking)


class TestAgainstExactCover:
    """The same fillings, each once."""

    @pytest.mark.parametrize(
        ("board", "names", "count"),
        [
            (SIX, "021 110 123 203 220 223 230", 12),
            (SIX, "003 012 112 132 220 222 223 333", 6),
            (TRIANGLE, "001 002 110 111 112 113 132 222 230 310", 3),
            (TRIANGLE, "003 012 021 111 112 113 223 301 310 331 333", 6),
            (TRIANGLE, "110 111 112 113 123 132 223 230 301 331", 0),
            (APART, "000 012 123", 30),
        ],
    )
    def test_with_marks_in_the_corners(self, board: frozenset[Cell], names: str, count: int) -> None:
        compare(Layout(board=board), some_of(FIGURE_TILES, names), count)

    @pytest.mark.parametrize(
        ("names", "count"), [("021 112 132 222 223 333", 18), ("000 002 003 021 110 203 332", 372)]
    )
    def test_with_marks_at_the_edges(self, names: str, count: int) -> None:
        layout = Layout(marking=Marking.EDGES, board=SIX)

        compare(layout, some_of(FIGURE_TILES, names, Marking.EDGES), count)

    def test_with_a_border_of_one_colour(self) -> None:
        border = {edge: "0" for cell in SIX for edge in Marking.EDGES.sites(cell) if MIDDLE not in edge}
        layout = Layout(marking=Marking.EDGES, board=SIX, given=border)

        compare(layout, some_of(FIGURE_TILES, "000 001 002 003 012 021 110 220 203 301", Marking.EDGES), 126)

    @pytest.mark.parametrize(
        ("board", "names", "count"),
        [
            (SIX, "002 012 021 111 112 113 12W 220", 6),
            (TRIANGLE, "002 110 113 123 12W 132 203 220 230 301 310", 123),
        ],
    )
    def test_with_the_joker(self, board: frozenset[Cell], names: str, count: int) -> None:
        compare(Layout(board=board), some_of(TILES, names), count)

    @pytest.mark.parametrize(("first", "count"), [("002", 0), ("123", 6), ("12W", 6)])
    def test_from_a_tile_that_lies_already(self, first: str, count: int) -> None:
        tiles = some_of(TILES, "002 110 113 123 12W 132 203 220 230 301 310")
        layout = Layout((Placement(Cell(0, 0), tiles.marks(first)),), board=TRIANGLE)

        compare(layout, tiles, count)


def compare(layout: Layout, tiles: TileSet, count: int) -> None:
    """Both solvers find the same fillings, this many of them."""
    ours = [frozenset(filling.placements) for filling in fillings(layout, tiles)]

    assert len(ours) == count
    assert set(ours) == exact_cover_fillings(layout, tiles)


class TestPublishedCounts:
    @pytest.mark.long
    def test_the_parallelogram_of_three_by_four_rhombi_is_filled_in_120_ways(self) -> None:
        """Every filling counts: of the 120, 24 at a time are the same but for the names of the four figures, and a
        half turn of the whole makes three different ones of those five."""
        ways = [filling.sites for filling in fillings(Layout(board=PARALLELOGRAM), FIGURE_TILES)]

        assert len(ways) == 120
        vertices = sorted({vertex for cell in PARALLELOGRAM for vertex in cell.corners()})
        figures = ["".join(marks[vertex] for vertex in vertices) for marks in ways]
        assert len({renamed(each) for each in figures}) == 5
        # Half a turn reverses the reading order of the vertices.
        assert len({min(renamed(each), renamed(each[::-1])) for each in figures}) == 3

    @pytest.mark.long
    def test_the_hexagon_cannot_be_filled_by_tiles_marked_in_the_corners(self) -> None:
        assert count_fillings(Layout(board=HEXAGON), FIGURE_TILES) == Count(0, is_exact=True)


def renamed(figures: str) -> str:
    """The figures with the first that comes up named 0, the next 1, and so on."""
    names = {figure: str(number) for number, figure in enumerate(dict.fromkeys(figures))}
    return "".join(names[figure] for figure in figures)


class TestBounds:
    def test_counting_stops_where_it_is_told_to(self) -> None:
        layout = Layout(board=TRIANGLE)

        assert count_fillings(layout, FIGURE_TILES, most=10) == Count(10, is_exact=False)

    def test_counting_stops_when_the_budget_is_used_up(self) -> None:
        layout = Layout(board=PARALLELOGRAM)

        found, is_exact = count_fillings(layout, FIGURE_TILES, budget=20_000)

        assert not is_exact
        assert 0 < found < 120

    def test_a_search_that_is_given_up_says_so(self) -> None:
        search = fillings(Layout(board=PARALLELOGRAM), FIGURE_TILES, budget=20_000)

        with pytest.raises(OutOfBudget):
            list(search)

    def test_a_budget_that_is_enough_changes_nothing(self) -> None:
        tiles = some_of(FIGURE_TILES, "333 330 331 332 301 310 230 203")

        assert count_fillings(Layout(board=SIX), tiles, budget=100_000) == count_fillings(Layout(board=SIX), tiles)

    def test_the_order_is_always_the_same(self) -> None:
        layout = Layout(board=TRIANGLE)

        assert list(islice(fillings(layout, TILES), 20)) == list(islice(fillings(layout, TILES), 20))

    def test_more_cells_than_tiles_are_known_without_a_search(self) -> None:
        huge = frozenset(Cell(row, x) for row in range(100) for x in range(100))

        assert count_fillings(Layout(board=huge), TILES, budget=0) == Count(0, is_exact=True)

    def test_a_table_without_a_board_cannot_be_filled(self) -> None:
        with pytest.raises(ValueError, match="without a board"):
            first_filling(Layout(), TILES, 100)


class TestContinuing:
    def test_a_filling_holds_what_lay_there_before(self) -> None:
        start = Placement(Cell(0, 0), FIGURE_TILES.marks("012"))
        layout = Layout((start,), board=TRIANGLE)

        filling = first_filling(layout, FIGURE_TILES, 10_000)

        assert filling is not None
        assert filling.placements[0] == start
        assert {cell for cell, _ in filling.placements} == TRIANGLE
        assert len({FIGURE_TILES.name_of(marks) for _, marks in filling.placements}) == 9

    def test_a_board_that_cannot_be_filled_any_more_has_no_filling(self) -> None:
        tiles = some_of(FIGURE_TILES, "000 111")
        layout = Layout((Placement(Cell(0, 0), "000"),), board=frozenset({Cell(0, 0), Cell(0, 1)}))

        assert first_filling(layout, tiles, 100) is None

    def test_a_full_board_is_its_own_filling(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "000"),), board=frozenset({Cell(0, 0)}))

        assert list(fillings(layout, FIGURE_TILES)) == [layout]

    def test_marks_of_the_board_that_no_tile_bears_leave_no_filling(self) -> None:
        layout = Layout(board=TRIANGLE, given={Vertex(0, 0): "7"})

        assert first_filling(layout, TileSet(("012", "021"), Reading.CLOCKWISE), 100) is None
