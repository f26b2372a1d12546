"""Lines of Action: how far pieces go, what they jump over, and the three rules that books tell differently."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal
from pbmserv.games.loa import LinesOfAction
from pbmserv.games.repetition import Remembering
from tests.games.grids import CHANCE, move_read, nodes, played, refusal, started

LOA = LinesOfAction()


def position_of(rows: str, seat: int = 0) -> Remembering:
    """A position by its rows from above, the empty ones left out as `8`."""
    return Remembering(8, "".join("." * 8 if row == "8" else row for row in rows.split()), seat)


@pytest.mark.parametrize(("depth", "count"), [(1, 36), (2, 1244)])
def test_there_are_as_many_positions_as_with_openspiel(depth: int, count: int) -> None:
    assert nodes(LOA, started(LOA), depth) == count


def test_b1_can_go_to_the_three_squares_that_the_rules_of_the_old_server_name() -> None:
    from_b1 = [move for move in LOA.moves(started(LOA)) if move.startswith("b1")]

    assert sorted(from_b1) == ["b1-b3", "b1-d3", "b1-h1"]


def test_pieces_jump_over_their_own_and_not_over_others() -> None:
    # The row of the old server's rules: each of four pieces would have to go four squares.
    position = position_of("8 8 8 x..o.o.x 8 8 8 x.......", 1)
    along = [move for move in LOA.moves(position) if move.endswith("5") and move[1] == "5"]

    assert along == ["d5-h5", "f5-b5"]
    assert refusal(LOA, position_of("8 8 8 x..o.o.x 8 8 8 x......."), "a5-e5").words == (
        "A piece of your opponent's is in the way between a5 and e5."
    )


def test_a_piece_that_is_landed_on_is_taken() -> None:
    after = played(LOA, "c1xa3")

    assert after.cells.count("o") == 11
    assert after.earlier == ()


def test_whoever_joins_all_pieces_has_won_even_by_the_move_of_the_other() -> None:
    # White takes the only black piece that was apart from the others.
    before = position_of("8 8 8 xx.x...o 8 8 8 o.......", 1)
    result = LOA.result(LOA.play(before, 1, "h5-d5", CHANCE).position)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has joined all pieces.")


def test_a_group_that_holds_all_pieces_is_lit() -> None:
    before = position_of("8 8 8 xx.x...o 8 8 8 o.......", 1)
    after = LOA.play(before, 1, "h5-d5", CHANCE).position

    lit = {shape.words for shape in LOA.picture(after, None).shapes if "winning" in shape.words}

    assert lit == {"a5, Black's piece, winning", "b5, Black's piece, winning"}
    assert not [shape for shape in LOA.picture(before, None).shapes if shape.role == "win"]


def test_one_piece_is_a_group() -> None:
    result = LOA.result(position_of("8 8 8 8 x....... 8 8 o..o....", 1))

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has joined all pieces.")


def test_joining_both_at_once_is_a_tie() -> None:
    result = LOA.result(position_of("8 8 8 8 xx...... 8 8 oo......", 1))

    assert result is not None
    assert (result.winner, result.reason) == (None, "One move has joined the pieces of both.")


def test_the_third_time_of_the_same_position_is_a_tie() -> None:
    there_and_back = "b8-b6 h4-f4 b6-b8 f4-h4"

    assert LOA.result(played(LOA, there_and_back)) is None
    result = LOA.result(played(LOA, f"{there_and_back} {there_and_back}"))
    assert result is not None
    assert (result.winner, result.reason) == (None, "The same position has come for the third time.")


def test_taking_a_piece_ends_what_can_be_repeated() -> None:
    before = played(LOA, "b8-b6 h4-f4")

    assert len(before.earlier) == 2
    assert played(LOA, "b8-b6 h4-f4 d1-f3").earlier != ()
    assert played(LOA, "c1xa3").earlier == ()


def test_whoever_cannot_move_is_passed_over() -> None:
    # Both white pieces are in corners, shut in by black ones that they may not jump over.
    before = position_of("ox...... xx...... 8 8 8 8 ......xx ....x..o")

    after = LOA.play(before, 0, "e1-g1", CHANCE)

    assert after.position.next_seat == 0
    assert [note.text for note in after.notes] == ["White has no move, and is passed over."]


def test_the_scrambled_start_mixes_both() -> None:
    assert LOA.draw(started(LOA, scrambled=True), None).split("\n")[1] == "8 . x o x o x o . 8"


@pytest.mark.parametrize("typed", ["b8-b6", "b8b6", "B8 B6", "b8xb6"])
def test_a_move_is_understood_in_many_forms(typed: str) -> None:
    assert move_read(LOA, started(LOA), typed) == "b8-b6"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("b8-b5", "A move from b8 in that line is 2 squares long, for there are 2 pieces in it."),
        ("d8-g8", "A move from d8 in that line is 6 squares long, for there are 6 pieces in it."),
        ("b8-c6", "Black's piece on b8 cannot move like that. From there, legal are b8-h8, b8-d6, b8-b6."),
        ("a7-c7", "White's piece lies on a7, and it is Black's turn."),
    ],
)
def test_a_refusal_says_how_far_a_piece_goes(typed: str, words: str) -> None:
    refused = refusal(LOA, started(LOA), typed)

    assert isinstance(refused, Illegal)
    assert refused.words == words
