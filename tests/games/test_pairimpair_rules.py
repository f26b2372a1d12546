"""Even-Odd: who begins, turns, hexagons, passing, the ends, and the return match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.chance import Chance
from pbmserv.games.pairimpair import rules
from pbmserv.games.pairimpair.rules import Passed, Position, ReturnMatch, TurnAgain
from pbmserv.games.pairimpair.tiles import Side
from tests.games.pairimpair_positions import (
    DRAW,
    EVEN_OUT,
    EVEN_PASSES,
    FEWER_LEFT,
    GAME,
    HEXAGON,
    ODD_OUT,
    TURN_LOST,
    TWO_HEXAGONS,
    begun,
    play,
    played,
)


class Coin(Chance):
    """A coin that falls as a test wants it."""

    def __init__(self, face: str) -> None:
        super().__init__(bytes(16), "start")
        self.face = face

    def below(self, n: int) -> int:
        assert n == 2
        return ["tails", "heads"].index(self.face)


def events_of_last(moves: str, position: Position | None = None) -> tuple[rules.Event, ...]:
    """What happened by itself after the last of some moves."""
    *earlier, last = moves.split()
    before = played(" ".join(earlier), position)
    [placement] = [
        placement
        for placement, text in zip(before.moves, GAME.legal_moves(before, before.seat_of(before.mover)), strict=True)
        if text == last
    ]
    return rules.place(before, placement).events


def left(position: Position) -> tuple[int, int]:
    """How many tiles Even and Odd have."""
    return len(position.hand(Side.EVEN)), len(position.hand(Side.ODD))


class TestTheStart:
    @pytest.mark.parametrize(("face", "first_seat"), [("tails", Side.EVEN), ("heads", Side.ODD)])
    def test_the_coin_of_the_first_seat_says_who_is_even(self, face: str, first_seat: Side) -> None:
        position = rules.start("73", replay=False, chance=Coin(face))

        assert position.side_at(0) is first_seat
        assert position.side_at(1) is first_seat.other

    def test_the_coin_falls_either_way(self) -> None:
        starts = [rules.start("73", replay=False, chance=Chance(bytes([n] * 16), "start")) for n in range(20)]

        assert {position.even_seat for position in starts} == {0, 1}

    @pytest.mark.parametrize("even_seat", [0, 1])
    def test_even_moves_first_whichever_seat_it_is(self, even_seat: int) -> None:
        position = Position("73", replay=False, even_seat=even_seat)

        assert GAME.to_move(position) == (even_seat,)

    @pytest.mark.parametrize("board", ["73", "52"])
    def test_even_opens_in_the_centre_with_any_tile_but_its_triples(self, board: str) -> None:
        position = begun(board)

        assert {placement.cell for placement in position.moves} == {position.board.cell_of("START")}
        assert set(position.playable(Side.EVEN)) == {*Side.EVEN.tiles} - {"000", "222"}

    def test_the_triples_may_come_later(self) -> None:
        position = played("002.12@1 001@3")

        assert "000" in position.playable(Side.EVEN)

    def test_each_side_has_its_twelve_tiles(self) -> None:
        assert left(begun()) == (12, 12)


class TestTurns:
    def test_the_sides_take_turns(self) -> None:
        assert begun().mover is Side.EVEN
        assert played("112.12@1").mover is Side.ODD
        assert played("112.12@1 221@2").mover is Side.EVEN

    def test_a_tile_is_placed_beside_another_on_the_board(self) -> None:
        position = played("112.12@1")

        assert {placement.cell for placement in position.moves} <= set(position.layout.border)

    def test_corners_must_match_wherever_tiles_meet(self) -> None:
        position = played("112.12@1 221@2")

        # Below 112 there are two corners with 1; above 221 two with 2, and to the right 2 over 1.
        assert GAME.legal_moves(position, 0) == ["222@1", "220@1", "012@2", "132@3", "110@4"]

    def test_nothing_is_placed_beyond_the_edge_of_the_board(self) -> None:
        for position in map(played, (EVEN_OUT, ODD_OUT, FEWER_LEFT)):
            assert {placement.cell for placement in position.placements} <= position.board.cells


class TestHexagons:
    def test_the_sixth_tile_earns_another_turn(self) -> None:
        position = played(HEXAGON)

        assert events_of_last(HEXAGON) == (TurnAgain(Side.ODD, 1),)
        assert (position.mover, position.turns) == (Side.ODD, 1)

    def test_after_the_other_turn_it_is_the_other_side_s(self) -> None:
        again = play(played(HEXAGON), "113@3").position

        assert (again.mover, again.turns) == (Side.EVEN, 1)

    def test_two_hexagons_with_one_tile_earn_two_turns(self) -> None:
        position = played(TWO_HEXAGONS, begun("52"))

        assert events_of_last(TWO_HEXAGONS, begun("52")) == (TurnAgain(Side.ODD, 2),)
        assert (position.mover, position.turns) == (Side.ODD, 2)

    def test_every_further_hexagon_earns_a_turn_more(self) -> None:
        *earlier, first, second, third, without_hexagon = ODD_OUT.removesuffix(" 112@1 111@1 110@1 113@1").split()
        position = played(" ".join(earlier))

        for text in (first, second, third):
            position = play(position, text).position
            assert (position.mover, position.turns) == (Side.ODD, 1)
        assert play(position, without_hexagon).position.mover is Side.EVEN

    def test_a_hexagon_completed_with_turns_left_is_added_to_them(self) -> None:
        before = replace(played(HEXAGON.removesuffix(" 301@5")), turns=2)

        after = play(before, "301@5").position

        assert (after.mover, after.turns) == (Side.ODD, 2)


class TestPassing:
    def test_the_server_passes_for_who_cannot_place_a_tile(self) -> None:
        position = played(EVEN_PASSES)

        assert events_of_last(EVEN_PASSES) == (Passed(Side.EVEN),)
        assert (position.mover, position.turns) == (Side.ODD, 1)
        assert not position.places_of(Side.EVEN)
        assert left(position) == (6, 6)

    def test_a_turn_earned_is_lost_where_nothing_fits(self) -> None:
        position = played(TURN_LOST)

        assert events_of_last(TURN_LOST) == (TurnAgain(Side.ODD, 1), Passed(Side.ODD))
        assert (position.mover, position.turns) == (Side.EVEN, 1)
        assert not position.places_of(Side.ODD)

    def test_all_turns_that_are_left_are_lost_at_once(self) -> None:
        position = played(f"{TWO_HEXAGONS} 221@1", begun("52"))

        assert events_of_last(f"{TWO_HEXAGONS} 221@1", begun("52")) == (Passed(Side.ODD),)
        assert (position.mover, position.turns) == (Side.EVEN, 1)

    def test_who_passed_moves_again_when_a_tile_fits(self) -> None:
        blocked = played(EVEN_PASSES)

        after = play(blocked, "001@1").position

        assert after.mover is Side.EVEN


class TestTheEnd:
    @pytest.mark.parametrize(
        ("moves", "winner", "in_hand"), [(EVEN_OUT, Side.EVEN, (0, 4)), (ODD_OUT, Side.ODD, (3, 0))]
    )
    def test_the_first_to_place_the_last_tile_wins(self, moves: str, winner: Side, in_hand: tuple[int, int]) -> None:
        position = played(moves)

        assert position.is_over
        assert (position.winner, left(position)) == (winner, in_hand)

    def test_it_ends_so_though_the_other_could_go_on(self) -> None:
        position = played(EVEN_OUT)

        assert position.places_of(Side.ODD)
        assert GAME.to_move(position) == ()

    def test_the_side_with_fewer_tiles_left_wins_when_both_are_stuck(self) -> None:
        position = played(FEWER_LEFT)

        assert position.is_over
        assert not any(map(position.places_of, Side))
        assert (position.winner, left(position)) == (Side.EVEN, (2, 4))

    def test_it_is_a_draw_when_both_are_stuck_with_as_many_tiles(self) -> None:
        position = played(DRAW, begun("52"))

        assert position.is_over
        assert (position.winner, left(position)) == (None, (4, 4))

    def test_it_is_not_over_before(self) -> None:
        for moves in (EVEN_OUT, FEWER_LEFT):
            *earlier, _ = moves.split()
            assert not played(" ".join(earlier)).is_over


class TestTheReturnMatch:
    def test_a_draw_leads_to_an_empty_board_with_sides_changed(self) -> None:
        position = played(DRAW, begun("52", replay=True))

        assert events_of_last(DRAW, begun("52", replay=True)) == (ReturnMatch(4),)
        assert position == Position("52", replay=True, even_seat=1, match=2)
        assert GAME.to_move(position) == (1,)
        assert left(position) == (12, 12)

    def test_another_end_does_not(self) -> None:
        position = played(FEWER_LEFT, begun(replay=True))

        assert position.is_over
        assert position.match == 1

    def test_it_decides_the_game(self) -> None:
        second = Position("73", replay=True, even_seat=1, match=2)

        over = played(FEWER_LEFT, second)

        assert over.is_over
        assert over.winner is not None
        assert over.seat_of(over.winner) == 1

    def test_there_is_no_third_match(self) -> None:
        over = played(f"{DRAW} {DRAW}", begun("52", replay=True))

        assert over.is_over
        assert (over.match, over.winner) == (2, None)
