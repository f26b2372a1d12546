"""The boards against what the sources say about them: outlines, marked spaces, and their words."""

from __future__ import annotations

from importlib.resources import files

import pytest

from pbmserv.games.triangles.drawing import PAGE_WIDTH, Canvas
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.trioker.boards import BOARDS, Board
from pbmserv.games.trioker.spaces import Action

RAPID = BOARDS["rapid"]
ORIGINAL = BOARDS["1970"]

SOURCE_1970 = """
- A5 = Pay 5 to the bank ("Payez 5 a la banque")
- B1 = Lose a turn ("Prison pour 1 tour")
- C5 = Receive 5 from the bank ("Recevez 5 de la banque")
- D2 = Receive 2 from the following player ("Recevez 2 de la suivant")
- E2 = Pay 2 to each player ("Payez 2 a chaque joueur")
- F5 = Pay 5 to the following player ("Payez 5 au suivant")
"""
SOURCE_RAPID = """
- A2 = Pay 2 to the bank ("Payez 2 a la banque")
- A5 = Pay 5 to the bank ("Payez 5 a la banque")
- B1 = Lose a turn ("Prison pour un tour")
- C2 = Receive 2 from the bank ("Prenez 2 a la banque")
- C5 = Receive 5 from the bank ("Prenez 5 a la banque")
- E2 = Pay 2 to each player ("Payez 2 a chacun des joueurs")
- H1 = Take an additional turn immediately ("Rejouez tout de suite")
- J1 = Give one coin to the bank ("Donnez une de vos pieces a la banque")
"""
"""The source's list, with A2 and A5 and C2 and C5 on lines of their own."""


def sides_of(board: Board) -> int:
    """The sides of the outline: the points of it at which it turns."""
    neighbours: dict[Vertex, list[Vertex]] = {}
    for cell in board.printed.cells:
        for place, other in enumerate(cells_across(cell)):
            if other not in board.printed.cells:
                one, two = (corner for number, corner in enumerate(cell.corners()) if number != place)
                neighbours.setdefault(one, []).append(two)
                neighbours.setdefault(two, []).append(one)
    turning = 0
    for vertex, (one, two) in neighbours.items():
        turning += (one.x + two.x, one.y + two.y) != (2 * vertex.x, 2 * vertex.y)
    return turning


def cells_across(cell: Cell) -> list[Cell]:
    """The cells on the other side of each edge, in the order of the corners opposite the edges."""
    corners = cell.corners()
    return [next(other for other in cell.neighbours() if corners[place] not in other.corners()) for place in range(3)]


def test_the_rapid_board_has_ten_sides_and_that_of_1970_seven() -> None:
    assert sides_of(RAPID) == 10
    assert sides_of(ORIGINAL) == 7


@pytest.mark.parametrize("board", BOARDS.values())
def test_there_is_room_for_all_tiles_twice_over(board: Board) -> None:
    assert len(board.printed.cells) >= 2 * 25


def test_each_marked_space_of_the_sources_is_there_and_no_other() -> None:
    assert {*RAPID.printed.spaces.values()} == {"A2", "A5", "B1", "C2", "C5", "E2", "H1", "J1", "GO"}
    assert {*ORIGINAL.printed.spaces.values()} == {"A5", "B1", "C5", "D2", "E2", "F5", "GO"}


@pytest.mark.parametrize("board", BOARDS.values())
def test_there_is_one_start_and_two_of_each_other_space(board: Board) -> None:
    marks = list(board.printed.spaces.values())

    assert {mark: marks.count(mark) for mark in marks} == {
        "GO": 1,
        **{space.mark: 2 for space in board.spaces},
    }


@pytest.mark.parametrize("board", BOARDS.values())
def test_the_spaces_mirror_each_other_about_the_start(board: Board) -> None:
    axis = board.start.x

    mirrored = {Cell(row, 2 * axis - x): mark for (row, x), mark in board.printed.spaces.items()}

    assert mirrored == board.printed.spaces


@pytest.mark.parametrize("board", BOARDS.values())
def test_nothing_has_to_be_done_beside_the_start(board: Board) -> None:
    assert board.space_at(board.start) is None
    assert all(board.space_at(cell) is None for cell in board.start.neighbours())


@pytest.mark.parametrize(("board", "source"), [(RAPID, SOURCE_RAPID), (ORIGINAL, SOURCE_1970)])
def test_the_spaces_say_what_they_say_in_the_sources(board: Board, source: str) -> None:
    lines = [f'- {space.mark} = {space.meaning} ("{space.french}")' for space in board.spaces]

    assert "\n".join(lines) == source.strip()


def test_a_mark_tells_an_action_and_an_amount() -> None:
    space = RAPID.space_at(RAPID.printed.cell_of("C5"))

    assert space is not None
    assert (space.action, space.amount) == (Action.TAKE_FROM_BANK, 5)


def test_the_notes_of_sackson_omit_one_space_of_the_board_of_1970() -> None:
    sackson = BOARDS["sackson"]

    assert sackson.printed.cells == ORIGINAL.printed.cells
    assert [space for space in ORIGINAL.spaces if space not in sackson.spaces] == [ORIGINAL.spaces[-1]]
    assert ORIGINAL.spaces[-1].mark == "F5"
    assert sorted({*ORIGINAL.printed.spaces.items()} - {*sackson.printed.spaces.items()}) == sorted(
        (cell, "F5") for cell, mark in ORIGINAL.printed.spaces.items() if mark == "F5"
    )


@pytest.mark.parametrize("name", ["rapid", "1970"])
def test_the_files_hold_the_boards_as_we_draw_them(name: str) -> None:
    canvas = Canvas()
    BOARDS[name].printed.draw_on(canvas)

    drawing = (files("pbmserv.games.trioker") / "boards" / f"{name}.txt").read_text(encoding="utf-8")

    assert drawing == f"{canvas}\n"
    assert max(map(len, drawing.splitlines())) <= PAGE_WIDTH
