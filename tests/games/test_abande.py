"""Abande: laying, stacking, one band, points, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.abande import Abande, Position
from pbmserv.games.boards.grids import EMPTY
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

ABANDE = Abande()
BEGUN = "d4 d5 e5 e6 d3"


def square(stacks: dict[str, str], seat: int = 0, in_hand: tuple[int, int] = (5, 5)) -> Position:
    """A position on the square board with these stacks."""
    empty = Position(7, EMPTY * 49, in_hand=in_hand)
    places = ABANDE.board(empty).place_of
    return empty.with_changes({places[name]: mark for name, mark in stacks.items()}, seat, ())


def test_the_first_piece_goes_anywhere_and_others_next_to_stacks() -> None:
    assert len(ABANDE.moves(started(ABANDE))) == 37
    assert len(ABANDE.moves(started(ABANDE, board="square"))) == 49
    assert sorted(ABANDE.moves(played(ABANDE, "d4"))) == ["c3", "c4", "d3", "d5", "e4", "e5"]
    assert sorted(ABANDE.moves(played(ABANDE, "a1", board="square"))) == ["a2", "b1", "b2"]


def test_stacks_move_once_three_pieces_have_been_laid() -> None:
    assert not any("-" in move for move in ABANDE.moves(played(ABANDE, "d4 d5")))
    assert {"d5-d4", "d5-e5"} <= {*ABANDE.moves(played(ABANDE, "d4 d5 e5"))}


def test_a_stack_captures_one_of_the_others_and_has_the_pieces_of_both() -> None:
    position = played(ABANDE, f"{BEGUN} d5-d4")

    assert position[ABANDE.board(position).place_of["d4"]] == "n"
    assert ABANDE.status(position, None) == (
        "Points: Black 2, White 3.",
        "Pieces in hand: Black 15, White 16.",
    )
    assert ABANDE.advantage(position, 1) == "3 points"


@pytest.mark.parametrize(
    ("stacks", "move", "is_legal"),
    [
        ({"a1": "a", "b1": "m", "c1": "a"}, "a1-b1", True),
        ({"a1": "a", "b1": "o", "c1": "a"}, "a1-b1", False),  # four pieces
        ({"a1": "b", "b1": "m", "c1": "a"}, "a1-b1", True),
        ({"a1": "b", "b1": "n", "c1": "a"}, "a1-b1", False),
        ({"a1": "m", "b1": "a", "c1": "m"}, "b1-a1", False),  # a1 and c1 would fall apart
        ({"a1": "m", "b1": "a", "c1": "m", "b2": "a"}, "b1-a1", True),
        ({"a1": "a", "b1": "a", "c1": "m"}, "a1-b1", False),  # one's own
    ],
)
def test_which_stacks_may_capture(stacks: dict[str, str], move: str, is_legal: bool) -> None:
    assert (move in ABANDE.moves(square(stacks))) == is_legal


def test_only_stacks_beside_the_others_count() -> None:
    position = square({"a1": "c", "b1": "a", "c1": "n", "d1": "o"})

    assert ABANDE.count(position) == (1, 2)


def test_one_passes_without_pieces_in_hand_and_two_passes_end_the_game() -> None:
    position = square({"a1": "a", "b1": "m", "b2": "b"}, in_hand=(0, 0))

    assert ABANDE.moves(position) == ["b2-b1", "a1-b1", "pass"]
    once = ABANDE.apply(position, ())
    assert (once.next_seat, once.passes) == (1, 1)
    twice = ABANDE.apply(once, ())
    result = ABANDE.result(twice)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Both pass: Black has 3 points, White 1.")


def test_who_can_only_pass_has_passed() -> None:
    position = square({"a1": "a", "b1": "m", "b2": "b"}, in_hand=(0, 0))
    after = ABANDE.apply(position, ABANDE.known_paths(position)["b2-b1"])

    assert (after.next_seat, after.passes) == (0, 1)
    result = ABANDE.result(after)
    assert result is not None
    assert (result.winner, result.reason) == (None, "Both pass: Black has 0 points, White 0.")


def test_fewer_pieces_make_a_shorter_game() -> None:
    assert started(ABANDE, pieces=6).in_hand == (6, 6)


def test_as_many_positions_follow_as_in_the_second_reading() -> None:
    assert [nodes(ABANDE, started(ABANDE), depth) for depth in (1, 2)] == [37, 180]
    assert [nodes(ABANDE, started(ABANDE, board="square"), depth) for depth in (1, 2)] == [49, 312]


def test_both_boards_are_drawn_with_heights() -> None:
    assert drawn(ABANDE, played(ABANDE, f"{BEGUN} d5-d4"))[5].strip() == "4  .  .  . (o2).  .  ."
    assert drawn(ABANDE, played(ABANDE, "d4 e4", board="square"))[4] == "4  .   .   .   x1 (o1) .   .   4"


@pytest.mark.parametrize("typed", ["d5-d4", "D5xD4", "d5 d4"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(ABANDE, played(ABANDE, BEGUN), typed) == "d5-d4"


@pytest.mark.parametrize(
    ("moves", "typed", "why"),
    [
        ("d4", "a1", "A new piece has to touch others, and a1 is next to none."),
        ("d4", "d4", "The cell d4 is taken: Black's stack of 1 lies there."),
        ("d4 d5", "d4-d5", "Stacks move only when 3 pieces have been laid."),
        (BEGUN, "d5-d3", "A stack moves to a place next to it, and d3 is not next to d5."),
        (BEGUN, "d5-c5", "A stack moves only onto one of the other's, and none is on c5."),
        (BEGUN, "d5-e6", "A stack moves only onto one of the other's, and none is on e6."),
        (BEGUN, "pass", "Nobody passes with pieces in hand."),
        (BEGUN, "a7", "The cell a7 is not on the board: "),
    ],
)
def test_refusals_say_why(moves: str, typed: str, why: str) -> None:
    assert refusal(ABANDE, played(ABANDE, moves), typed).words.startswith(why)


def test_refusals_tell_of_heights_and_of_the_band() -> None:
    high = square({"a1": "b", "b1": "n", "c1": "a"})
    alone = square({"a1": "m", "b1": "a", "c1": "m"})
    bare = square({"a1": "a", "b1": "m", "b2": "b"}, in_hand=(0, 0))

    assert refusal(ABANDE, high, "a1-b1").words == "A stack of 4 would be too high: 3 are the most."
    assert refusal(ABANDE, alone, "b1-a1").words == (
        "Without the stack on b1 the others would not be connected any more."
    )
    assert refusal(ABANDE, bare, "c1").words == "You have no pieces left in hand: move a stack, or pass."
