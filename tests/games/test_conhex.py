"""ConHex: the board, who owns a space, chains of spaces, and refusals."""

from __future__ import annotations

from collections import Counter

import pytest

from pbmserv.games.conhex import BOARD, ConHex, Position
from tests.games.grids import drawn, move_read, played, refusal, started
from tests.games.readings.halves import SPACES, ReadConHex, are_neighbours

CONHEX = ConHex()


def names_of(space: int) -> frozenset[str]:
    return frozenset(BOARD.names[place] for place in BOARD.spaces[space].places)


def owned(position: Position, mark: str) -> set[frozenset[str]]:
    return {names_of(number) for number, owner in enumerate(position.owners) if owner == mark}


def test_there_are_69_points_around_41_spaces() -> None:
    assert len(BOARD.names) == 69
    assert Counter(len(space.places) for space in BOARD.spaces) == {3: 16, 5: 1, 6: 24}
    assert Counter(map(len, BOARD.spaces_at)) == {1: 5, 3: 64}


def test_the_spaces_are_those_of_the_drawing_and_neighbours_have_a_wall_between_them() -> None:
    assert {names_of(number) for number in range(41)} == SPACES
    for number, near in enumerate(BOARD.beside):
        expected = {other for other in range(41) if are_neighbours(names_of(number), names_of(other))} - {number}
        assert {*near} == expected


@pytest.mark.parametrize(
    ("moves", "black", "white"),
    [
        ("a11 f6 b9", {"a11 b9 c10"}, set()),  # two of three
        ("f6 a1 e6 a11 f7", {"f7 e6 g6 f5 f6"}, set()),  # three of five
        ("d9 a1 e9 a11 e8", {"d9 e9 c8 e8 c7 d7"}, set()),  # three of six
        ("d9 c8 e9 c7 a1 d7 e8", set(), {"d9 e9 c8 e8 c7 d7"}),  # White was first
        ("d9 e9 f6 a1", set(), set()),
    ],
)
def test_a_space_belongs_to_who_has_half_of_its_points_first(moves: str, black: set[str], white: set[str]) -> None:
    position = played(CONHEX, moves)

    assert owned(position, "x") == {frozenset(names.split()) for names in black}
    assert owned(position, "o") == {frozenset(names.split()) for names in white}


def test_one_stone_can_win_three_spaces_and_the_move_tells_it() -> None:
    position = played(CONHEX, "c10 a1 d9 f6 e9 k1")
    after = CONHEX.apply(position, CONHEX.known_paths(position)["d10"])

    assert len(CONHEX.won_by(position, BOARD.place_of["d10"])) == 3
    assert [*CONHEX.notes(position, "d10", after)] == ["Black has won 3 spaces."]
    assert CONHEX.status(after, None) == ("Spaces: Black 3, White 0.",)


def test_a_chain_of_spaces_between_both_sides_wins() -> None:
    column = "e10 f10 f9 e8 f8 f7 f6 f5 e4 f4 f3 e2 f2"
    others = "a1 a11 k1 k11 b5 j5 b7 j7 b3 j9 c6 i6"
    moves = " ".join(f"{black} {white}" for black, white in zip(column.split(), [*others.split(), ""], strict=True))
    position = played(CONHEX, moves)
    result = CONHEX.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has joined top and bottom.")
    assert CONHEX.moves(position) == []
    assert any("[X]" in line for line in drawn(CONHEX, position))


def test_a_full_board_is_never_a_tie() -> None:
    reading = ReadConHex()
    position = started(CONHEX)
    for name in sorted(BOARD.names, key=lambda name: (int(name[1:]) * 7 + ord(name[0]) * 5) % 13):
        if CONHEX.result(position) is None:
            position = CONHEX.apply(position, (BOARD.place_of[name],))
            reading.play(name)

    result = CONHEX.result(position)
    assert result is not None
    assert result.winner == reading.winner


def test_the_empty_board_is_drawn_with_its_walls() -> None:
    assert drawn(CONHEX, started(CONHEX))[:8] == [
        "   a   b   c   d   e   f   g   h   i   j   k",
        "11 .-------+-------+-------+-------+-------. 11",
        "   |       |       |       |       |       |",
        "10 |       .---.---.---.---.---.---.       | 10",
        "   |     /     |       |       |     \\     |",
        " 9 +---.       .---.---.---.---.       .---+ 9",
        "   |   |     /     |       |     \\     |   |",
        " 8 |   .---.       .---.---.       .---.   | 8",
    ]


def test_stones_and_owners_are_drawn() -> None:
    lines = drawn(CONHEX, played(CONHEX, "a11 f6 b9 c10"))

    assert lines[1:6:2] == [
        "11 x-------+-------+-------+-------+-------. 11",
        "10 |  XXX (o)--.---.---.---.---.---.       | 10",
        " 9 +---x       .---.---.---.---.       .---+ 9",
    ]


@pytest.mark.parametrize("typed", ["f6", "F6", " f6 ", "stone f6"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(CONHEX, started(CONHEX), typed) == "f6"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("c10", "The point c10 is taken: Black's stone lies there."),
        ("c11", "The point c11 is not on the board: its points are the dots of the drawing, from a1 to k11."),
        ("pass", "Nobody passes in ConHex."),
        ("d10-e10", "A move names one point: write the point where your stone goes, for example f6."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    assert refusal(CONHEX, played(CONHEX, "c10"), typed).words.startswith(why)
