"""The triangular lattice, checked by small pictures and by what must hold everywhere."""

from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.triangles.lattice import Cell, Vertex, cells_around

coordinates = st.integers(min_value=-50, max_value=50)
cells = st.builds(Cell, coordinates, coordinates)
vertices = st.tuples(coordinates, coordinates).filter(lambda at: sum(at) % 2 == 0).map(lambda at: Vertex(*at))


def test_an_up_cell_has_its_corners_at_top_bottom_right_and_bottom_left() -> None:
    cell = Cell(row=0, x=0)

    assert cell.is_up
    assert cell.corners() == (Vertex(0, 0), Vertex(1, 1), Vertex(-1, 1))


def test_a_down_cell_has_its_corners_at_bottom_top_left_and_top_right() -> None:
    cell = Cell(row=0, x=1)

    assert not cell.is_up
    assert cell.corners() == (Vertex(1, 1), Vertex(0, 0), Vertex(2, 0))


def test_the_cell_under_an_up_cell_hangs_from_its_base() -> None:
    assert Cell(0, 0).neighbours() == (Cell(0, -1), Cell(0, 1), Cell(1, 0))


def test_the_cell_over_a_down_cell_stands_on_its_base() -> None:
    assert Cell(0, 1).neighbours() == (Cell(0, 0), Cell(0, 2), Cell(-1, 1))


def test_cells_sort_in_reading_order() -> None:
    first_row = [Cell(0, -3), Cell(0, 0), Cell(0, 1)]
    second_row = [Cell(1, -7), Cell(1, 12)]

    assert sorted([*second_row[::-1], *first_row[::-1]]) == [*first_row, *second_row]


def test_six_cells_meet_in_a_vertex() -> None:
    assert Vertex(0, 0).cells() == (Cell(-1, 0), Cell(-1, 1), Cell(0, 1), Cell(0, 0), Cell(0, -1), Cell(-1, -1))


def test_a_chain_of_one_two_and_three_vertices_has_6_10_and_14_cells_around() -> None:
    chain = [Vertex(0, 0), Vertex(2, 0), Vertex(3, 1)]

    assert [len(cells_around(chain[:length])) for length in (1, 2, 3)] == [6, 10, 14]


def test_no_vertex_has_no_cells_around() -> None:
    assert cells_around([]) == set()


def test_a_hexagon_of_side_four_has_the_96_cells_of_the_trichet_pool() -> None:
    centre = Vertex(0, 0)
    inner = {centre}
    for _ in range(3):
        inner |= {neighbour for vertex in inner for neighbour in vertex.neighbours()}

    assert len(cells_around(inner)) == 96


@given(cell=cells)
def test_the_corners_of_a_cell_are_neighbours_of_each_other(cell: Cell) -> None:
    one, two, three = cell.corners()

    assert two in one.neighbours()
    assert three in two.neighbours()
    assert one in three.neighbours()


@given(cell=cells)
def test_the_corners_of_a_cell_go_clockwise(cell: Cell) -> None:
    one, two, three = cell.corners()

    # The cross product of two sides is positive when they turn clockwise, for y grows down the page.
    assert (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x) > 0


@given(cell=cells)
def test_a_cell_is_around_each_of_its_corners_and_around_no_other_vertex_nearby(cell: Cell) -> None:
    corners = set(cell.corners())
    nearby = corners | {neighbour for corner in corners for neighbour in corner.neighbours()}

    assert {vertex for vertex in nearby if cell in vertex.cells()} == corners


@given(cell=cells)
def test_a_cell_shares_two_corners_with_each_neighbour(cell: Cell) -> None:
    for neighbour in cell.neighbours():
        assert len(set(cell.corners()) & set(neighbour.corners())) == 2
        assert cell in neighbour.neighbours()
        assert neighbour.is_up != cell.is_up


@given(vertex=vertices)
def test_neighbours_of_a_vertex_are_six_and_have_it_for_a_neighbour(vertex: Vertex) -> None:
    assert len(set(vertex.neighbours())) == 6
    assert all(vertex in neighbour.neighbours() for neighbour in vertex.neighbours())


@given(vertex=vertices)
def test_the_cells_around_a_vertex_have_it_and_its_neighbours_for_corners(vertex: Vertex) -> None:
    corners = {corner for cell in vertex.cells() for corner in cell.corners()}

    assert corners == {vertex, *vertex.neighbours()}
    assert all(vertex in cell.corners() for cell in vertex.cells())


@given(vertex=vertices)
def test_cells_and_neighbours_of_a_vertex_follow_each_other_around_it(vertex: Vertex) -> None:
    around = vertex.cells()
    for place, cell in enumerate(around):
        assert around[(place + 1) % 6] in cell.neighbours()
    for place, neighbour in enumerate(vertex.neighbours()):
        assert vertex.neighbours()[(place + 1) % 6] in neighbour.neighbours()
