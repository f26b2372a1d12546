"""Walls: pawns, jumps, fences, the way that must be left, the end, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Result
from pbmserv.games.boards.fences import PLACES, SIZE
from pbmserv.games.evaluation.walls import candidates, evaluate, to_go
from pbmserv.games.walls import BOARD, MOST_IDLE, Position, Walls
from pbmserv.letters.seats import number_of_players
from tests.games.grids import CHANCE, drawn, move_read, nodes, played, refusal, started

WALLS = Walls()


def lying(things: str, seat: int = 0, seats: int = 2, **others: Any) -> Position:
    """A position by its pawns and fences: `xe1 oe9 e3h`."""
    places = {}
    for each in things.split():
        is_fence = each[-1] in "hv"
        place = BOARD.place_of[each if is_fence else each[1:]]
        places[place] = BOARD.mark_of(place) if is_fence else each[0]
    empty = Position(SIZE, "." * PLACES, seats=seats, **{"fences": (5,) * seats} | others)
    return empty.with_changes(places, seat, ())


def steps(position: Position) -> list[str]:
    """Where the pawn can go."""
    return sorted(move for move in WALLS.moves(position) if move[-1] not in "hv")


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = WALLS.play(position, position.next_seat, move, CHANCE).position
    return position


def how_it_ended(position: Position) -> Result:
    result = WALLS.result(position)
    assert result is not None
    return result


def test_two_players_begin_opposite_each_other_with_ten_fences_and_four_with_five() -> None:
    two, four = started(WALLS), WALLS.start({}, 4, CHANCE)

    assert [BOARD.names[pawn] for pawn in two.pawns] == ["e1", "e9"]
    assert [BOARD.names[pawn] for pawn in four.pawns] == ["e1", "a5", "e9", "i5"]
    assert (two.fences, four.fences) == ((10, 10), (5, 5, 5, 5))


def test_a_first_move_is_one_of_three_steps_or_128_fences() -> None:
    assert nodes(WALLS, started(WALLS), 1) == 131
    assert steps(started(WALLS)) == ["d1", "e2", "f1"]


def test_fences_and_the_last_move_are_seen_in_characters() -> None:
    lines = drawn(WALLS, played(WALLS, "e2 e7v e3h"))

    assert lines[0] == "    a   b   c   d   e   f   g   h   i"
    assert lines[3:6] == [
        "8   .   .   .   .   . | .   .   .   .   8",
        "                      |",
        "7   .   .   .   .   . | .   .   .   .   7",
    ]
    assert lines[12] == "                   #######"
    assert drawn(WALLS, played(WALLS, "e2"))[15] == "2   .   .   .   .  (x)  .   .   .   .   2"


def test_a_pawn_goes_one_square_straight_and_through_no_fence() -> None:
    assert steps(lying("xe5 oe9")) == ["d5", "e4", "e6", "f5"]
    assert steps(lying("xe5 oe9 e5h d4v")) == ["e4", "f5"]
    assert steps(lying("xe5 oe9 d5h e4v")) == ["d5", "e4"]


class TestAPawnThatFacesAnother:
    def test_jumps_over_it(self) -> None:
        assert steps(lying("xe5 oe6")) == ["d5", "e4", "e7", "f5"]

    def test_goes_beside_it_where_a_fence_is_behind(self) -> None:
        assert steps(lying("xe5 oe6 e6h")) == ["d5", "d6", "e4", "f5", "f6"]

    def test_or_where_the_edge_is(self) -> None:
        assert steps(lying("xh5 vi5 of1 zf9", seats=4)) == ["g5", "h4", "h6", "i4", "i6"]

    def test_but_through_no_fence_beside_it(self) -> None:
        assert steps(lying("xe5 oe6 e6h d6v")) == ["d5", "e4", "f5", "f6"]

    def test_jumps_over_nothing_behind_a_fence(self) -> None:
        assert steps(lying("xe5 oe6 e5h")) == ["d5", "e4", "f5"]

    def test_jumps_over_one_pawn_only_and_does_not_go_beside_it_then(self) -> None:
        assert steps(lying("xe5 oe6 ve7 zi1", seats=4)) == ["d5", "e4", "f5"]

    def test_goes_to_no_square_that_is_taken(self) -> None:
        assert steps(lying("xe5 oe6 vd6 zi1 e6h", seats=4)) == ["d5", "e4", "f5", "f6"]


class TestAFence:
    def test_does_not_cross_another_nor_lie_in_its_place(self) -> None:
        moves = {*WALLS.moves(lying("xe1 oe9 e3h"))}

        assert not moves & {"d3h", "e3h", "f3h", "e3v"}
        assert {"c3h", "g3h", "d3v", "f3v", "e4v", "e2v"} <= moves

    def test_upright_ones_neither(self) -> None:
        moves = {*WALLS.moves(lying("xe1 oe9 e3v"))}

        assert not moves & {"e2v", "e3v", "e4v", "e3h"}
        assert {"e1v", "e5v", "d3h", "f3h"} <= moves

    def test_leaves_everybody_a_way(self) -> None:
        # White goes around by i9 and i8, Black by i1 and i2.
        position = lying("xe1 oe9 a7h c7h e7h g7h a2h c2h e2h g2h")
        told = "That fence would leave {} no way to the other side."

        assert {"h7v", "h2v"} <= {*WALLS.moves(position)}
        assert refusal(WALLS, position, "h8v").words == told.format("White")
        assert refusal(WALLS, position, "h1v").words == told.format("Black")

    def test_is_no_pawn_and_a_pawn_is_no_fence(self) -> None:
        # The only way out is over the other pawn.
        position = lying("xa1 oa2 a1v")

        assert steps(position) == ["a3"]
        assert "e5h" in WALLS.moves(position)

    def test_is_one_of_ten_or_five(self) -> None:
        position = lying("xe1 oe9", fences=(0, 3))

        assert sorted(WALLS.moves(position)) == ["d1", "e2", "f1"]
        assert refusal(WALLS, position, "e3h").words == "Black has no fence left."
        assert after(started(WALLS), "e3h").fences == (9, 10)


@pytest.mark.parametrize(
    ("things", "seat", "seats", "move"),
    [
        ("xd8 oe9", 0, 2, "d9"),
        ("xd8 oe2", 1, 2, "e1"),
        ("xe1 oh4 ve9 zi5", 1, 4, "i4"),
        ("xe1 oa5 vb2 zi5", 2, 4, "b1"),
        ("xe1 oc5 vd8 zb3", 3, 4, "a3"),
    ],
)
def test_whoever_reaches_the_other_side_has_won(things: str, seat: int, seats: int, move: str) -> None:
    position = after(lying(things, seat, seats), move)

    result = how_it_ended(position)
    assert (result.winner, result.reason) == (seat, f"{WALLS.seat_names[seat]} has reached the other side.")
    assert [BOARD.names[place] for place in WALLS.winning_cells(position)] == [move]


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    position = after(started(WALLS), *["e2", "e8", "e1", "e9"] * 2)

    result = how_it_ended(position)
    assert (result.winner, result.reason) == (None, "The same position has come for the third time.")


def test_so_are_many_moves_without_a_fence() -> None:
    position = lying("xe1 oe9", earlier=("",) * (2 * MOST_IDLE - 1))
    assert WALLS.status(position, None)[-1] == "Moves since a fence was laid: 99; 100 are a tie."

    assert how_it_ended(after(position, "e2")).reason == "No fence was laid in 100 moves."
    assert WALLS.result(after(position, "e3h")) is None


def test_among_four_the_turn_goes_clockwise_past_who_has_left_and_who_cannot_move() -> None:
    position = WALLS.start({}, 4, CHANCE)
    position = after(position, "e2", "b5", "e8", "h5", "e3")
    assert position.next_seat == 1

    skipped = WALLS.skip(position, 1, CHANCE).position
    assert (skipped.next_seat, skipped.cells) == (2, position.cells)
    assert WALLS.rejoin(skipped, 1, CHANCE).position.left == ()


def test_who_cannot_move_is_passed_over() -> None:
    # White has no fence left: right of it is one, and above it two pawns behind each other.
    played_on = WALLS.play(lying("xa3 oa1 va2 ze5 a1v", seats=4, fences=(5, 0, 5, 5)), 0, "e7h", CHANCE)

    assert played_on.position.next_seat == 2
    assert [str(note.text) for note in played_on.notes] == ["White has no move, and is passed over."]


@pytest.mark.parametrize("typed", ["e3h", "E3H", "e3 h", "e3-h", "fence e3h"])
def test_fences_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(WALLS, started(WALLS), typed) == "e3h"


@pytest.mark.parametrize("typed", ["e2", "E2", "e1-e2", "e1e2", "pawn e2"])
def test_moves_of_pawns_are_too(typed: str) -> None:
    assert move_read(WALLS, started(WALLS), typed) == "e2"


@pytest.mark.parametrize(
    ("typed", "kind", "why"),
    [
        ("e9", Illegal, "The square e9 is taken: White's pawn lies there."),
        (
            "e3",
            Illegal,
            "A pawn goes one square straight, not through fences, and jumps over a pawn next to it: from ",
        ),
        ("i3h", NeverLegal, "The fence i3h is not on the board: its fences are a1 to h8, with h for"),
        ("j3", NeverLegal, "The square j3 is not on the board: its squares are a1 to i9."),
        ("pass", NeverLegal, "Whoever cannot move is passed over by the server; nobody else passes."),
    ],
)
def test_refusals_say_why(typed: str, kind: type, why: str) -> None:
    refused = refusal(WALLS, started(WALLS), typed)

    assert isinstance(refused, kind)
    assert refused.words.startswith(why)


def test_a_fence_without_room_is_told_so() -> None:
    refused = refusal(WALLS, played(WALLS, "e3h"), "f3h")

    assert refused.words == "There is no room for that fence: another one is in the way."


def test_places_are_told_in_words() -> None:
    contents = WALLS.contents(played(WALLS, "e3h"))

    assert BOARD.words_of(BOARD.place_of["e3h"], contents) == "fence e3h, above e3 and f3, laid, last move"
    assert BOARD.words_of(BOARD.place_of["e3v"], contents) == "fence e3v, right of e3 and e4, free"
    assert BOARD.words_of(BOARD.place_of["e1"], contents) == "e1, Black's pawn"
    assert [WALLS.spoken(started(WALLS), move) for move in ("e2", "e3h")] == ["pawn to e2", "fence e3h"]


def test_a_page_shows_the_pawn_move_and_the_fence_appear() -> None:
    position = started(WALLS)

    assert WALLS.slides(position, 0, ("e2",), "e2") == ("e1 e2",)
    assert WALLS.slides(position, 0, ("e3h",), "e3h") == ("+across e3h",)
    assert WALLS.slides(position, 0, ("e3v",), "e3v") == ("+upright e3v",)
    assert {*WALLS.new_pieces(position, 0)} == {"across", "upright"}
    assert WALLS.new_pieces(lying("xe1 oe9", fences=(0, 1)), 0) == {}


def test_machine_players_know_how_far_pawns_have_to_go_and_fences_that_are_in_the_way() -> None:
    assert to_go(started(WALLS)) == [8, 8]
    assert to_go(lying("xe1 oe9 d8h f8h")) == [10, 10]
    assert evaluate(WALLS, lying("xe7 oe8"))[0] > 0.8
    assert sum(evaluate(WALLS, WALLS.start({}, 4, CHANCE))) == pytest.approx(1)

    told = candidates(WALLS, lying("xe5 of2"))
    assert told is not None
    assert {"e6", "f5", "e4", "d5"} <= {*told}
    assert {move for move in told if move[-1] == "h"} <= {"e1h", "f1h"}
    assert any(move[-1] == "h" for move in told)


def test_letters_say_that_two_or_four_play() -> None:
    assert number_of_players(WALLS) == "2 or 4 players"
