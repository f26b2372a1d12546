"""The start of a game against the table of the source, and who starts."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.events import Drew, Started
from pbmserv.games.trioker.rules import start
from pbmserv.games.trioker.setup import SETUPS, starter_of
from pbmserv.games.trioker.tiles import TILES
from tests.games.arranged import Arranged

PLAYERS_TILES_RED_BLACK_BANK = [(2, 10, 5, 5, 5), (3, 7, 5, 5, 4), (4, 6, 4, 5, 1)]
"""The lines of the source's table."""


def deal_for(tiles: int) -> Arranged:
    """The first player gets 333 and the second 332, who can follow at once."""
    others = [tile for tile in TILES.names if tile not in {"333", "332"}]
    return Arranged("333", *others[: tiles - 1], "332")


class TestDealing:
    @pytest.mark.parametrize(("players", "tiles", "red", "black", "bank"), PLAYERS_TILES_RED_BLACK_BANK)
    @pytest.mark.parametrize("board", BOARDS)
    def test_everybody_gets_what_the_table_says(
        self, board: str, players: int, tiles: int, red: int, black: int, bank: int
    ) -> None:
        begun = start(board, players, deal_for(tiles)).position

        assert [len(hand) for hand in begun.hands] == [tiles - 1] + [tiles] * (players - 1)
        assert begun.purses == (Purse(red, black),) * players
        assert len(begun.bank) == bank

    def test_the_table_has_a_line_for_each_number_of_players(self) -> None:
        assert list(SETUPS) == [players for players, *_ in PLAYERS_TILES_RED_BLACK_BANK]


class TestWhoStarts:
    def test_the_holder_of_333_places_it_on_go_and_the_next_player_moves(self) -> None:
        deal = Arranged("001 002 003 012 021 330 112", "333 110 111 113 120 132 123", "332")

        begun = start("rapid", 3, deal)

        assert begun.events == (Started(seat=1, tile="333"),)
        assert begun.position.placements == (Placement(BOARDS["rapid"].start, "333"),)
        assert "333" not in begun.position.hands[1]
        assert begun.position.next_seat == 2

    def test_the_player_on_the_left_of_the_last_one_is_the_first(self) -> None:
        begun = start("rapid", 2, Arranged("332", "001 002 003 012 021 112 110 111 113", "333"))

        assert begun.events[0] == Started(seat=1, tile="333")
        assert begun.position.next_seat == 0

    def test_without_333_the_most_pips_start(self) -> None:
        assert starter_of([["331", "000"], ["012", "332"], ["223"]]) == (1, "332")

    @pytest.mark.parametrize(
        ("hands", "starter"),
        [
            ([["223"], ["331"]], (1, "331")),
            ([["222"], ["132"], ["330"]], (2, "330")),
            ([["222"], ["132"], ["123"]], (2, "123")),
            ([["132", "222"], ["221"]], (0, "132")),
        ],
    )
    def test_of_equal_sums_the_higher_figures_start_and_then_the_table_s_order(
        self, hands: list[list[str]], starter: tuple[int, str]
    ) -> None:
        assert starter_of(hands) == starter

    @pytest.mark.parametrize(("board", "hour"), [("rapid", 6), ("1970", 12)])
    def test_the_last_figure_of_the_first_tile_points_to_the_apex_of_its_space(self, board: str, hour: int) -> None:
        bank = "333 000 001 002 003"
        dealt = [tile for tile in TILES.names if tile not in bank.split()]

        begun = start(board, 2, Arranged(*dealt, bank)).position

        [first] = begun.placements
        assert TILES.name_of(first.marks) == "332"
        assert TILES.hour(first.marks, first.cell) == hour

    def test_a_player_who_cannot_follow_the_start_draws_at_once(self) -> None:
        deal = Arranged("333 330 331 332 223 220 221 222 123 132", "000 001 002 003 012 021 110 111 112 113", "203")

        begun = start("rapid", 2, deal)

        assert begun.events[1:] == (Drew(1, "203", fits=False),)
        assert begun.position.next_seat == 0
        assert "203" in begun.position.hands[1]
        assert len(begun.position.bank) == 4
