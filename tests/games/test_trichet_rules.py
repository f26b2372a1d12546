"""The rules of Trichet, by the words and the examples of its help page and by small positions."""

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, Note, Played, Refusal, Result, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.trichet import Trichet
from pbmserv.games.trichet.rules import (
    DOT,
    OH,
    START,
    Group,
    Position,
    Region,
    Tile,
    after,
    rotations_that_fit,
    start,
)

GAME = Trichet()
CHANCE = Chance(bytes(16), "move 1")
OH_SEAT, DOT_SEAT = 0, 1

HELP_PAGE_WIN = ("d1", "e6", "d5", "f12", "e16", "f23", "d24")
"""Moves that lead to the board of the help page that Dot has won."""
BOTH_COLOURS = ("b14", "c20", "d5", "b17", "d2", "b22", "b4", "c40", "b15", "a26")
"""Moves of which the last surrounds ten tiles for Oh and six for Dot."""


def new_board(num_tiles: int = 96, win_size: int = 10) -> Position:
    options = {"num_tiles": num_tiles, "win_size": win_size}
    return GAME.start(options, 2, Chance(bytes(16), "start"))


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = play_one(position, move).position
    return position


def play_one(position: Position, move: str) -> Played[Position]:
    return GAME.play(position, position.next_seat, move, CHANCE)


def refusal_of(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        play_one(position, text)
    return caught.value


# Numbers


def numbers_seen(position: Position) -> dict[str, str]:
    return {shape.target: shape.words for shape in GAME.picture(position, None).shapes if shape.target}


def test_a_preview_keeps_the_numbers_among_which_the_move_was_chosen() -> None:
    before = play(new_board(), "d1")
    after_it = play_one(before, "e6").position

    preview = GAME.before_chance(after_it)

    assert numbers_seen(preview).items() < numbers_seen(before).items()
    assert numbers_seen(after_it) != numbers_seen(preview)
    assert after_it.numbers_before[after_it.last_turn[0].cell] == 6
    assert GAME.load(GAME.dump(preview)) == preview


# The start


def test_the_server_makes_the_first_turn_of_oh_and_dot_moves_first() -> None:
    position = new_board()

    assert position.tiles == START
    assert GAME.to_move(position) == (DOT_SEAT,)
    assert [GAME.seat_name(position, seat) for seat in (0, 1)] == ["Oh", "Dot"]


def test_the_two_tiles_of_the_start_point_with_o_up_and_down() -> None:
    group = new_board().group

    assert group.colours == {Vertex(0, 0): OH, Vertex(-1, 1): DOT, Vertex(1, 1): DOT, Vertex(0, 2): OH}


def test_players_take_turns() -> None:
    position = play(new_board(), "d3")

    assert GAME.to_move(position) == (OH_SEAT,)
    assert GAME.to_move(play(position, "a1")) == (DOT_SEAT,)


def test_fourteen_cells_touch_the_two_tiles_and_are_numbered_in_reading_order() -> None:
    cells = [place.cell for place in new_board().places]

    assert cells == sorted(cells)
    assert cells == [
        *(Cell(-1, x) for x in (-1, 0, 1)),
        *(Cell(0, x) for x in (-2, -1, 1, 2)),
        *(Cell(1, x) for x in (-2, -1, 1, 2)),
        *(Cell(2, x) for x in (-1, 0, 1)),
    ]


# Ways to lay a tile


@pytest.mark.parametrize(
    ("corners", "letters"),
    [
        ("o..", "a"),
        (".o.", "b"),
        ("..o", "c"),
        (".oo", "d"),
        ("o.o", "e"),
        ("oo.", "f"),
    ],
)
def test_a_to_c_have_an_odd_o_and_d_to_f_an_odd_dot_clockwise_from_the_apex(corners: str, letters: str) -> None:
    assert rotations_that_fit(corners) == letters


@pytest.mark.parametrize("corners", ["o  ", " o ", "  o", ".  ", " . ", "  ."])
def test_one_coloured_corner_leaves_three_ways(corners: str) -> None:
    assert len(rotations_that_fit(corners)) == 3


@pytest.mark.parametrize("corners", ["o. ", ".o ", "o .", ". o", " o.", " .o"])
def test_two_corners_of_different_colours_leave_two_ways(corners: str) -> None:
    assert len(rotations_that_fit(corners)) == 2


@pytest.mark.parametrize("corners", ["oo ", "o o", " oo", ".. ", ". .", " .."])
def test_two_corners_of_the_same_colour_force_the_tile(corners: str) -> None:
    assert len(rotations_that_fit(corners)) == 1


@pytest.mark.parametrize("corners", ["ooo", "..."])
def test_three_corners_of_one_colour_are_a_hole_for_ever(corners: str) -> None:
    assert rotations_that_fit(corners) == ""


def test_the_legal_moves_are_all_ways_to_lay_a_tile_at_each_number() -> None:
    assert list(GAME.legal_moves(new_board(), DOT_SEAT)) == [
        *("b1", "d1", "f1"),  # its bottom right corner is Oh's apex
        *("a2", "e2", "f2"),
        *("c3", "d3", "e3"),
        *("a4", "c4", "e4"),
        *("c5", "d5"),  # beside the upper tile: an o above, a dot below
        *("b6", "d6"),
        *("a7", "b7", "f7"),
        *("a8", "b8", "f8"),
        *("b9", "d9"),
        *("c10", "d10"),
        *("a11", "c11", "e11"),
        *("c12", "d12", "e12"),
        *("a13", "e13", "f13"),
        *("b14", "d14", "f14"),
    ]


def test_nothing_is_listed_for_the_seat_that_is_not_to_move() -> None:
    assert GAME.legal_moves(new_board(), OH_SEAT) == ()


# Auto moves


def test_the_worked_example_of_the_help_page_lays_p_q_and_r() -> None:
    p, q, r = Cell(0, 1), Cell(0, 3), Cell(-1, 1)

    position = play(new_board(), "f7")

    assert position.tiles == (
        *START,
        Tile(Cell(0, 2), "f"),
        Tile(r, "d"),  # first in reading order
        Tile(p, "d"),
        Tile(q, "f"),
    )


@pytest.mark.parametrize(
    ("move", "note", "words"),
    [
        ("d1", "1 tile followed d1 by itself.", "; the one marked + followed by itself."),
        ("f7", "3 tiles followed f7 by themselves.", "; the 3 marked + followed by themselves."),
    ],
)
def test_a_note_counts_the_tiles_that_follow_and_the_status_tells_how_they_are_marked(
    move: str, note: str, words: str
) -> None:
    played = play_one(new_board(), move)

    assert played.notes == (Note(note),)
    assert GAME.status(played.position, viewer=None)[0] == f"Dot laid the tile that is marked *{words}"


def test_a_turn_without_auto_moves_is_told_by_its_one_tile() -> None:
    position = play(new_board(num_tiles=3), "f7")

    assert position.last_turn == (Tile(Cell(0, 2), "f"),)
    assert GAME.status(position, viewer=None)[0] == "Dot laid the tile that is marked *."


def test_at_the_start_nobody_has_laid_a_tile() -> None:
    assert new_board().last_turn == ()
    assert GAME.status(new_board(), viewer=None)[0] == "Tiles left: 94 of 96."


def test_a_turn_without_auto_moves_needs_no_note() -> None:
    assert play_one(new_board(num_tiles=3), "f7").notes == ()


def test_auto_moves_go_in_rounds_so_that_what_they_force_waits_for_the_next() -> None:
    position = play(new_board(), "a8")

    auto_moves = [tile.cell for tile in position.tiles[3:]]
    first_round = [Cell(0, -2), Cell(1, -1), Cell(2, -1)]
    second_round = [Cell(-1, -1), Cell(0, -1)]  # both forced by the first of all
    assert auto_moves == first_round + second_round


def test_of_two_forced_cells_that_want_a_vertex_in_different_colours_the_first_in_reading_order_has_its_way() -> None:
    upper, lower = Cell(-1, 0), Cell(0, 1)
    last = Tile(Cell(-1, 2), "a")
    group = Group.of([Tile(Cell(-2, -1), "d"), Tile(Cell(1, 1), "a"), last])
    assert (group.corners(upper), group.corners(lower)) == (" ..", "o o")

    laid = group.lay_forced(last, tiles_left=90)

    assert Tile(upper, "a") in laid
    assert group.corners(lower) == "ooo"
    assert lower not in group.tiles
    assert group.rotations(lower) == ""


def test_no_forced_cell_is_left_to_the_next_player() -> None:
    position = play(new_board(), *HELP_PAGE_WIN[:-1])

    assert all(len(place.rotations) > 1 for place in position.places)


def test_auto_moves_stop_when_the_pool_is_empty() -> None:
    position = play(new_board(num_tiles=5), "f7")

    assert position.tiles[3:] == (Tile(Cell(-1, 1), "d"), Tile(Cell(0, 1), "d"))
    assert position.tiles_left == 0


# Regions


def ring(*chain: Vertex) -> Group:
    """A group that surrounds a chain of o vertices with dots."""
    around = {neighbour for vertex in chain for neighbour in vertex.neighbours()}
    colours = dict.fromkeys(around, DOT) | dict.fromkeys(chain, OH)
    cells = {cell for vertex in chain for cell in vertex.cells()}
    return Group.of(
        Tile(cell, rotations_that_fit("".join(map(colours.__getitem__, cell.corners())))) for cell in cells
    )


@pytest.mark.parametrize(
    ("chain", "size"),
    [
        ((Vertex(0, 0),), 6),
        ((Vertex(0, 0), Vertex(2, 0)), 10),
        ((Vertex(0, 0), Vertex(2, 0), Vertex(4, 0)), 14),
        ((Vertex(0, 0), Vertex(2, 0), Vertex(3, 1)), 14),
    ],
)
def test_a_region_uses_the_tiles_around_all_of_its_vertices(chain: tuple[Vertex, ...], size: int) -> None:
    assert list(ring(*chain).surrounded_regions()) == [Region(OH, size)]


def test_a_region_with_a_cell_missing_anywhere_around_it_is_not_surrounded() -> None:
    chain = (Vertex(0, 0), Vertex(2, 0))
    tiles = ring(*chain).tiles
    for missing in tiles:
        group = Group.of(Tile(cell, rotation) for cell, rotation in tiles.items() if cell != missing)

        assert list(group.surrounded_regions()) == []


def test_two_regions_of_one_colour_are_counted_each_for_itself() -> None:
    group = ring(Vertex(0, 0))
    for cell, rotation in ring(Vertex(6, 0), Vertex(8, 0)).tiles.items():
        group.lay(Tile(cell, rotation))

    assert sorted(region.size for region in group.surrounded_regions()) == [6, 10]


def test_the_largest_of_several_regions_decides() -> None:
    tiles = ring(Vertex(0, 0)).tiles | ring(Vertex(6, 0), Vertex(8, 0)).tiles
    position = replace(new_board(), tiles=tuple(Tile(cell, rotation) for cell, rotation in tiles.items()))

    assert position.surrounded == ((10, 6), ())
    assert GAME.result(position) == Result(OH_SEAT, "Oh surrounded a region of 10 tiles.")


# What a move means, whatever number its place has


def test_the_value_of_a_move_is_its_rotation_and_its_cell() -> None:
    position = new_board()

    assert GAME.value_of(position, "d3") == GAME.value_of(position, "3D") == "d@-1,1"
    assert GAME.text_of(position, "d@-1,1") == "d3"


def test_a_move_keeps_its_value_where_the_numbers_are_given_anew() -> None:
    before = new_board()

    after_d3 = play(before, "d3")

    assert GAME.value_of(before, "a7") == "a@0,2"
    assert GAME.text_of(after_d3, "a@0,2") == "a10"
    assert GAME.value_of(after_d3, "a10") == "a@0,2"


def test_a_move_on_a_cell_that_is_covered_by_now_cannot_be_written_any_more() -> None:
    with pytest.raises(Illegal, match=r"^No tile can be laid in that position any more\.$"):
        GAME.text_of(play(new_board(), "d3"), "d@-1,1")


def test_a_number_that_no_position_bears_has_no_value() -> None:
    with pytest.raises(Illegal, match="Position 15 is not on the board"):
        GAME.value_of(new_board(), "d15")


# The end


def test_dot_wins_the_game_of_the_help_page_with_a_region_of_14_tiles() -> None:
    position = play(new_board(), *HELP_PAGE_WIN)

    assert position.surrounded == ((), (14,))
    assert GAME.result(position) == Result(DOT_SEAT, "Dot surrounded a region of 14 tiles.")
    assert GAME.to_move(position) == ()
    assert position.places == ()


def test_a_region_counts_for_its_colour_whoever_made_the_move() -> None:
    position = play(new_board(win_size=6), "a11", "c7", "b10")

    assert position.last_mover == DOT_SEAT
    assert GAME.result(position) == Result(OH_SEAT, "Oh surrounded a region of 10 tiles.")


def test_a_circle_of_six_tiles_is_not_sufficient_to_win() -> None:
    position = play(new_board(), "b1", "c9")

    assert position.surrounded == ((6,), ())
    assert GAME.result(position) is None


def test_a_circle_of_six_tiles_wins_where_the_challenge_says_so() -> None:
    position = play(new_board(win_size=6), "b1", "c9")

    assert GAME.result(position) == Result(OH_SEAT, "Oh surrounded a region of 6 tiles.")


def test_who_surrounds_regions_of_both_colours_loses() -> None:
    position = play(new_board(num_tiles=200, win_size=6), *BOTH_COLOURS)

    assert position.last_mover == OH_SEAT
    assert GAME.result(position) == Result(
        DOT_SEAT, "Oh surrounded regions of both colours, Oh's of 10 tiles and Dot's of 6, and so loses."
    )


def test_a_region_of_the_other_colour_that_is_too_small_does_no_harm() -> None:
    position = play(new_board(num_tiles=200, win_size=10), *BOTH_COLOURS)

    assert position.surrounded == ((10,), (6,))
    assert GAME.result(position) == Result(OH_SEAT, "Oh surrounded a region of 10 tiles.")


def test_the_game_is_tied_when_the_tiles_run_out_first() -> None:
    position = play(new_board(num_tiles=3), "d3")

    assert GAME.result(position) == Result(None, "The tiles ran out before anyone surrounded a region of 10 tiles.")
    assert GAME.to_move(position) == ()


def test_a_region_that_the_last_tile_closes_still_wins() -> None:
    position = play(new_board(num_tiles=20, win_size=6), "a4", "e22", "f22")

    assert position.tiles_left == 0
    assert GAME.result(position) == Result(DOT_SEAT, "Dot surrounded a region of 6 tiles.")


@pytest.mark.parametrize("num_tiles", [3, 96, 999])
def test_no_game_is_over_at_its_start(num_tiles: int) -> None:
    position = new_board(num_tiles=num_tiles, win_size=6)

    assert GAME.result(position) is None
    assert GAME.to_move(position) == (DOT_SEAT,)


# Moves as players write them


@pytest.mark.parametrize("text", ["d3", "3d", "D3", "3D", " d3 ", "d03", "d3\n"])
def test_a_move_may_be_written_in_several_ways_and_is_recorded_in_one(text: str) -> None:
    played = play_one(new_board(), text)

    assert played.move == "d3"
    assert played.position == after(new_board(), Tile(Cell(-1, 1), "d"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "d",
        "3",
        "g3",
        "d-3",
        "dd3",
        "d3d",
        "d3.5",
        "3 d 3",
        "d٣",
        "ｄ3",
        "d9999999",
        "d" + "3" * 10_000,
    ],
)
def test_what_cannot_be_read_is_answered_with_the_form_of_a_move(text: str) -> None:
    refusal = refusal_of(new_board(), text)

    assert isinstance(refusal, Unreadable)
    assert refusal.words.startswith('The text "')
    assert refusal.words.endswith(
        '" is not a Trichet move: write a rotation letter (a-f) and a position number, for example d3.'
    )
    assert len(refusal.words) < 140


def test_an_unreadable_text_is_quoted_shortly_and_without_control_characters() -> None:
    assert refusal_of(new_board(), "\x1b[2J" + "x" * 50).words.startswith('The text "?[2Jxxxxxxxxxxxxxxxx..." is not')


@pytest.mark.parametrize("text", ["d15", "d0", "999999a"])
def test_a_number_that_is_not_on_the_board_is_answered_with_those_that_are(text: str) -> None:
    refusal = refusal_of(new_board(), text)

    assert isinstance(refusal, Illegal)
    assert refusal.words == (
        f"Position {text.strip('ad')} is not on the board: the free positions are numbered 1 to 14."
    )


def test_a_rotation_that_does_not_fit_is_answered_with_the_corner_and_with_what_fits() -> None:
    refusal = refusal_of(new_board(), "d4")

    assert isinstance(refusal, Illegal)
    assert refusal.words == (
        "Rotation d does not fit at position 4: its bottom right corner would be an o and has to be a dot."
        " You may write a4, c4 or e4."
    )


def test_every_corner_that_would_clash_is_named() -> None:
    refusal = refusal_of(new_board(), "e6")

    assert refusal.words == (
        "Rotation e does not fit at position 6: its bottom corner would be an o and has to be a dot,"
        " and its top left corner would be a dot and has to be an o. You may write b6 or d6."
    )


# What a letter shows besides the board


def test_the_status_tells_the_tiles_left_and_how_near_a_win_is() -> None:
    position = play(new_board(), "b1", "c9")

    assert GAME.status(position, None) == (
        "Oh laid the tile that is marked *; the 5 marked + followed by themselves.",
        "Tiles left: 84 of 96.",
        "Largest surrounded region, in tiles: Oh 6, Dot none; 10 wins.",
    )


def test_the_examples_are_two_legal_moves() -> None:
    assert GAME.examples(new_board(), DOT_SEAT) == ("b1", "a8")


# The options


def test_the_challenge_sets_the_pool_and_the_region_that_wins() -> None:
    defaults = {option.name: option.default for option in GAME.options}

    assert defaults == {"num_tiles": 96, "win_size": 10}
    assert {option.name: option.expected for option in GAME.options} == {
        "num_tiles": "a whole number from 3 to 999",
        "win_size": "a whole number from 6 to 999",
    }


def test_a_position_goes_to_the_store_and_back() -> None:
    position = play(new_board(num_tiles=50, win_size=8), "f7")

    assert GAME.dump(position)["tiles"][2:4] == [[0, 2, "f"], [-1, 1, "d"]]
    assert GAME.load(GAME.dump(position)) == position


def test_the_start_of_the_rules_is_the_start_of_the_game() -> None:
    assert start(num_tiles=50, win_size=8) == new_board(num_tiles=50, win_size=8)


def laid_in_another_reading(group: Group, tiles_left: int, only_beside: bool, at_once: int | None) -> None:
    """Make the auto moves that are forced, `at_once` of a list before the next one is made (None: all)."""
    while True:
        forced = [cell for cell in sorted(group.fitting) if len(group.fitting[cell]) == 1]
        if only_beside:
            forced = [cell for cell in forced if any(other in group.tiles for other in cell.neighbours())]
        if not forced or not tiles_left:
            return
        for cell in forced[:at_once]:
            if len(group.fitting[cell]) == 1 and tiles_left:
                group.lay(Tile(cell, group.fitting[cell]))
                tiles_left -= 1


@pytest.mark.long
@pytest.mark.parametrize(("only_beside", "at_once"), [(False, 1), (True, None), (True, 1)])
def test_other_readings_of_auto_moves_lead_to_another_board_in_few_turns(
    only_beside: bool, at_once: int | None
) -> None:
    """The help page says: in fewer than two of a hundred turns."""
    turns = others = 0
    for game in range(40):
        position, choices = start(96, 10), Chance(bytes([game] * 16), "choices")
        while not position.is_over:
            place = choices.choice(position.places)
            tile = Tile(place.cell, choices.choice(place.rotations))
            group = position.group.copy()
            group.lay(tile)
            laid_in_another_reading(group, position.tiles_left - 1, only_beside, at_once)
            position = after(position, tile)
            turns += 1
            others += group.tiles != position.group.tiles

    assert 0 < others < 0.02 * turns
