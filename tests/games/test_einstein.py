"""EinStein: cubes laid out, a die that says which of them moves, the two ways to win, refusals."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from pbmserv.games.base import NeverLegal
from pbmserv.games.chance import Chance
from pbmserv.games.einstein import MARKS, EinStein, Position
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started
from tests.games.oracles.einstein import compare

EINSTEIN = EinStein()


def position_of(rows: str, die: int, seat: int = 0) -> Position:
    """A position by its rows from above, divided by strokes; digits after x and o are cubes, dots empty squares."""
    fields = rows.replace("/", " ").split()
    cubes = {
        f"{letter}{number}": MARKS["xo".index(letter)][int(number) - 1] for letter, number in product("xo", "123456")
    }
    return Position(5, "".join(cubes.get(field, ".") for field in fields), seat, die=die)


def test_both_lay_out_their_cubes_row_by_row_before_the_die_is_rolled() -> None:
    first = EINSTEIN.play(started(EINSTEIN), 0, "314526", CHANCE)
    second = EINSTEIN.play(first.position, 1, "1-2-3 4 5,6", CHANCE)

    assert drawn(EINSTEIN, second.position) == [
        "   a   b   c   d   e",
        "5  x3  x1  x4  .   .   5",
        "4  x5  x2  .   .   .   4",
        "3  x6  .   .   .  (o1) 3",
        "2  .   .   .  (o2)(o3) 2",
        "1  .   .  (o4)(o5)(o6) 1",
        "   a   b   c   d   e",
    ]
    assert (first.position.die, first.notes) == (0, ())
    assert second.move == "123456"
    assert [note.text for note in second.notes] == [f"Black rolls {second.position.die}."]
    assert 1 <= second.position.die <= 6


def test_cubes_can_be_laid_out_by_touching_their_squares_from_cube_1_to_6() -> None:
    assert EINSTEIN.steps(started(EINSTEIN), 0, "314526") == ("b5", "b4", "a5", "c5", "a4", "a3")
    assert move_read(EINSTEIN, started(EINSTEIN), "b5 b4 a5 c5 a4 a3") == "314526"
    assert len(EINSTEIN.moves(started(EINSTEIN))) == 720


def test_chance_can_lay_out_the_cubes() -> None:
    starts = [EINSTEIN.start({"start": "random"}, 2, Chance(bytes([number]) * 16, "start")) for number in range(200)]

    assert {"".join(sorted(each.cells.replace(".", ""))) for each in starts} == {"123456ABCDEF"}
    assert len({each.cells for each in starts}) > 190
    assert set(Counter(each.die for each in starts)) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("die", "moves"),
    [
        (2, ["c3-d2", "c3-c2", "c3-d3"]),
        (1, ["c3-d2", "c3-c2", "c3-d3"]),
        (5, ["e4-e3"]),
        (6, ["e4-e3"]),
        (3, ["c3-d2", "c3-c2", "c3-d3", "e4-e3"]),
        (4, ["c3-d2", "c3-c2", "c3-d3", "e4-e3"]),
    ],
)
def test_the_cube_of_the_die_moves_or_else_the_next_lower_or_higher(die: int, moves: list[str]) -> None:
    position = position_of(". . . . ./. . . . x5/. . x2 . ./. . . . ./. . o1 . .", die)

    assert sorted(EINSTEIN.moves(position)) == sorted(moves)


def test_a_cube_takes_whatever_lies_where_it_goes_even_its_own() -> None:
    position = position_of(". . . . ./. . . . ./. x1 x2 . ./. . o1 . ./. . o2 . .", 1)

    own = EINSTEIN.play(position, 0, "1-c3", CHANCE)
    other = EINSTEIN.play(position, 0, "1xc2", CHANCE)

    assert (own.move, own.notes[0].text) == ("b3-c3", "Black's cube 2 has been taken off the board.")
    assert (other.move, other.notes[0].text) == ("b3-c2", "White's cube 1 has been taken off the board.")
    assert other.notes[1].text == f"White rolls {other.position.die}."


def test_who_reaches_the_far_corner_wins() -> None:
    position = position_of(". . . . ./. o3 . . ./. . x2 . ./. . . . ./. . . . .", 4, seat=1)

    played = EINSTEIN.play(position, 1, "b4-a5", CHANCE)
    result = EINSTEIN.result(played.position)

    assert result is not None
    assert (result.winner, result.reason) == (1, "White's cube 3 has reached a5.")
    assert played.notes == ()
    assert drawn(EINSTEIN, played.position)[1] == "5 (O3) .   .   .   .   5"


def test_who_has_no_cube_left_has_lost() -> None:
    position = position_of(". . . . ./. o3 . . ./. . x2 . ./. . . . ./. . . . .", 4, seat=1)
    swapped = position_of(". . . . ./. x3 . . ./. . o2 . ./. . . . ./. . . . .", 4)

    result = EINSTEIN.result(EINSTEIN.play(swapped, 0, "b4-c3", CHANCE).position)

    assert EINSTEIN.result(position) is None
    assert result is not None
    assert (result.winner, result.reason) == (0, "White has no cube left.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a5-b5", "Black has rolled 4, and moves cube 2 or 5. Legal are "),
        ("1-b5", "Black has rolled 4, and moves cube 2 or 5."),
        ("4-b5", "Your cube 4 is off the board. Black has rolled 4, and moves cube 2 or 5."),
        ("c3-b3", "Black's cubes go one square towards e1, straight or diagonally. Legal are "),
        ("5-c5", "Black's cubes go one square towards e1, straight or diagonally."),
        ("e1-d1", "White's cube 1 lies on e1, and it is Black's turn."),
        ("b1-b2", "Nothing lies on b1: a move begins where one of your own pieces is, for example "),
        ("314526", "The cubes have been laid out already. A move is"),
        ("7-c3", 'A move is expected, not "7-c3": write the squares'),
    ],
)
def test_a_refusal_says_what_the_die_lets_move(text: str, words: str) -> None:
    position = position_of("x1 . . . ./. x5 . . ./. . x2 . ./. . . . ./. . . . o1", 4)

    assert refusal(EINSTEIN, position, text).words.startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("314525", "Each of your cubes 1 to 6 is laid out once: write their numbers in any order, such as 314526."),
        ("012345", "Each of your cubes 1 to 6 is laid out once: write their numbers in any order, such as 314526."),
        (
            "a5-b4",
            "First your cubes are laid out: write their numbers in the order of the squares a5, b5, c5, a4, b4, a3,",
        ),
        ("31452", "First your cubes are laid out: write their numbers in the order of the squares"),
        ("3145261", "First your cubes are laid out: write their numbers in the order of the squares"),
        ("hello", "First your cubes are laid out: write their numbers in the order of the squares"),
    ],
)
def test_cubes_are_laid_out_each_once(text: str, words: str) -> None:
    assert refusal(EINSTEIN, started(EINSTEIN), text).words.startswith(words)


def test_cubes_that_have_been_laid_out_cannot_be_queued_again() -> None:
    assert isinstance(refusal(EINSTEIN, played(EINSTEIN, "123456 123456"), "654321"), NeverLegal)


def test_openspiel_plays_a_few_random_games_alike() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    plies, taken = compare(games=10)

    assert plies > 150
    assert taken > 30


@pytest.mark.long
def test_openspiel_plays_many_random_games_alike() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")

    assert compare(games=500)[0] > 9000
