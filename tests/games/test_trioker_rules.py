"""The course of a game: marked spaces, drawing and passing, the joker, the end, and leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.triangles.hands import rules as hands_rules
from pbmserv.games.triangles.hands.events import Left
from pbmserv.games.triangles.hands.rules import Advance
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker.coins import Coin, Purse
from pbmserv.games.trioker.events import (
    Blocked,
    Drew,
    GaveCoin,
    Jailed,
    LostTurn,
    Paid,
    Passed,
    Placed,
    Started,
    Stuck,
    TurnAgain,
    WentOut,
)
from pbmserv.games.trioker.rules import Position
from pbmserv.games.trioker.scoring import cost_of_hand, cost_of_tile
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending
from tests.games.arranged import Arranged, decline, leave, place
from tests.games.trioker_positions import FULL_PURSE, beside, on_go, placing, position

POOR = Purse(red=0, black=1)


def place_tile(before: Position, tile: str, mark: str | None = None) -> Advance[Position]:
    return place(before, placing(before, tile, mark))


def cover(mark: str, board: str = "rapid", purses: tuple[Purse, ...] | None = None) -> Advance[Position]:
    """Player A of three covers a marked space."""
    before = position("332 000", "331 000", "330 000", board=board, placements=beside(mark, board), purses=purses)
    return place_tile(before, "332", mark)


class TestTurns:
    def test_the_players_take_turns(self) -> None:
        after = place_tile(position("332 000", "331 000"), "332")

        assert after.events == (Placed(0, "332", None),)
        assert after.position.hands == (("000",), ("331", "000"))
        assert after.position.next_seat == 1
        assert after.position.points == (35, 35)

    def test_after_the_last_player_the_first_is_to_move(self) -> None:
        after = place_tile(position("332 000", "331 000", next_seat=1), "331")

        assert after.position.next_seat == 0

    def test_all_corners_have_to_match_and_a_tile_needs_a_side_in_common(self) -> None:
        before = position("332 321 000", "331 000")

        placements = before.placements_of(0)

        assert {placement.cell for placement in placements} == set(before.layout.border)
        assert {"".join(sorted(placement.marks)) for placement in placements} == {"233"}

    def test_tiles_are_placed_on_the_board_only(self) -> None:
        corner = Cell(0, 0)
        before = position("332 000", "331 000", placements=(Placement(corner, "333"),))

        assert set(before.places) == {cell for cell in corner.neighbours() if cell in before.board.printed.cells}
        assert len(before.places) == 2


class TestSpaces:
    @pytest.mark.parametrize(
        ("board", "mark", "points"),
        [
            ("rapid", "A2", (33, 35, 35)),
            ("rapid", "A5", (30, 35, 35)),
            ("rapid", "C2", (37, 35, 35)),
            ("rapid", "C5", (40, 35, 35)),
            ("rapid", "E2", (31, 37, 37)),
            ("rapid", "J1", (33, 35, 35)),
            ("1970", "A5", (30, 35, 35)),
            ("1970", "C5", (40, 35, 35)),
            ("1970", "D2", (37, 33, 35)),
            ("1970", "E2", (31, 37, 37)),
            ("1970", "F5", (30, 40, 35)),
        ],
    )
    def test_coins_change_hands(self, board: str, mark: str, points: tuple[int, ...]) -> None:
        after = cover(mark, board)

        assert after.position.points == points
        assert after.position.next_seat == 1

    def test_each_player_is_paid_in_the_order_of_turns(self) -> None:
        before = position("332 000", "331 000", "330 000", placements=beside("E2"), next_seat=1)

        after = place_tile(before, "331", "E2")

        assert after.events[1:] == (Paid(1, 2, 2, 2), Paid(1, 0, 2, 2))

    def test_the_following_player_of_the_last_one_is_the_first(self) -> None:
        before = position("332 000", "331 000", board="1970", placements=beside("F5", "1970"), next_seat=1)

        after = place_tile(before, "331", "F5")

        assert after.events[1:] == (Paid(1, 0, 5, 5),)
        assert after.position.points == (40, 30)

    def test_who_cannot_pay_pays_what_there_is(self) -> None:
        after = cover("A5", purses=(POOR, FULL_PURSE, FULL_PURSE))

        assert after.events[1:] == (Paid(0, None, 5, 2),)
        assert after.position.points == (0, 35, 35)

    def test_who_cannot_pay_each_player_pays_the_following_ones_first(self) -> None:
        after = cover("E2", purses=(POOR, POOR, POOR))

        assert after.events[1:] == (Paid(0, 1, 2, 2), Paid(0, 2, 2, 0))
        assert after.position.points == (0, 4, 2)

    def test_nobody_receives_more_than_the_following_player_has(self) -> None:
        after = cover("D2", "1970", purses=(FULL_PURSE, Purse(), FULL_PURSE))

        assert after.events[1:] == (Paid(1, 0, 2, 0),)
        assert after.position.points == (35, 0, 35)

    @pytest.mark.parametrize(
        ("purse", "coin", "left"),
        [
            (Purse(5, 5), Coin.BLACK, Purse(5, 4)),
            (Purse(5, 0), Coin.RED, Purse(4, 0)),
            (Purse(0, 0, 1), Coin.SMALL, Purse()),
            (Purse(), None, Purse()),
        ],
    )
    def test_one_coin_to_the_bank_is_a_black_one_or_else_a_red_one(
        self, purse: Purse, coin: Coin | None, left: Purse
    ) -> None:
        after = cover("J1", purses=(purse, FULL_PURSE, FULL_PURSE))

        assert after.events[1:] == (GaveCoin(0, coin),)
        assert after.position.purses[0] == left

    def test_an_additional_turn_is_taken_at_once(self) -> None:
        before = position("332 331 000", "330 000", placements=beside("H1"))

        after = place_tile(before, "332", "H1")

        assert after.events[1:] == (TurnAgain(0),)
        assert after.position.next_seat == 0

    def test_who_cannot_place_a_tile_in_the_additional_turn_draws(self) -> None:
        before = position("332 000", "330 000", placements=beside("H1"), bank="331 111")

        after = place_tile(before, "332", "H1")

        assert after.events[1:] == (TurnAgain(0), Drew(0, "331", fits=True))
        assert after.position.next_seat == 0

    @pytest.mark.parametrize("board", ["rapid", "1970"])
    def test_a_turn_is_lost_when_it_comes(self, board: str) -> None:
        before = position("332 331 000", "330 223 000", board=board, placements=beside("B1", board))

        jailed = place_tile(before, "332", "B1")
        after = place_tile(jailed.position, "223")

        assert jailed.events[1:] == (Jailed(0),)
        assert jailed.position.lost_turns == (1, 0)
        assert jailed.position.next_seat == 1
        assert after.events[1:] == (LostTurn(0),)
        assert after.position.lost_turns == (0, 0)
        assert after.position.next_seat == 1

    def test_one_turn_only_is_lost(self) -> None:
        jailed = place_tile(
            position("332 331 000", "330 223 000", "111 000", placements=beside("B1"), bank="001 002 003"),
            "332",
            "B1",
        ).position

        second = place_tile(jailed, "330").position
        third = place_tile(second, "223")

        assert second.next_seat == 1
        assert third.position.next_seat == 0
        assert LostTurn(0) not in third.events

    def test_go_and_plain_spaces_ask_for_nothing(self) -> None:
        after = place_tile(position("332 000", "331 000"), "332")

        assert after.events == (Placed(0, "332", None),)
        assert after.position.purses == (FULL_PURSE, FULL_PURSE)


class TestDrawing:
    def test_who_has_no_tile_that_fits_draws_one_and_may_place_it_or_pass(self) -> None:
        after = place_tile(position("332 331 000", "000 111", bank="330 001"), "332")

        assert after.events[1:] == (Drew(1, "330", fits=True),)
        assert after.position.next_seat == 1
        assert after.position.drawn == "330"
        assert after.position.may_pass
        assert after.position.hands[1] == ("000", "111", "330")
        assert after.position.bank == ("001",)

    def test_the_drawn_tile_can_be_placed(self) -> None:
        before = place_tile(position("332 331 000", "000 111", bank="330 001"), "332").position

        after = place_tile(before, "330")

        assert after.events == (Placed(1, "330", None),)
        assert after.position.drawn is None
        assert after.position.next_seat == 0

    def test_or_it_can_be_kept(self) -> None:
        before = place_tile(position("332 331 000", "000 111", bank="330 001"), "332").position

        after = decline(before)

        assert after.events == (Passed(1),)
        assert after.position.hands[1] == ("000", "111", "330")
        assert after.position.next_seat == 0
        assert not after.position.may_pass

    def test_a_kept_tile_must_be_placed_in_the_next_turn(self) -> None:
        kept = decline(place_tile(position("332 331 000", "000 111", bank="330 001"), "332").position).position

        before = place_tile(kept, "331").position

        assert before.next_seat == 1
        assert not before.may_pass
        assert before.bank == ("001",)

    def test_one_tile_only_is_drawn_and_the_turn_passes_if_it_does_not_fit(self) -> None:
        after = place_tile(position("332 331 000", "000 111", bank="001 330"), "332")

        assert after.events[1:] == (Drew(1, "001", fits=False),)
        assert after.position.hands[1] == ("000", "001", "111")
        assert after.position.bank == ("330",)
        assert after.position.next_seat == 0
        assert not after.position.may_pass

    def test_the_turn_passes_by_itself_when_the_bank_is_empty(self) -> None:
        after = place_tile(position("332 331 000", "000 111"), "332")

        assert after.events[1:] == (Stuck(1),)
        assert after.position.next_seat == 0

    def test_several_players_may_be_passed_over(self) -> None:
        after = place_tile(position("332 331 000", "000", "111", "222", bank="001 002"), "332")

        assert after.events[1:] == (Drew(1, "001", False), Drew(2, "002", False), Stuck(3))
        assert after.position.next_seat == 0


class TestJoker:
    def test_its_square_lies_on_any_figure(self) -> None:
        # The start of the Rapid board is a down cell; 332 lies there with 2 at the bottom and a 3 at each side.
        before = position("12W 000", "000", placements=on_go(tile="332"))
        beside_go = Cell(2, 4)

        placements = before.placements_of(0)

        assert before.layout.pattern(beside_go) == "32 "
        assert placements == (Placement(beside_go, "W21"),)

    def test_a_point_where_the_square_and_a_figure_meet_bears_the_figure(self) -> None:
        before = position("12W 331 000", "000", placements=on_go(tile="332"))

        after = place_tile(before, "12W").position

        assert after.layout.sites[Vertex(4, 2)] == "3"

    def test_a_point_with_nothing_but_the_square_takes_any_figure_and_bears_it_from_then_on(self) -> None:
        before = position("113 000", "333 000", placements=(Placement(Cell(1, 1), "1W2"),))
        below_it, next_to_that = Cell(1, 2), Cell(1, 3)

        after = place(before, Placement(below_it, "311")).position

        assert before.layout.pattern(below_it) == "W1 "
        assert [placed.marks for placed in before.placements_of(0) if placed.cell == below_it] == ["311", "113"]
        assert after.layout.pattern(next_to_that) == "1 3"


class TestTheEnd:
    def test_tiles_cost_2_and_their_pips(self) -> None:
        # The source's examples: 000 costs two points, 230 costs seven.
        assert cost_of_tile("000") == 2
        assert cost_of_tile("230") == 2 + 2 + 3 + 0
        assert cost_of_tile("12W") == 5
        assert cost_of_hand(["000", "230"]) == 9

    def test_who_empties_the_hand_receives_10_and_the_others_pay_for_their_tiles(self) -> None:
        after = place_tile(position("332", "000", "230 333"), "332")

        assert after.events[1:] == (
            WentOut(0, {1: ("000",), 2: ("230", "333")}),
            Paid(None, 0, 10, 10),
            Paid(1, None, 2, 2),
            Paid(2, None, 18, 18),
        )
        assert after.position.points == (45, 33, 17)
        assert after.position.ending is Ending.OUT
        assert after.position.leaders == (0,)

    def test_the_most_points_win_whoever_was_out_first(self) -> None:
        after = place_tile(position("332", "000", purses=(Purse(4, 1), FULL_PURSE)), "332")

        assert after.position.points == (32, 33)
        assert after.position.leaders == (1,)

    def test_equal_points_tie(self) -> None:
        after = place_tile(position("332", "000", purses=(Purse(3, 4), FULL_PURSE)), "332")

        assert after.position.points == (33, 33)
        assert after.position.leaders == (0, 1)

    def test_nobody_pays_more_than_there_is(self) -> None:
        after = place_tile(position("332", "333 230", purses=(FULL_PURSE, Purse(1, 1))), "332")

        assert after.events[-1] == Paid(1, None, 18, 7)
        assert after.position.points == (45, 0)

    def test_the_marked_space_of_the_last_tile_counts(self) -> None:
        after = place_tile(position("332", "000", placements=beside("A5")), "332", "A5")

        assert after.events[1] == Paid(0, None, 5, 5)
        assert after.position.points == (40, 33)
        assert after.position.is_over

    def test_an_additional_turn_without_a_tile_is_the_end(self) -> None:
        after = place_tile(position("332", "000", placements=beside("H1")), "332", "H1")

        assert TurnAgain(0) not in after.events
        assert after.position.ending is Ending.OUT

    def test_nobody_can_place_and_the_bank_is_empty(self) -> None:
        after = place_tile(position("332 000", "111", "222"), "332")

        assert after.events[1:] == (Blocked({0: ("000",), 1: ("111",), 2: ("222",)}),)
        assert after.position.ending is Ending.BLOCKED
        assert after.position.points == (35, 35, 35)

    def test_a_replay_is_dealt_afresh_with_the_coins_of_the_start(self) -> None:
        before = position("332 000", "111", purses=(Purse(1), Purse(9)), lost_turns=(0, 1), replay=True)

        after = place_tile(before, "332").position

        assert (after.game, after.is_over, after.lost_turns) == (2, False, (0, 0))
        assert after.purses == (FULL_PURSE, FULL_PURSE)
        assert len(after.placements) == 1
        assert after.placements[0].cell == after.board.start
        tiles = [*after.bank, *(tile for hand in after.hands for tile in hand)]
        assert sorted([*tiles, TILES.name_of(after.placements[0].marks)]) == sorted(TILES.names)

    def test_who_has_left_gets_a_hand_in_the_replay_and_neither_starts_nor_moves(self) -> None:
        before = replace(position("332 000", "333", "111", replay=True), left=frozenset({1}))
        to_seat_1 = Arranged("000 001 002 003 012 021 330", "333")

        after = hands_rules.place(before, placing(before, "332"), to_seat_1)

        assert after.position.hands[1][-1] == "333"
        assert len(after.position.hands[1]) == 7
        assert Started(2, "332") in after.events
        assert after.position.next_seat != 1

    def test_as_long_as_the_bank_has_tiles_they_are_drawn_before(self) -> None:
        after = place_tile(position("332 000", "111", bank="001 002 003"), "332")

        assert after.events[1:-1] == (Drew(1, "001", False), Drew(0, "002", False), Drew(1, "003", False))
        assert after.events[-1] == Blocked({0: ("000", "002"), 1: ("001", "003", "111")})

    def test_a_tile_that_was_drawn_last_and_kept_keeps_the_game_going(self) -> None:
        before = place_tile(position("332 000", "111", bank="331"), "332").position

        after = decline(before)

        assert before.may_pass
        assert after.events == (Passed(1), Stuck(0))
        assert after.position.next_seat == 1
        assert not after.position.may_pass

    def test_the_game_is_a_draw_at_once_even_if_somebody_has_a_turn_to_lose(self) -> None:
        after = place_tile(position("332 000", "111", placements=beside("B1")), "332", "B1")

        assert after.events[1:] == (Jailed(0), Blocked({0: ("000",), 1: ("111",)}))


class TestLeaving:
    def test_the_others_go_on_and_the_hand_stays_out(self) -> None:
        after = leave(position("332 000", "331 000", "330 000", next_seat=1))

        assert after.events == (Left(1, tiles=2),)
        assert after.position.active == (0, 2)
        assert after.position.next_seat == 2
        assert after.position.hands[1] == ("331", "000")

    def test_who_has_left_is_passed_over_neither_pays_nor_is_paid(self) -> None:
        before = position("332 000", "331 000", "330 223 000", placements=beside("E2"), next_seat=1)
        left = leave(before).position

        covered = place_tile(left, "330", "E2")
        after = place_tile(covered.position, "332")

        assert covered.events[1:] == (Paid(2, 0, 2, 2),)
        assert after.position.next_seat == 2

    def test_the_following_player_is_one_who_is_still_there(self) -> None:
        before = position("332 000", "331 000", "330 000", board="1970", placements=beside("F5", "1970"), next_seat=1)

        after = place_tile(leave(before).position, "330", "F5")

        assert after.events[1:] == (Paid(2, 0, 5, 5),)

    def test_who_has_left_cannot_win_and_does_not_pay_at_the_end(self) -> None:
        purses = (Purse(1, 0), Purse(9, 9), Purse(1, 0))
        left = leave(position("332", "331 000", "000", purses=purses, next_seat=1)).position

        after = place_tile(left, "332")

        assert after.position.points == (15, 63, 3)
        assert after.position.leaders == (0,)

    def test_the_hand_of_who_has_left_does_not_keep_the_game_going(self) -> None:
        left = leave(position("332 000", "331 000", "111", next_seat=1)).position

        after = place_tile(left, "332")

        assert after.position.ending is Ending.BLOCKED
        assert after.events[-1] == Blocked({0: ("000",), 2: ("111",)})

    def test_who_is_left_alone_has_won(self) -> None:
        first = leave(position("332 000", "331 000", "330 000", purses=(FULL_PURSE, FULL_PURSE, POOR))).position

        second = leave(first)

        assert second.position.ending is Ending.ALONE
        assert second.position.leaders == (2,)
