"""The course of a match: opening, drawing, passing, the ends of rounds and match, and leaving."""

from __future__ import annotations

import pytest

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.events import Left
from pbmserv.games.triangles.hands.rules import leave, place
from pbmserv.games.triominoes.events import Blocked, Drew, Opened, Placed, Standing, WentOut
from pbmserv.games.triominoes.rules import Advance, Position, start
from pbmserv.games.triominoes.scoring import Earning
from tests.games.arranged import Arranged
from tests.games.triominoes_positions import placing, position


def anew() -> Chance:
    """A fresh chance, whatever other tests have drawn. The round that it deals does not end at once."""
    return Chance(bytes(16), "move 8")


def place_tile(before: Position, tile: str, chance: Chance | None = None) -> Advance:
    return place(before, placing(before, tile), chance or anew())


def standing(advance: Advance) -> Standing:
    [found] = [event for event in advance.events if isinstance(event, Standing)]
    return found


class TestStart:
    @pytest.mark.parametrize(
        ("seats", "highest", "each", "pool"),
        [(2, 5, 9, 38), (3, 5, 7, 35), (4, 5, 7, 28), (5, 6, 6, 54), (6, 5, 6, 20)],
    )
    def test_hands_are_dealt_and_the_others_are_the_pool(
        self, seats: int, highest: int, each: int, pool: int
    ) -> None:
        begun = start(highest, 400, seats, Chance(bytes(16), "start"))
        drawn = sum(len(event.tiles) for event in begun.events if isinstance(event, Drew))

        assert sum(map(len, begun.position.hands)) == seats * each - 1 + drawn
        assert len(begun.position.bank) == pool - drawn

    def test_the_highest_triple_opens_and_the_next_player_moves(self) -> None:
        deal = Arranged("012 013 014 111 023 024 034", "444 015 025 035 045 112 113", "344")

        begun = start(5, 400, 3, deal)

        assert begun.events[0] == Opened(1, seat=1, tile="444")
        assert begun.position.scores == (0, 22, 0)
        assert begun.position.next_seat == 2
        assert "444" not in begun.position.hands[1]

    def test_three_zeros_open_for_40_where_no_other_triple_is_held(self) -> None:
        deal = Arranged("012 013 014 015 023 024 025 034 035", "000 001 002 003 004 005 455 445 355")

        begun = start(5, 400, 2, deal)

        assert begun.events[0] == Opened(1, seat=1, tile="000")
        assert begun.position.scores[1] == 40

    def test_without_a_triple_the_highest_sum_opens_for_its_value(self) -> None:
        deal = Arranged("012 013 014 015 023 024 025 034 035", "001 002 003 004 005 112 113 355 445")

        begun = start(5, 400, 2, deal)

        assert begun.events[0] == Opened(1, seat=1, tile="355")
        assert begun.position.scores[1] == 13

    def test_a_player_who_cannot_follow_the_opening_draws_at_once(self) -> None:
        deal = Arranged("555 012 013 014 023 024 034 112 113", "001 002 003 004 011 022 033 044 114", "122 255")

        begun = start(5, 400, 2, deal)

        assert begun.events[1] == Drew(1, ("122", "255"), able=True)
        assert begun.position.scores == (25, -10)
        assert begun.position.next_seat == 1
        assert begun.position.drawn == 2


class TestTurns:
    def test_a_tile_placed_earns_its_value_and_the_next_player_moves(self) -> None:
        after = place_tile(position("455 012", "013 255"), "455")

        assert after.events == (Placed(0, "455", Earning(14)),)
        assert after.position.scores == (14, 0)
        assert after.position.hands == (("012",), ("013", "255"))
        assert after.position.next_seat == 1

    @pytest.mark.parametrize(
        ("pool", "drawn", "able", "points"),
        [
            ("255 013 023 033", "255", True, -5),
            ("013 255 023 033", "013 255", True, -10),
            ("013 023 255 033", "013 023 255", True, -15),
            ("013 023 033 255", "013 023 033", False, -25),
            ("013 023 033", "013 023 033", False, -25),
            ("013 023", "013 023", False, -20),
            ("013", "013", False, -15),
            ("", "", False, -10),
        ],
    )
    def test_who_cannot_place_draws_up_to_three_tiles(self, pool: str, drawn: str, able: bool, points: int) -> None:
        tiles = tuple(drawn.split())

        after = place_tile(position("455 345 012", "001", pool=pool), "455")

        assert after.events[1:] == (Drew(1, tiles, able),)
        assert after.position.scores == (14, points)
        assert after.position.hands[1] == tuple(sorted(("001", *tiles)))
        assert after.position.bank == tuple(pool.split()[len(tiles) :])
        assert after.position.next_seat == (1 if able else 0)
        assert after.position.drawn == (len(tiles) if able else 0)
        assert after.position.stuck == ({} if able else {1: -points})

    def test_a_tile_placed_after_drawing_earns_its_value_less_the_penalty(self) -> None:
        before = place_tile(position("455 345 012", "001", pool="013 023 255"), "455").position

        after = place_tile(before, "255")

        assert after.position.scores[1] == 12 - 15

    def test_several_players_may_have_to_pass_one_after_the_other(self) -> None:
        after = place_tile(position("455 345 012", "001", "002", pool="003 004 011 022"), "455")

        assert after.events[1:] == (Drew(1, ("003", "004", "011"), False), Drew(2, ("022",), False))
        assert after.position.scores == (14, -25, -15)
        assert after.position.next_seat == 0
        assert after.position.stuck == {1: 25, 2: 15}

    def test_a_placed_tile_makes_everybody_try_again(self) -> None:
        before = place_tile(position("455 345 355 012", "001", "002"), "455").position

        after = place_tile(before, "345")

        assert after.position.round == 1
        assert after.position.stuck == {1: 10, 2: 10}
        assert after.position.scores == (26, -20, -20)


class TestRoundEnds:
    def test_the_last_tile_earns_25_and_the_hands_of_the_others(self) -> None:
        after = place_tile(position("455", "012 111", "333", scores=(100, 50, 60)), "455")

        assert after.events[1] == WentOut(0, {1: ("012", "111"), 2: ("333",)}, points=25 + 6 + 9)
        assert standing(after).scores == (100 + 14 + 40, 50, 60)

    def test_when_nobody_can_place_the_lowest_hand_earns_the_excess_of_the_others(self) -> None:
        # The source's example: 15 against 23 and 27 earns 8 + 12 = 20. Each is 10 down for not being able to place.
        hands = ("123 233 333", "222 333", "455 002 033 113 133 223")

        after = place_tile(position(*hands, next_seat=2), "455")

        assert after.events[1:4] == (Drew(0, (), False), Drew(1, (), False), Drew(2, (), False))
        blocked = after.events[4]
        assert isinstance(blocked, Blocked)
        assert blocked.values == {0: 23, 1: 15, 2: 27}
        assert blocked.gains == {1: 20}
        assert standing(after).scores == (-10, -10 + 20, 14 - 10)

    def test_a_round_can_end_with_tiles_left_in_the_pool(self) -> None:
        pool = "001 002 003 011 022 033 112"

        after = place_tile(position("455 012", "013", pool=pool), "455")

        assert [event for event in after.events if isinstance(event, Drew)][:2] == [
            Drew(1, ("001", "002", "003"), False),
            Drew(0, ("011", "022", "033"), False),
        ]
        assert isinstance(after.events[3], Blocked)

    def test_the_next_round_is_shuffled_by_the_chance_of_this_very_turn(self) -> None:
        deal = Arranged("012 013 014 111 023 024 034 035 133", "333 015 025 335 045 112 113 114 115")

        after = place_tile(position("455", "012"), "455", deal)

        assert after.events[-1] == Opened(2, seat=1, tile="333")
        assert after.position.round == 2
        assert after.position.next_seat == 0
        assert after.position.scores == (14 + 25 + 3, 19)
        assert [placement.marks for placement in after.position.placements] == ["333"]

    def test_the_same_chance_deals_the_same_round(self) -> None:
        before = position("455", "012")

        one, other = (place_tile(before, "455", Chance(bytes(16), "move 7")) for _ in range(2))

        assert one == other


class TestMatchEnds:
    def test_the_round_in_which_a_total_reaches_the_target_is_the_last(self) -> None:
        after = place_tile(position("455 345", "255 012", scores=(390, 0)), "455")

        assert after.position.target_reached
        assert not after.position.is_over

    def test_it_is_the_last_even_if_penalties_bring_the_total_down_again(self) -> None:
        before = position("455 012", "003 022", scores=(40, 60), target=54)

        after = place_tile(before, "455")

        assert after.events[1:3] == (Drew(1, (), False), Drew(0, (), False))
        assert standing(after) == Standing(1, (44 + 4, 50), last=True)
        assert after.position.is_over
        assert after.position.leaders == (1,)

    def test_the_bonus_of_the_round_s_end_counts_for_the_target(self) -> None:
        after = place_tile(position("455", "012", scores=(360, 0)), "455")

        assert after.position.is_over
        assert after.position.scores == (402, 0)

    def test_below_the_target_another_round_is_played(self) -> None:
        after = place_tile(position("455", "012", scores=(357, 0)), "455")

        assert standing(after) == Standing(1, (399, 0), last=False)
        assert after.position.round == 2

    def test_equal_totals_are_a_tie(self) -> None:
        before = position("455 012", "003", scores=(0, 14), target_reached=True)

        after = place_tile(before, "455")

        assert after.position.is_over
        assert after.position.scores == (4, 4)
        assert after.position.leaders == (0, 1)


class TestLeaving:
    def test_the_others_go_on_and_the_hand_stays_out(self) -> None:
        after = leave(position("455 012", "255 013", "355 014", next_seat=1), anew())

        assert after.events == (Left(1, tiles=2),)
        assert after.position.next_seat == 2
        assert after.position.active == (0, 2)
        assert after.position.hands[1] == ("255", "013")

    def test_who_has_left_is_passed_over(self) -> None:
        before = leave(position("455 012", "145 013", "355 255", next_seat=1), anew()).position

        after = place_tile(place_tile(before, "355").position, "455")

        assert after.position.next_seat == 2

    def test_the_hand_of_who_has_left_earns_nobody_anything(self) -> None:
        before = place_tile(position("455", "255 013", "355 022", next_seat=1), "255").position
        left = leave(before, anew()).position

        after = place_tile(left, "455")

        assert left.next_seat == 0
        assert after.events[1] == WentOut(0, {1: ("013",)}, points=25 + 4)

    def test_later_rounds_are_dealt_for_those_who_are_there(self) -> None:
        left = leave(position("455", "255 013", "355 022", next_seat=1), anew()).position
        before = place_tile(left, "355").position

        after = place_tile(before, "455")

        drawn = sum(len(event.tiles) for event in after.events if isinstance(event, Drew))
        assert after.position.round == 2
        assert after.position.hands[1] == ()
        assert sum(map(len, after.position.hands)) == 9 + 9 - 1 + drawn

    def test_who_has_left_cannot_win(self) -> None:
        left = leave(position("455", "255 013", "355 022", next_seat=1, scores=(380, 399, 0)), anew()).position

        after = place_tile(place_tile(left, "355").position, "455")

        assert after.position.is_over
        assert after.position.scores == (380 + 14 + 25 + 4, 399, 13)
        assert after.position.leaders == (0,)

    def test_who_is_left_alone_has_won(self) -> None:
        first = leave(position("455", "255 013", "355 022", scores=(50, 0, 0)), anew()).position

        second = leave(first, anew())

        assert second.position.is_over
        assert second.position.leaders == (2,)
