"""What earns points in Triominoes, with the numbers of the sources' own examples."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triominoes.scoring import (
    Earning,
    earning,
    gain_of_going_out,
    gains_when_blocked,
    opening_points,
    penalty,
)
from pbmserv.games.triominoes.tiles import hand_size, opening_of, tile_set, value
from tests.games.drawn_tiles import layout_and_last

HEXAGON = r"""
    +-------+
   /5\5   5/5\
  /   \ * /   \
 /4   0\0/0   0\
+-------+-------+
 \4   0/0\0   0/
  \   /   \   /
   \2/2   1\1/
    +-------+
"""

BRIDGE_144 = r"""
        +-------+
       /3\3   5/5\
      /   \   /   \
     /1   5\5/5   5\
    +-------+-------+
   /1\     /5\5   5/
  / * \   /   \   /
 /4   4\ /4   0\0/
+-------+-------+
 \4   4/4\4   0/
  \   /   \   /
   \3/3   0\0/
    +-------+
"""

BRIDGE_125 = r"""
    +-------+-------+
   /3\3   4/4\4   0/0\
  /   \   /   \   /   \
 /1   1\1/1   1\1/1   1\
+-------+-------+-------+
       /1\     /1\1   1/
      / * \   /   \   /
     /5   2\ /2   2\2/
    +-------+-------+
     \5   2/2\2   2/
      \   /   \   /
       \5/5   4\4/
        +-------+
"""

ADDED_115 = r"""
    +-------+-------+
   /3\3   4/4\4   0/0\
  /   \   /   \   /   \
 /1   1\1/1   1\1/1   1\
+-------+-------+-------+
 \1   1/1\     /1\1   1/
  \ * /   \   /   \   /
   \5/5   2\ /2   2\2/
    +-------+-------+
     \5   2/2\2   2/
      \   /   \   /
       \5/5   4\4/
        +-------+
"""

TILES = tile_set(5)


class TestTheSet:
    def test_there_are_56_tiles_up_to_5_and_84_up_to_6(self) -> None:
        assert len(tile_set(5).names) == 56
        assert len(tile_set(6).names) == 84

    @pytest.mark.parametrize(("figure", "count"), [("5", 21), ("4", 15), ("3", 10), ("2", 6), ("1", 3), ("0", 1)])
    def test_the_source_counts_the_tiles_by_their_highest_figure(self, figure: str, count: int) -> None:
        assert sum(max(tile) == figure for tile in TILES.names) == count

    def test_six_tiles_bear_two_given_figures(self) -> None:
        assert sum({"4", "5"} <= set(tile) for tile in TILES.names) == 6

    def test_a_tile_is_read_clockwise_and_its_mirror_image_is_not_there(self) -> None:
        assert TILES.find("012") == "012"
        assert TILES.find("021") is None

    def test_the_tile_2_4_5_is_worth_11(self) -> None:
        assert value("245") == 11

    @pytest.mark.parametrize(("players", "tiles"), [(2, 9), (3, 7), (4, 7), (5, 6), (6, 6)])
    def test_how_many_tiles_each_player_gets(self, players: int, tiles: int) -> None:
        assert hand_size(players) == tiles

    @pytest.mark.parametrize("highest", [5, 6])
    def test_a_tile_beside_another_fits_in_one_way_at_most(self, highest: int) -> None:
        tiles = tile_set(highest)
        figures = [*map(str, range(highest + 1))]

        for pattern in (f"{one}{other} " for one in figures for other in figures):
            for tile in tiles.names:
                assert len(tiles.turns_that_fit(tile, pattern)) <= 1


class TestOpening:
    @pytest.mark.parametrize(("tile", "points"), [("444", 22), ("000", 40), ("245", 11), ("555", 25), ("111", 13)])
    def test_what_an_opening_tile_earns(self, tile: str, points: int) -> None:
        assert opening_points(tile) == points

    def test_the_highest_triple_opens_before_any_higher_sum(self) -> None:
        assert opening_of({0: ("455", "355"), 1: ("111", "012"), 2: ("222", "000")}) == (2, "222")

    def test_three_zeros_open_where_they_are_the_only_triple(self) -> None:
        assert opening_of({0: ("455", "355"), 1: ("000", "001")}) == (1, "000")

    def test_without_a_triple_the_highest_sum_opens(self) -> None:
        assert opening_of({0: ("245", "001"), 1: ("355", "001"), 2: ("045", "344")}) == (1, "355")

    def test_equal_sums_are_decided_by_the_next_highest_tiles(self) -> None:
        assert opening_of({0: ("255", "044", "045"), 1: ("345", "145", "001")}) == (1, "345")
        assert opening_of({0: ("255", "044", "045"), 1: ("345", "135", "001")}) == (0, "255")
        assert opening_of({0: ("255", "045", "001"), 1: ("345", "135", "002")}) == (1, "345")

    def test_hands_equal_to_the_end_are_decided_by_the_order_of_seats(self) -> None:
        assert opening_of({1: ("345", "135"), 3: ("255", "045")}) == (1, "345")

    def test_of_two_tiles_of_one_sum_in_a_hand_the_higher_figures_open(self) -> None:
        assert opening_of({0: ("255", "345"), 1: ("001", "002")}) == (0, "255")


class TestPlacing:
    def test_a_tile_earns_its_value(self) -> None:
        beside_444 = Layout((Placement(Cell(0, 0), "444"),))
        beside_255 = Layout((Placement(Cell(0, 0), "355"),))

        assert earning(beside_444, Placement(Cell(0, 1), "443")) == Earning(11)
        assert earning(beside_255, Placement(Cell(1, 0), "255")) == Earning(12)
        assert Earning(value("135")).points == 9

    @pytest.mark.parametrize(
        ("drawing", "tile", "expected", "points"),
        [
            (HEXAGON, "055", Earning(10, hexagons=1), 60),
            (BRIDGE_144, "144", Earning(9, bridge=True), 49),
            (BRIDGE_125, "125", Earning(8, bridge=True), 48),
            (ADDED_115, "115", Earning(7, bridge=True), 47),
        ],
    )
    def test_the_examples_of_the_russian_source(
        self, drawing: str, tile: str, expected: Earning, points: int
    ) -> None:
        layout, last = layout_and_last(drawing)

        earned = earning(layout, last)

        assert TILES.name_of(last.marks) == tile
        assert earned == expected
        assert earned.points == points

    def test_two_hexagons_at_once_earn_100(self) -> None:
        gap = Cell(0, 0)
        _, right, left = gap.corners()
        around = {*left.cells(), *right.cells()} - {gap}
        layout = Layout(tuple(Placement(cell, "000") for cell in sorted(around)))

        earned = earning(layout, Placement(gap, "000"))

        assert earned == Earning(0, hexagons=2)
        assert earned.points == 100

    def test_a_hexagon_earns_no_bridge_besides(self) -> None:
        layout, last = layout_and_last(HEXAGON)

        assert " " not in layout.pattern(last.cell)
        assert earning(layout, last).bonus == 50

    def test_the_fifth_tile_around_a_point_is_no_bridge(self) -> None:
        *four, fifth, _ = (Placement(cell, "000") for cell in Vertex(0, 0).cells())

        assert earning(Layout(tuple(four)), fifth) == Earning(0)


class TestPenalties:
    @pytest.mark.parametrize(
        ("drawn", "able", "points"),
        [
            (0, True, 0),
            (1, True, 5),
            (2, True, 10),
            (3, True, 15),
            (3, False, 25),
            (2, False, 20),
            (1, False, 15),
            (0, False, 10),
        ],
    )
    def test_what_drawing_costs(self, drawn: int, able: bool, points: int) -> None:
        assert penalty(drawn, able=able) == points


class TestRoundEnds:
    def test_the_last_tile_earns_25_and_all_other_hands(self) -> None:
        assert gain_of_going_out([("245", "001"), ("555",)]) == 25 + 12 + 15

    def test_the_lowest_hand_gains_the_excess_of_the_others(self) -> None:
        # "Player B's hand is 15, while Player A's remaining hand sums to 23 and Player C's hand sums to 27".
        hands = {0: ("555", "233"), 1: ("555",), 2: ("555", "444")}

        assert gains_when_blocked(hands) == {1: 20}

    def test_equal_lowest_hands_gain_nothing_from_each_other(self) -> None:
        assert gains_when_blocked({0: ("005",), 1: ("014",), 2: ("444",)}) == {0: 7, 1: 7}
        assert gains_when_blocked({0: ("005",), 1: ("014",)}) == {0: 0, 1: 0}
