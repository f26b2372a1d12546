"""Trioker-Line: dealing, 333, turns, drawing, passing, leaving, and the ends.

Beside 333 fit only tiles with two threes; once 331 lies there, its own sides take only tiles with a 1 beside a 3.
"""

from __future__ import annotations

import pytest

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.events import Left
from pbmserv.games.triangles.hands.rules import Advance
from pbmserv.games.trioker.events import Blocked, Drew, Passed, Stuck, WentOut
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending
from pbmserv.games.trioker_line import rules
from pbmserv.games.trioker_line.events import Placed, Started
from pbmserv.games.trioker_line.rules import Position
from tests.games.arranged import Arranged, decline, leave, place
from tests.games.trioker_line_positions import FIRST, around_the_lower_right, position


def placing(before: Position, tile: str) -> Advance[Position]:
    """The seat to move places a tile in the first way possible."""
    placement = next(
        placement for placement in before.placements_of(before.next_seat) if TILES.name_of(placement.marks) == tile
    )
    return place(before, placement)


def tiles_that_fit(before: Position) -> set[str]:
    """What the seat to move can place."""
    return {TILES.name_of(placement.marks) for placement in before.placements_of(before.next_seat)}


class TestTheStart:
    @pytest.mark.parametrize(("seats", "each", "bank"), [(2, 10, 5), (3, 7, 4), (4, 6, 1)])
    def test_as_many_tiles_are_dealt_as_in_the_rapid_game(self, seats: int, each: int, bank: int) -> None:
        # Each player's first tile: 333 for the first seat, one that fits beside it for the second.
        front = [tile for tile in TILES.names if tile not in {"333", "330"}]
        front[:0] = ["333"]
        front[each:each] = ["330"]

        dealt = rules.start(3, seats, Arranged(*front)).position

        assert [len(hand) for hand in dealt.hands] == [each - 1, *[each] * (seats - 1)]
        assert len(dealt.bank) == bank

    def test_who_holds_333_begins_with_it(self) -> None:
        advance = rules.start(3, 2, Arranged("000 001 002 003 012 021 110 111 112 113", "333 332 331"))

        assert advance.events[0] == Started(1)
        assert advance.position.placements == (FIRST,)
        assert "333" not in advance.position.hands[1]

    def test_the_seat_after_the_holder_of_333_moves_next(self) -> None:
        advance = rules.start(3, 3, Arranged("333 000 001 002 003 012 021", "331"))

        assert advance.events == (Started(0),)
        assert advance.position.next_seat == 1

    def test_333_is_taken_from_the_bank_if_nobody_holds_it(self) -> None:
        advance = rules.start(3, 2, Arranged(*(tile for tile in TILES.names[::-1] if tile != "333")))

        assert advance.events == (Started(None),)
        assert advance.position.next_seat == 0
        assert advance.position.placements == (FIRST,)
        assert [len(hand) for hand in advance.position.hands] == [10, 10]
        assert len(advance.position.bank) == 4
        assert "333" not in advance.position.bank

    def test_the_first_to_move_draws_if_nothing_fits(self) -> None:
        no_threes = [tile for tile in TILES.names if "3" not in tile]

        advance = rules.start(3, 2, Arranged(*no_threes[:10], "333 331 332 310 301 230 203 132 123 003", "330"))

        assert advance.events == (Started(1), Drew(0, "330", fits=True))
        assert advance.position.may_pass


class TestTurns:
    def test_the_seats_take_turns(self) -> None:
        advance = placing(position("331 000", "332 001", "330 002"), "331")

        assert advance.events == (Placed(0, "331"),)
        assert advance.position.next_seat == 1
        assert placing(placing(advance.position, "332").position, "330").events[0] == Placed(2, "330")

    def test_a_tile_that_fits_must_be_placed(self) -> None:
        before = position("331 000", "332 001", bank="330")

        assert not before.may_pass
        assert tiles_that_fit(before) == {"331"}

    def test_a_tile_is_placed_only_where_a_chain_may_grow(self) -> None:
        curled = around_the_lower_right("331", "301", "003", "310")

        one_chain = position("332 001", "330", paths=1, placements=curled)
        more = position("332 001", "330", paths=2, placements=curled)

        # 001 fits at the end below; 332 beside 333 on the left, where a second chain would begin.
        assert tiles_that_fit(one_chain) == {"001"}
        assert tiles_that_fit(more) == {"001", "332"}

    def test_the_joker_fits_beside_any_figure(self) -> None:
        curled = around_the_lower_right("331", "301", "003", "310")

        joker = position("12W", "330", paths=1, placements=curled)

        # The side at the end of the chain is marked 1 and 0, from left to right.
        assert [placement.marks for placement in joker.placements_of(0)] == ["21W"]

    def test_numbers_do_not_depend_on_hands(self) -> None:
        assert position("331", "332").places == position("000", "001").places


class TestDrawing:
    def test_who_holds_nothing_that_fits_draws_and_may_place_the_tile(self) -> None:
        advance = placing(position("331 000", "001 002", bank="330 003"), "331")

        assert advance.events[1:] == (Drew(1, "330", fits=True),)
        assert advance.position.next_seat == 1
        assert advance.position.drawn == "330"
        assert advance.position.hands[1] == ("001", "002", "330")
        assert advance.position.bank == ("003",)
        assert tiles_that_fit(advance.position) == {"330"}

    def test_or_may_pass(self) -> None:
        drawn = placing(position("331 332", "001 002", bank="330 003"), "331").position

        advance = decline(drawn)

        assert advance.events == (Passed(1),)
        assert advance.position.next_seat == 0
        assert advance.position.hands[1] == ("001", "002", "330")
        assert not advance.position.may_pass

    def test_the_turn_passes_if_the_tile_does_not_fit(self) -> None:
        advance = placing(position("331 332", "001 002", bank="000 330"), "331")

        assert advance.events[1:] == (Drew(1, "000", fits=False),)
        assert advance.position.next_seat == 0
        assert advance.position.hands[1] == ("000", "001", "002")
        assert not advance.position.may_pass

    def test_the_turn_passes_if_there_is_none_to_draw(self) -> None:
        advance = placing(position("331 332", "001 002"), "331")

        assert advance.events[1:] == (Stuck(1),)
        assert advance.position.next_seat == 0

    def test_several_turns_may_pass_before_a_tile_fits(self) -> None:
        advance = placing(position("331 000", "001", "002", bank="012 021 110 330"), "331")

        assert advance.events[1:] == (
            Drew(1, "012", fits=False),
            Drew(2, "021", fits=False),
            Drew(0, "110", fits=False),
            Drew(1, "330", fits=True),
        )

    def test_who_has_passed_must_place_the_tile_when_the_bank_is_empty(self) -> None:
        drawn = placing(position("331 332 000", "001 002", bank="330"), "331").position
        passed = decline(drawn).position

        back = placing(passed, "332").position

        assert back.next_seat == 1
        assert not back.may_pass
        assert tiles_that_fit(back) == {"330"}


class TestTheEnd:
    def test_the_first_to_place_the_last_tile_wins(self) -> None:
        advance = placing(position("331", "332 000", "330", bank="001"), "331")

        assert advance.events == (Placed(0, "331"), WentOut(0, {1: ("332", "000"), 2: ("330",)}))
        assert advance.position.ending is Ending.OUT
        assert advance.position.winners == (0,)

    def test_000_in_a_hand_is_more_than_nothing(self) -> None:
        advance = placing(position("331", "000"), "331")

        assert advance.position.winners == (0,)

    def test_it_ends_when_nobody_can_place_a_tile_and_the_bank_is_empty(self) -> None:
        advance = placing(position("331 222", "220 000"), "331")

        assert advance.events == (Placed(0, "331"), Blocked({0: ("222",), 1: ("220", "000")}))
        assert advance.position.ending is Ending.BLOCKED

    def test_it_goes_on_while_there_are_tiles_to_draw(self) -> None:
        advance = placing(position("331 222", "220 000", bank="001 002"), "331")

        assert advance.events[1:] == (
            Drew(1, "001", fits=False),
            Drew(0, "002", fits=False),
            Blocked({0: ("002", "222"), 1: ("000", "001", "220")}),
        )

    @pytest.mark.parametrize(
        ("hands", "winners"),
        [
            (("331 222", "220 000"), (1,)),  # 6 against 4 pips
            (("331 110", "000 002"), (0,)),  # 2 pips each, in one tile and in two
            (("331 110", "002"), (0, 1)),  # 2 pips each, in one tile
            (("331 111", "012", "000 021"), (0, 1)),  # 3 pips each, in one, one and two
            (("331 222", "021", "111", "220"), (1, 2)),  # 6, 3, 3 and 4 pips
        ],
    )
    def test_then_the_fewest_pips_win_and_of_equal_ones_the_fewest_tiles(
        self, hands: tuple[str, ...], winners: tuple[int, ...]
    ) -> None:
        advance = placing(position(*hands), "331")

        assert advance.position.ending is Ending.BLOCKED
        assert advance.position.winners == winners

    def test_the_square_of_the_joker_is_no_pip(self) -> None:
        assert rules.pips_of(["12W", "330"]) == 3 + 6


class TestLeaving:
    def test_the_others_go_on(self) -> None:
        advance = leave(position("000 001", "332 331", "330 002"))

        assert advance.events == (Left(0, 2),)
        assert advance.position.active == (1, 2)
        assert advance.position.next_seat == 1
        assert placing(placing(advance.position, "332").position, "330").position.next_seat == 1

    def test_the_last_one_left_wins(self) -> None:
        advance = leave(position("331 000", "332 001", "330 002", next_seat=1, left=frozenset({2})))

        assert advance.position.ending is Ending.ALONE
        assert advance.position.winners == (0,)

    def test_who_has_left_does_not_keep_the_others_from_being_blocked(self) -> None:
        advance = leave(position("331 332", "222", "220"))

        assert advance.events == (Left(0, 2), Blocked({1: ("222",), 2: ("220",)}))
        assert advance.position.winners == (2,)


def test_a_game_is_dealt_anew_from_each_seed() -> None:
    deals = {rules.start(3, 2, Chance(bytes([number] * 16), "start")).position.hands for number in range(10)}

    assert len(deals) == 10
