"""MacMahon's puzzle as its player meets it: tiles, border, moves, refusals, hints, the end, and the contract."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from pbmserv.games.base import Ambiguous, Illegal
from pbmserv.games.macmahon import MacMahon
from pbmserv.games.macmahon.board import DOUBLES, SINGLES, TILES, TRIPLES, empty_hexagon
from pbmserv.games.testing import check_contract
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.tiles import turns
from tests.games.puzzles import CHANCE, hint, play, refusal, short_searches, started

GAME = MacMahon()
SOURCE = """
| Triples | | Doubles | | Singles | |
| 111 | 112 | 113 | 114 | 123 | 132 |
| 222 | 223 | 224 | 221 | 234 | 243 |
| 333 | 334 | 331 [133] | 332 [233] | 341 [134] | 314 [143] |
| 444 | 441 [144] | 442 [244] | 443 [344] | 412 [124] | 421 [142] |
"""
CELLS = [line.strip("| ").split(" | ") for line in SOURCE.splitlines()[2:]]
ROWS = [[cell.split()[0] for cell in row] for row in CELLS]
SOURCE_NAMES = sorted({name.strip("[]") for row in CELLS for cell in row for name in cell.split()})
"""The names as the source prints them, and the second names in its brackets."""
UP, DOWN = Cell(0, 0), Cell(0, 1)


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.long)])
def test_it_keeps_the_contract(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    short_searches(monkeypatch)

    check_contract(GAME, games=games)


class TestTiles:
    def test_the_names_are_those_of_the_source_s_table(self) -> None:
        assert [row[0] for row in ROWS] == list(TRIPLES)
        assert [name for row in ROWS for name in row[1:4]] == list(DOUBLES)
        assert [name for row in ROWS for name in row[4:]] == list(SINGLES)

    def test_every_way_to_colour_three_edges_is_one_tile(self) -> None:
        assert {TILES.find("".join(figures)) for figures in product("1234", repeat=3)} == {*TILES.names}
        assert len(TILES.names) == 24

    @pytest.mark.parametrize(
        ("bracketed", "printed"), [("133", "331"), ("134", "341"), ("143", "314"), ("344", "443")]
    )
    def test_the_source_s_second_names_are_understood(self, bracketed: str, printed: str) -> None:
        assert TILES.find(bracketed) == printed

    def test_figures_go_anticlockwise_from_the_bottom_left_edge_of_a_tile_on_its_point(self) -> None:
        """The source: 143.08 is [314] and 143.04 is [431], each enumerated from the bottom left edge."""
        assert TILES.find("143") == "314"
        for hour, enumerated in ((8, "314"), (4, "431"), (12, "143")):
            top, right, left = (mark for mark in turned_until_3_is_at(hour))
            assert left + right + top == enumerated


def turned_until_3_is_at(hour: int) -> str:
    """The marks of tile 143 on its point, clockwise from the top, with its 3 at an hour."""
    hours = TILES.marking.hours(DOWN)
    return next(marks for marks in turns(TILES.marks("143")) if hours[marks.index("3")] == hour)


class TestBoard:
    def test_it_has_a_cell_for_each_tile_and_twelve_edges_of_border(self) -> None:
        board = empty_hexagon("2")

        assert len(board.board or ()) == 24
        assert Counter(board.given.values()) == {"2": 12}

    @pytest.mark.parametrize("border", [1, 2, 3, 4])
    def test_the_border_has_the_colour_that_was_chosen(self, border: int) -> None:
        position = started(GAME, border=border)

        assert GAME.draw(position, 0).splitlines()[0].strip() == f"+---{border}---+---{border}---+"
        assert "can be filled from here" in hint(GAME, position)


class TestMoves:
    def test_a_tile_turns_its_edge_to_the_border(self) -> None:
        position = play(GAME, started(GAME), "123@1")

        assert position.layout.placements == (Placement(UP, "213"),)
        assert position.layout.pattern(DOWN) == "1 3"

    def test_the_hour_tells_where_the_last_figure_lies(self) -> None:
        assert play(GAME, started(GAME), "112.06@5").layout.tiles[Cell(0, 4)] == "211"
        assert play(GAME, started(GAME), "112.10@5").layout.tiles[Cell(0, 4)] == "121"

    @pytest.mark.parametrize("typed", ["123@1", "231@1", "312@1", "place 1-2-3 @ 1"])
    def test_any_rotation_of_a_name_is_understood(self, typed: str) -> None:
        assert GAME.play(started(GAME), 0, typed, CHANCE).move == "123@1"

    @pytest.mark.parametrize(
        ("typed", "enumerated", "written"),
        [
            ("143.08@9", "314", "314.12@9"),
            ("143.04@9", "431", "314.08@9"),
            ("143.12@9", "143", "314.04@9"),
            ("314.12@9", "314", "314.12@9"),
            ("431.04@9", "314", "314.12@9"),
        ],
    )
    def test_the_source_s_notation_lays_what_the_source_says(self, typed: str, enumerated: str, written: str) -> None:
        """The source: "143.08 = [314] and 143.04 = [431]", each enumerated from the bottom left edge."""
        played = GAME.play(started(GAME), 0, typed, CHANCE)

        top, right, left = (mark for mark in played.position.layout.placements[-1].marks)
        assert left + right + top == enumerated
        assert played.move == written

    @pytest.mark.parametrize("hour", [4, 8, 12])
    @pytest.mark.parametrize("name", SOURCE_NAMES)
    def test_the_hour_is_that_of_the_ones_digit_of_every_name_in_the_source(self, name: str, hour: int) -> None:
        played = GAME.play(started(GAME), 0, f"{name}.{hour:02}@9", CHANCE)

        assert played.position.layout.placements[-1].marks[(12, 4, 8).index(hour)] == name[-1]
        assert played.position == GAME.play(started(GAME), 0, played.move, CHANCE).position

    def test_who_writes_another_name_is_told_how_the_move_is_written_here(self) -> None:
        made = GAME.play(started(GAME), 0, "143.08@9", CHANCE)

        assert [(note.text, note.seat) for note in made.notes] == [
            ("Your move 143.08@9 is written 314.12@9 here: the same tile, laid the same way.", 0)
        ]

    def test_the_letter_says_before_the_move_whose_hour_it_is(self) -> None:
        legend = " ".join(GAME.legend(started(GAME), 0).split())

        assert "add the hour at which its last figure, as you write it, is to point" in legend

    def test_where_it_fits_in_several_ways_the_choices_are_told(self) -> None:
        refused = refusal(GAME, started(GAME), "112@5")

        assert isinstance(refused, Ambiguous)
        assert refused.choices == ("112.06@5", "112.10@5")

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            (
                "333@2",
                (
                    "Tile 333 does not fit at position 2 in any way:"
                    " its top edge has to be 1 and its bottom left edge 3."
                ),
            ),
            ("333@7", "Tile 333 does not fit at position 7 in any way: its top edge has to be 2."),
            (
                "323.12@2",
                (
                    "Tile 323 does not fit at position 2 with its last figure, 3, at 12 o'clock:"
                    " its top edge would be 3 and has to be 1. It fits there in no other way either."
                ),
            ),
            ("000@3", "There is no tile 000: the figures on the tiles are 1 to 4."),
        ],
    )
    def test_what_does_not_match_is_refused_with_the_reason(self, typed: str, words: str) -> None:
        position = play(GAME, started(GAME), "123@1")

        refused = refusal(GAME, position, typed)

        assert isinstance(refused, Illegal)
        assert refused.words == words


class TestHints:
    def test_a_puzzle_is_solved_by_hints_alone(self) -> None:
        position = started(GAME, border=3)

        while GAME.to_move(position):
            move = hint(GAME, position).split(" with ")[1].split()[0]
            position = play(GAME, position, move)

        assert not position.free_cells

    def test_a_bad_start_of_the_search_does_not_hide_the_way(self) -> None:
        """Searched for in one order alone, a way is found after some hundred thousand steps only."""
        assert "can be filled from here" in hint(GAME, play(GAME, started(GAME), "111@1"))

    def test_two_tiles_of_the_border_s_colour_inside_are_one_too_many(self) -> None:
        """There are 13 tiles with that colour, and the border needs 12 of them."""
        one = play(GAME, started(GAME), "123.02@3")
        two = play(GAME, one, "341.04@22")

        assert "can be filled from here" in hint(GAME, one)
        assert hint(GAME, two) == (
            "Hint: from here the board cannot be filled. It can be if you take off what lies at 22."
        )


class TestLetters:
    def test_a_star_tells_tiles_from_cells_between_them(self) -> None:
        position = play(GAME, started(GAME), "123@1", "112.06@5", "113@2")

        assert GAME.draw(position, 0).splitlines()[:5] == [
            r"        +---1---+---1---+",
            r"       / \  2  / \  4  / \ ".rstrip(),
            r"      1 * 3 * 1   \   1 * 1",
            r"     /  1  \ /  3  \ /  5  \ ".rstrip(),
            r"    +---2---+-------+---2---+",
        ]

    def test_the_end_is_told(self) -> None:
        position = play(GAME, started(GAME, moves=25), *["123@1", "take 1"] * 12, "hint")

        result = GAME.result(position)

        assert result is not None
        assert (result.winner, result.scores) == (None, (0,))
        assert result.reason == "The 25 moves are used up, and 24 cells are still empty."


def test_the_tile_that_was_laid_last_is_marked_and_no_other() -> None:
    options = {option.name: option.default for option in GAME.options}
    position = GAME.start(options, 1, CHANCE)
    for _ in range(3):
        move = next(move for move in GAME.legal_moves(position, 0) if "@" in move)
        position = GAME.play(position, 0, move, CHANCE).position

    marked = [shape for shape in GAME.picture(position, 0).shapes if shape.role == "last"]

    assert [shape.target for shape in marked] == [move.partition("@")[2]]
    assert "last tile" in next(shape.words for shape in GAME.picture(position, 0).shapes if "last" in shape.words)
