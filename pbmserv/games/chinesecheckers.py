"""Chinese checkers, published in Germany as Stern-Halma (1892), for two to six players.

The rules are those of Masters Traditional Games: a man may stop anywhere, one who has arrived stays, and another man
in the way there changes places with the one who goes there. Of five players, one goes to a point where nobody began.
The end after many moves is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbmserv.games.base import Options
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.star import PLACES, WIDTH, Star
from pbmserv.games.chance import Chance
from pbmserv.games.halma import GOAL, Corners, Halma, Position, corners_of
from pbmserv.games.message import BLACK, WHITE, Message


class ChineseCheckers(Halma):
    """Bring all men to the opposite point of the star."""

    name = "ChineseCheckers"
    summary = "Halma on a star: jump into the point opposite"
    also_called = ("Chinese Checkers", "Chinese Chequers", "Stern-Halma")
    seats = range(2, 7)
    options = ()
    touching = (
        "Touch a man and then the cell where he goes, the last one if he jumps several times, or drag him there."
    )
    move_form = "the cells from which and to which a man goes, for example l4-k5, however often he jumps"
    marks = "xovzsk"
    seat_names = (BLACK, WHITE, Message("Orange"), Message("Green"), Message("Violet"), Message("Blue"))
    board_class = Star
    figures = (
        Figure("x", 0, "man", "dark"),
        Figure("o", 1, "man", "light"),
        Figure("v", 2, "man", "1", "cross"),
        Figure("z", 3, "man", "3", "bar"),
        Figure("s", 4, "man", "2", "triangle"),
        Figure("k", 5, "man", "0", "diamond"),
    )
    hint = "A colon is an empty cell of a point in use."
    most_each = 100
    is_forwards_from_home = False
    taken = "The cell {end} is taken: {piece} lies there."
    not_reached = (
        "A man goes to a cell beside him, or jumps over men next to him onto free cells: {end} is not reached from "
        "{start}."
    )

    def board(self, position: Position) -> Star:
        return star_of(position.seats)

    def check_options(self, options: Options, seats: int) -> None:
        """There are none."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return self.begun(Position(WIDTH, EMPTY * PLACES, seats=seats))

    def exchanged(self, position: Position) -> frozenset[int]:
        """Men of others where this seat goes: nobody can shut a player out."""
        goal = corners_of(self.board(position), position.next_seat).goal
        return frozenset(place for place in goal if position[place] not in (EMPTY, self.own(position)))

    def forbidden(self, corners: Corners, start: int, end: int, is_forward: bool) -> str:
        return GOAL if start in corners.goal and end not in corners.goal else ""

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        start, end = steps
        if position[self.board(position).place_of[end]] == EMPTY:
            return ()
        return ("", f"{start} {end} {end} {start}")

    def has_won(self, mark: str, there: Sequence[str]) -> bool:
        return {*there} == {mark}

    def claimants(self, position: Position, mover: int) -> Sequence[int]:
        """Who changes places may bring another player's last man home."""
        return (mover, *(seat for seat in position.staying if seat != mover))


@cache
def star_of(seats: int) -> Star:
    return Star(WIDTH, WIDTH, seats)
