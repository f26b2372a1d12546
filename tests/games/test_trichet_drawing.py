"""Boards of Trichet as they are printed, compared line by line with the pictures of the help page."""

from textwrap import dedent

from pbmserv.games.chance import Chance
from pbmserv.games.picture import Polygon
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.trichet import Trichet
from pbmserv.games.trichet.drawing import draw_rotations, draw_tiles
from pbmserv.games.trichet.rules import START, Position, Tile, start

GAME = Trichet()
CHANCE = Chance(bytes(16), "move 1")


def picture(text: str) -> str:
    """A picture of a test without its margin, its first line break and its last."""
    return dedent(text).strip("\n")


def played(*moves: str) -> Position:
    position = start(num_tiles=96, win_size=10)
    for move in moves:
        position = GAME.play(position, position.next_seat, move, CHANCE).position
    return position


def test_the_front_of_a_tile() -> None:
    assert draw_tiles([Tile(Cell(0, 0), "a")]) == picture(
        r"""
            +
           ooo
          ooooo
         /.....\
        +-------+
        """
    )


def test_the_back_of_a_tile() -> None:
    assert draw_tiles([Tile(Cell(0, 0), "d")]) == picture(
        r"""
            +
           /.\
          /...\
         ooooooo
        +ooooooo+
        """
    )


def test_the_two_tiles_of_the_start() -> None:
    assert draw_tiles(START) == picture(
        r"""
            +
           ooo
          ooooo
         /.....\
        +-------+
         \...../
          ooooo
           ooo
            +
        """
    )


def test_the_board_of_the_first_move_numbers_the_cells_around_the_start() -> None:
    assert GAME.draw(start(num_tiles=96, win_size=10), viewer=None) == picture(
        r"""
            1   2   3

                +
               ooo
        4   5 ooooo 6   7
             /.....\
            +-------+
             \...../
        8   9 ooooo10  11
               ooo
                +

           12  13  14
        """
    )


def test_the_worked_example_of_auto_moves() -> None:
    before = (*START, Tile(Cell(0, 2), "f"))

    assert draw_tiles(before, {Cell(0, 1): "p", Cell(0, 3): "q", Cell(-1, 1): "r"}) == picture(
        r"""
                r

            +       +
           ooo     ooo
          ooooo p /.ooo q
         /.....\ /...ooo
        +-------+----ooo+
         \...../
          ooooo
           ooo
            +
        """
    )
    assert draw_tiles(played("f7").tiles) == picture(
        r"""
                +
               /.\
              /...\
             ooooooo
            +ooooooo+ooo----+
           ooooooooooooo.../
          ooooo.../.ooooo./
         /.....\./...ooooo
        +-------+----ooo+
         \...../
          ooooo
           ooo
            +
        """
    )


def test_the_whole_winning_board_of_the_help_page_end_to_end() -> None:
    position = played("d1", "e6", "d5", "f12", "e16", "f23", "d24")

    assert GAME.draw(position, viewer=None) == picture(
        r"""
                                 +
                                /.\
                               /...\
                              ooooooo
                     +----ooo+ooooooo+ooo----+
                    /.\...ooooooooooooooo.../
                   /...\.ooooo.\.../.ooooo./
                  ooooooooooo...\./...ooooo
         +----ooo+ooooooo+ooo----+----ooo+
          \...ooooooooooooooo.../.\...ooooo
           \.ooooo.\...ooooo.../...o.ooooo.\
            ooooo...\./.....\./...ooooooo...\
             +ooo----+-------+----ooo+ooo----+
            ooooo.../.\...../.\...ooooooo.../.\
           /.ooooo./...ooooo.*.\.+ooo+.o.+./.+.o
          /...ooooooooooooooooooooooo...\./...ooo
         +----ooo+ooooooo+ooooooo+ooo----+----ooo+
                  ooooooooooooooo
                   \...oo+oo.+./
                    \./.....\./
                     +-------+
                      \...../
                       oo+oo
                        ooo
                         +
        """
    )


def test_the_tile_that_was_laid_last_is_marked_and_so_are_those_that_followed() -> None:
    assert GAME.draw(played("f7"), viewer=None) == picture(
        r"""
                 1   2   3

                     +
                    /.\
             4   5 /.+.\ 6   7   8   9
                  ooooooo
                 +ooooooo+ooo----+
                ooooooooooooo.../
        10  11 ooooo.+./.*ooo+./12  13
              /.....\./...ooooo
             +-------+----ooo+
              \...../
        14  15 ooooo16  17  18  19
                ooo
                 +

            20  21  22
        """
    )


def test_the_marks_of_a_turn_are_gone_with_the_next() -> None:
    board = GAME.draw(played("f7", "a1"), viewer=None)

    assert board.count("*") == 1
    assert "/.*ooo" not in board


def test_every_viewer_sees_the_same_board() -> None:
    position = played("d1")

    assert GAME.draw(position, 0) == GAME.draw(position, 1) == GAME.draw(position, None)


def test_three_figures_fill_the_middle_of_a_cell() -> None:
    assert draw_tiles([Tile(Cell(0, 0), "a")], {Cell(0, 1): "100"}) == picture(
        r"""
            +
           ooo
          ooooo100
         /.....\
        +-------+
        """
    )


def test_the_rotations_are_shown_on_up_and_on_down_cells() -> None:
    assert draw_rotations() == picture(
        r"""
            +            +            +            +            +            +
           ooo          /.\          /.\          /.\          ooo          ooo
          ooooo        /...o        o...\        /...\        ooo.\        /.ooo
         /.....\      /...ooo      ooo...\      ooooooo      ooo...\      /...ooo
        +-------+    +----ooo+    +ooo----+    +ooooooo+    +ooo----+    +----ooo+
            a            b            c            d            e            f
        +-------+    +ooo----+    +----ooo+    +ooooooo+    +----ooo+    +ooo----+
         \...../      ooo.../      \...ooo      ooooooo      \...ooo      ooo.../
          ooooo        o.../        \...o        \.../        \.ooo        ooo./
           ooo          \./          \./          \./          ooo          ooo
            +            +            +            +            +            +
        """
    )


def test_the_legend_tells_how_a_move_is_written_while_the_game_is_on() -> None:
    legend = GAME.legend(played("d1"), viewer=0)

    assert legend.endswith(draw_rotations())
    assert "for example d3" in legend
    assert max(len(line) for line in legend.splitlines()) <= 79


def test_a_finished_board_needs_no_legend_and_bears_no_numbers() -> None:
    position = played("d1", "e6", "d5", "f12", "e16", "f23", "d24")

    assert GAME.legend(position, viewer=0) == ""
    assert not any(char.isdigit() for char in GAME.draw(position, viewer=0))


def test_a_group_of_many_tiles_in_a_row_is_drawn_in_its_whole_width() -> None:
    row = [Tile(Cell(0, x), "d" if x % 2 else "a") for x in range(0, 40, 4)]

    assert len(draw_tiles(row).splitlines()[-1]) == 9 * 16 + 9


def test_a_tile_is_touched_and_laid_on_a_page_as_it_will_lie() -> None:
    game, position = GAME, played("d3", "c9")

    for place_number, place in enumerate(position.places, 1):
        for rotation in place.rotations:
            way = f"{'up' if place.cell.is_up else 'down'}:{rotation}"
            steps = game.steps(position, 0, f"{rotation}{place_number}")
            assert steps == (str(place_number), way)
            assert game.slides(position, 0, steps, f"{rotation}{place_number}") == ("", f"+{way} {place_number}")
            outline = game.new_pieces(position, 0)[way][0].form
            assert isinstance(outline, Polygon)
            high = [corner.y for corner in outline.corners]
            assert (min(high), high.count(min(high))) == (-max(high), 1 if place.cell.is_up else 2)
            assert sum(corner.x for corner in outline.corners) == 0


def test_a_page_offers_only_the_ways_in_which_a_tile_fits_anywhere() -> None:
    position = played("d3", "c9")
    offered = {each.target: each.words for each in GAME.picture(position, 0).choices}

    assert offered.keys() == GAME.new_pieces(position, 0).keys()
    assert offered["up:a"] == "rotation a, o top, dot bottom right, dot bottom left"
    assert not [each for each in GAME.picture(position, 0).shapes if ":" in each.target]
