"""The canvas of the triangle games, by pictures."""

from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.triangles.drawing import COMPACT, Canvas, plain_edge
from pbmserv.games.triangles.lattice import Cell, Vertex

UP, DOWN = Cell(0, 0), Cell(0, 1)


def picture(text: str) -> str:
    """A picture of a test without its margin, its first line break and its last."""
    return dedent(text).strip("\n")


def test_an_up_cell_is_four_lines_high_and_its_base_eight_columns_wide() -> None:
    canvas = Canvas()

    canvas.outline(UP)

    assert str(canvas) == picture(
        r"""
            +
           / \
          /   \
         /     \
        +-------+
        """
    )


def test_a_down_cell_stands_on_its_apex() -> None:
    canvas = Canvas()

    canvas.outline(DOWN)

    assert str(canvas) == picture(
        r"""
        +-------+
         \     /
          \   /
           \ /
            +
        """
    )


def test_neighbouring_cells_share_vertices_and_edges() -> None:
    canvas = Canvas()

    for cell in (UP, DOWN, Cell(1, 0)):
        canvas.outline(cell)

    assert str(canvas) == picture(
        r"""
            +-------+
           / \     /
          /   \   /
         /     \ /
        +-------+
         \     /
          \   /
           \ /
            +
        """
    )


def test_a_smaller_scale_has_edges_of_six_columns() -> None:
    canvas = Canvas(COMPACT)

    canvas.outline(UP)
    canvas.outline(DOWN)
    canvas.label(UP, "7")
    canvas.mark_corners(DOWN, "123")

    assert str(canvas) == picture(
        r"""
           +-----+
          / \2 3/
         / 7 \1/
        +-----+
        """
    )


def test_a_label_is_centred_on_the_middle_of_its_cell() -> None:
    canvas = Canvas()
    for cell in (UP, DOWN):
        canvas.outline(cell)

    canvas.label(UP, "7")
    canvas.label(DOWN, "123")

    assert str(canvas) == picture(
        r"""
            +-------+
           / \     /
          / 7 \123/
         /     \ /
        +-------+
        """
    )


def test_a_label_of_two_characters_stands_half_a_column_to_the_left() -> None:
    canvas = Canvas()
    canvas.outline(UP)

    canvas.label(UP, "12")

    assert str(canvas).splitlines()[2] == "  /12 \\"


def test_marks_stand_inside_the_corners_clockwise_from_the_apex() -> None:
    canvas = Canvas()
    for cell in (UP, DOWN):
        canvas.outline(cell)

    canvas.mark_corners(UP, "123")
    canvas.mark_corners(DOWN, "456")

    assert str(canvas) == picture(
        r"""
            +-------+
           /1\5   6/
          /   \   /
         /3   2\4/
        +-------+
        """
    )


def test_rows_fill_a_cell_from_the_apex_to_the_base() -> None:
    canvas = Canvas()
    for cell in (UP, DOWN):
        canvas.outline(cell)
        canvas.fill(cell, ("a", "bcd", "efghi"))

    assert str(canvas) == picture(
        r"""
            +-------+
           /a\efghi/
          /bcd\bcd/
         /efghi\a/
        +-------+
        """
    )


def test_marks_of_an_edge_read_from_left_to_right_or_from_top_to_bottom() -> None:
    canvas = Canvas()
    top, right, left = UP.corners()

    canvas.mark_edge(right, left, "1234567")
    canvas.mark_edge(left, top, "abc")
    canvas.mark_edge(top, right, "xyz")

    assert str(canvas).split("\n") == ["  a x", " b   y", "c     z", "1234567"]


def test_a_vertex_can_bear_a_mark() -> None:
    canvas = Canvas()
    canvas.outline(UP)

    canvas.mark_vertex(Vertex(0, 0), "5")

    assert str(canvas).splitlines()[0] == "    5"


def test_what_is_written_later_lies_over_what_was_there_and_blanks_cover_nothing() -> None:
    canvas = Canvas()

    canvas.write(0, 0, "under")
    canvas.write(0, 0, "o er")

    assert str(canvas) == "onerr"


def test_a_drawing_can_be_pasted_on_another() -> None:
    canvas = Canvas()

    canvas.paste(0, 0, "+-+\n+-+")
    canvas.paste(1, 2, "+-+\n+-+")

    assert str(canvas) == "+-+\n+-+-+\n  +-+"


def test_a_page_on_which_nothing_is_written_is_empty() -> None:
    canvas = Canvas()
    canvas.write(3, 3, "   ")

    assert str(canvas) == ""


def test_margins_are_cut_off_and_lines_between_kept() -> None:
    canvas = Canvas()

    canvas.write(-7, 30, "up")
    canvas.write(-5, 28, "down   ")

    assert str(canvas) == "  up\n\ndown"


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-6, 6), st.text("ab ", max_size=6)), max_size=12))
def test_the_page_is_what_writing_character_by_character_leaves(writings: list[tuple[int, int, str]]) -> None:
    canvas = Canvas()
    page: dict[tuple[int, int], str] = {}

    for line, column, text in writings:
        canvas.write(line, column, text)
        page |= {(line, place): char for place, char in enumerate(text, column) if char != " "}

    lines, columns = sorted(line for line, _ in page), sorted(column for _, column in page)
    rows = [
        "".join(page.get((line, column), " ") for column in range(columns[0], columns[-1] + 1)).rstrip()
        for line in (range(lines[0], lines[-1] + 1) if page else ())
    ]
    assert str(canvas) == "\n".join(rows)
    assert {(line, column): char for line, column, char in canvas.characters()} == page


def test_a_picture_is_stamped_on_any_cell_that_points_the_same_way() -> None:
    tile, stamped, drawn = Canvas(), Canvas(), Canvas()
    tile.outline(DOWN)
    tile.label(DOWN, "7")

    for cell in (DOWN, Cell(3, -2)):
        stamped.stamp(cell, tile.picture(DOWN))
        drawn.outline(cell)
        drawn.label(cell, "7")

    assert str(stamped) == str(drawn)


def test_plain_edges_lean_as_they_run() -> None:
    top, right, left = UP.corners()

    assert plain_edge(left, right) == plain_edge(right, left) == "-------"
    assert plain_edge(left, top) == plain_edge(top, left) == "///"
    assert plain_edge(right, top) == plain_edge(top, right) == "\\\\\\"


@given(st.sets(st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9)), min_size=1))
def test_any_cells_are_drawn_without_margins_and_without_blanks_at_the_ends(cells: set[Cell]) -> None:
    canvas = Canvas()

    for cell in cells:
        canvas.outline(cell)

    lines = str(canvas).split("\n")
    assert all(line == line.rstrip() for line in lines)
    assert lines[0]
    assert lines[-1]
    assert any(not line.startswith(" ") for line in lines if line)
    corners = {corner for cell in cells for corner in cell.corners()}
    assert sum(line.count("+") for line in lines) == len(corners)
