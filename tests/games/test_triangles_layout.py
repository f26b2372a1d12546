"""Layouts: what the sites bear, where tiles fit, which hexagons a tile closes."""

from __future__ import annotations

from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import Edge, Marking

MIDDLE = Vertex(0, 0)
AROUND = MIDDLE.cells()
"""The six cells of a hexagon: the down cell above its middle first, then clockwise."""


def ring(count: int) -> Layout:
    """The first tiles of a hexagon with 1 in its middle and 2 all around."""
    return Layout(tuple(Placement(cell, marks_with_1_at_middle(cell)) for cell in AROUND[:count]))


def marks_with_1_at_middle(cell: Cell) -> str:
    return "".join("1" if vertex == MIDDLE else "2" for vertex in cell.corners())


class TestSites:
    def test_a_tile_marks_its_corners(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "245"),))

        assert layout.sites == {Vertex(0, 0): "2", Vertex(1, 1): "4", Vertex(-1, 1): "5"}
        assert layout.pattern(Cell(0, 1)) == "42 "
        assert layout.pattern(Cell(5, 5)) == "   "

    def test_a_tile_marks_its_edges_where_the_game_wants_it(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "123"),), Marking.EDGES)

        assert [layout.pattern(cell) for cell in Cell(0, 0).neighbours()] == [" 2 ", "  3", "1  "]

    def test_a_wild_mark_gives_way_to_what_another_tile_says(self) -> None:
        joker = Placement(Cell(0, 0), "W12")
        layout = Layout((joker,))

        assert layout.pattern(Cell(0, 1)) == "1W "
        assert layout.with_tile(Placement(Cell(0, 1), "130")).pattern(Cell(0, -1)) == "2 3"
        assert Layout((Placement(Cell(0, 1), "130"), joker)).pattern(Cell(0, -1)) == "2 3"

    def test_the_board_itself_may_bear_marks(self) -> None:
        base = Edge(Vertex(-1, 1), Vertex(1, 1))
        layout = Layout(marking=Marking.EDGES, given={base: "4"})

        assert layout.pattern(Cell(0, 0)) == "4  "
        assert layout.with_tile(Placement(Cell(0, 0), "423")).pattern(Cell(0, 1)) == "  3"

    def test_a_tile_that_is_taken_off_leaves_no_marks(self) -> None:
        layout = ring(2)

        assert layout.without_tile(AROUND[1]).placements == ring(1).placements
        assert layout.without_tile(AROUND[1]).sites == ring(1).sites


class TestPlaces:
    def test_the_border_is_the_cells_beside_a_tile_in_reading_order(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "245"),))

        assert layout.border == (Cell(0, -1), Cell(0, 1), Cell(1, 0))

    def test_a_corner_in_common_is_not_enough(self) -> None:
        assert Cell(1, 2) not in Layout((Placement(Cell(0, 0), "245"),)).border

    def test_a_board_ends_where_it_ends(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "245"),), board=frozenset({Cell(0, 0), Cell(1, 0)}))

        assert layout.border == (Cell(1, 0),)

    def test_places_are_where_one_of_the_tiles_fits(self) -> None:
        layout = Layout((Placement(Cell(0, 0), "245"),))

        assert layout.places(["333", "012"]) == ()
        assert layout.places(["224"]) == (Cell(0, 1),)
        assert layout.places(["225", "255"]) == (Cell(0, -1),)

    def test_neighbours_are_the_tiles_beside_a_cell(self) -> None:
        assert ring(2).neighbours(AROUND[2]) == (AROUND[1],)
        assert set(ring(5).neighbours(AROUND[5])) == {AROUND[0], AROUND[4]}


class TestHexagons:
    def test_the_sixth_tile_closes_a_hexagon(self) -> None:
        assert ring(5).hexagons_closed_by(AROUND[4]) == ()
        assert ring(6).hexagons_closed_by(AROUND[5]) == (MIDDLE,)

    def test_one_tile_can_close_two_hexagons(self) -> None:
        gap = Cell(0, 0)
        left, right = Vertex(-1, 1), Vertex(1, 1)
        cells = {*left.cells(), *right.cells()} - {gap}
        layout = Layout(tuple(Placement(cell, "000") for cell in sorted(cells)))

        assert layout.with_tile(Placement(gap, "000")).hexagons_closed_by(gap) == (right, left)
