"""Hex as players meet it: moves, refusals, letters, options, and the contract."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.hex import Hex
from pbmserv.games.hex.rules import Position
from pbmserv.games.testing import check_contract

VERTICAL, HORIZONTAL = 0, 1

HEX = Hex()
CHANCE = Chance(bytes(16), "test")


def started(size: int = 5, handicap: int = 0) -> Position:
    return HEX.start({"size": size, "handicap": handicap}, 2, CHANCE)


def played(moves: str, size: int = 5, handicap: int = 0) -> Position:
    position = started(size, handicap)
    for move in moves.split():
        position = HEX.play(position, position.next_seat, move, CHANCE).position
    return position


def refusal(position: Position, seat: int, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        HEX.play(position, seat, text, CHANCE)
    return caught.value


@pytest.mark.parametrize("games", [1, pytest.param(5, marks=pytest.mark.long)])
def test_it_keeps_the_contract(games: int) -> None:
    check_contract(HEX, games=games)


def test_vertical_begins_and_may_lay_a_stone_anywhere() -> None:
    position = started(3)

    assert HEX.to_move(position) == (VERTICAL,)
    assert HEX.legal_moves(position, VERTICAL) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert HEX.legal_moves(position, HORIZONTAL) == ()


@pytest.mark.parametrize("typed", ["d4", "D4", " d4 "])
def test_a_move_is_understood_in_either_case(typed: str) -> None:
    assert HEX.play(started(), VERTICAL, typed, CHANCE).move == "d4"


@pytest.mark.parametrize("typed", ["", "4", "d", "d0", "dd4", "d4 e5", "swap", "d100", "d٤"])
def test_other_texts_cannot_be_read(typed: str) -> None:
    refused = refusal(started(), VERTICAL, typed)

    assert isinstance(refused, Unreadable)
    assert refused.words == (
        f'A cell is expected, not "{typed}": write its column letter and its row number, for example d4.'
    )


@pytest.mark.parametrize("typed", ["f1", "a6", "z99"])
def test_a_cell_that_is_not_on_the_board_is_refused(typed: str) -> None:
    refused = refusal(started(5), VERTICAL, typed)

    assert isinstance(refused, Illegal)
    assert refused.words == f"The cell {typed} is not on the board: its cells are a1 to e5."


def test_a_cell_that_is_taken_is_refused() -> None:
    refused = refusal(played("d4"), HORIZONTAL, "d4")

    assert isinstance(refused, Illegal)
    assert refused.words == "The cell d4 is taken: a stone of Vertical lies there."


def test_no_stones_are_laid_after_the_end() -> None:
    position = played("a1 b1 a2 b2 a3", 3)

    assert HEX.to_move(position) == ()
    assert HEX.legal_moves(position, HORIZONTAL) == ()


def test_the_board_bears_coordinates_on_all_sides_and_brackets_around_the_last_stone() -> None:
    assert HEX.draw(played("c3 d2 b4"), None) == "\n".join(
        [
            r"   -a-b-c-d-e-",
            r" 1 \ . . . . . \ 1",
            r"  2 \ . . . o . \ 2",
            r"   3 \ . . x . . \ 3",
            r"    4 \ .(x). . . \ 4",
            r"     5 \ . . . . . \ 5",
            r"         -a-b-c-d-e-",
        ]
    )


def test_the_winning_chain_is_in_capitals() -> None:
    position = played("c3 d2 d1 c1 c2 b2 b4 a4 b5", 5)

    assert HEX.draw(position, None) == "\n".join(
        [
            r"   -a-b-c-d-e-",
            r" 1 \ . . o X . \ 1",
            r"  2 \ . o X o . \ 2",
            r"   3 \ . . X . . \ 3",
            r"    4 \ o X . . . \ 4",
            r"     5 \ .(X). . . \ 5",
            r"         -a-b-c-d-e-",
        ]
    )
    assert HEX.status(position, None) == ("The winning chain, in capitals: d1 c2 c3 b4 b5.",)
    assert HEX.legend(position, None) == ""


def test_the_result_says_who_joined_what() -> None:
    vertical = HEX.result(played("a1 b1 a2 b2 a3", 3))
    horizontal = HEX.result(played("a1 a3 b1 b2 c3 c2", 3))

    assert vertical is not None
    assert (vertical.winner, vertical.reason, vertical.points) == (0, "Vertical has joined top and bottom.", 1)
    assert horizontal is not None
    assert (horizontal.winner, horizontal.reason, horizontal.points) == (
        1,
        "Horizontal has joined left and right.",
        1,
    )


def test_there_is_no_result_while_the_sides_are_open() -> None:
    assert HEX.result(played("a1 b1 a2 b2", 3)) is None


def test_the_legend_tells_who_joins_what() -> None:
    assert HEX.legend(started(), None).split("\n") == [
        "Vertical (x) joins top and bottom, Horizontal (o) joins left and right.",
        "A cell touches the two beside it and the nearest two above and below it.",
        "The last stone is in brackets.",
    ]


def test_the_examples_are_a_free_cell_and_one_in_the_middle() -> None:
    assert HEX.examples(started(11), VERTICAL) == ("a1", "f6")
    assert HEX.examples(played("a1 f6", 11), VERTICAL) == ("b1", "g6")


def test_the_largest_board_fits_a_page() -> None:
    assert max(map(len, HEX.draw(started(19), None).split("\n"))) == 65


def test_a_long_winning_chain_is_told_in_several_lines() -> None:
    column = " ".join(f"j{row} k{row}" for row in range(1, 19))
    winding = played(f"{column} j19", 19)

    assert all(len(line) <= 79 for line in HEX.status(winding, None))
    assert " ".join(HEX.status(winding, None)).endswith("j16 j17 j18 j19.")


def test_the_usual_board_has_eleven_cells_along_each_side() -> None:
    assert {option.name: (option.default, option.low, option.high) for option in HEX.options} == {
        "size": (11, 3, 19),
        "handicap": (0, 0, 9),
    }


def test_sides_may_be_swapped_as_the_second_move() -> None:
    assert HEX.swap_at({"size": 11, "handicap": 0}) == 2


def test_a_handicap_game_has_no_swap() -> None:
    assert HEX.swap_at({"size": 11, "handicap": 1}) is None


def test_the_first_player_lays_the_handicap_stone_by_stone() -> None:
    position = started(handicap=2)
    told = []
    for move in ("a1", "e3", "c2", "b4"):
        told.append((HEX.to_move(position), HEX.status(position, None)))
        position = HEX.play(position, position.next_seat, move, CHANCE).position

    assert told == [
        ((0,), ("Stones that Vertical lays before Horizontal begins: 3.",)),
        ((0,), ("Stones that Vertical lays before Horizontal begins: 2.",)),
        ((0,), ("Stones that Vertical lays before Horizontal begins: 1.",)),
        ((1,), ()),
    ]


def test_a_handicap_that_would_win_at_once_is_refused() -> None:
    HEX.check_options({"size": 5, "handicap": 3}, 2)
    with pytest.raises(Illegal) as caught:
        HEX.check_options({"size": 5, "handicap": 4}, 2)

    assert caught.value.words == (
        "A handicap of 4 is too much for a board of size 5: the first player would win before the second has begun."
        " Here 3 is the most."
    )
