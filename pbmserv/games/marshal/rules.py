"""The rules of Marshal: armies, who beats whom, and where men go.

The game is that of L'Attaque (1908) in its later form on ten by ten squares with two lakes. Rules as gravon.de tells
them: scouts go any distance and may attack at the end; nobody goes to and fro between two squares more than five
times in a row; who cannot move has lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.boards.squares import Squares
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path

WIDTH = 10
BOARD = Squares(WIDTH, WIDTH)
LAKE = "~"
LAKES = tuple(BOARD.place_of[name] for name in ("c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"))
HOMES = (range(60, 100), range(40))
"""The squares on which each seat sets up its men: of the first the four rows below."""

HIDDEN = "X"
"""A man whose rank the viewer does not know."""
FLAG, BOMB, SPY, SCOUT, MINER, MARSHAL = "FBYTNM"


class Rank(NamedTuple):
    name: str
    strength: int


RANKS = {
    MARSHAL: Rank("marshal", 10),
    "G": Rank("general", 9),
    "C": Rank("colonel", 8),
    "J": Rank("major", 7),
    "K": Rank("captain", 6),
    "L": Rank("lieutenant", 5),
    "S": Rank("sergeant", 4),
    MINER: Rank("miner", 3),
    SCOUT: Rank("scout", 2),
    SPY: Rank("spy", 1),
    BOMB: Rank("bomb", 0),
    FLAG: Rank("flag", 0),
}
"""The ranks by their letters, the strongest first."""
MOVING = "".join(RANKS).replace(BOMB, "").replace(FLAG, "")
ARMIES = {"40": "MGCCJJJKKKKLLLLSSSSNNNNNTTTTTTTTYBBBBBBF", "8": "MGNTTYBF"}
"""The men of each side by how many there are."""

MOST_TO_AND_FRO = 5
MOST_QUIET, MOST_MOVES = 100, 800
"""Moves of both together after which nobody has won: without an attack, and in all."""
FLAG_TAKEN, STUCK, BOTH_STUCK, QUIET, LONG = "flag", "stuck", "both", "quiet", "long"
"""How a game ends."""


@dataclass(frozen=True)
class Position(GridPosition):
    """A position: capitals are White's men, `X` and `x` hidden ones.

    `is_ready` says who has set up. `shown` are the places of men whose rank all know, `moved` those of men that have
    moved. `lost` are the men that each seat has lost. `fight` is who attacked whom with the last move, if anybody.
    `to_and_fro` is the last move of each seat, and how often in a row the same man has gone between these two places.
    `quiet` are the moves since the last attack. `end` is how the game has ended, and `winner` who has won, if
    anybody.
    """

    men: str = "40"
    is_ready: tuple[bool, bool] = (False, False)
    shown: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    lost: tuple[str, str] = ("", "")
    fight: str = ""
    to_and_fro: tuple[tuple[int, int, int], tuple[int, int, int]] = ((-1, -1, 0), (-1, -1, 0))
    quiet: int = 0
    moves: int = 0
    end: str = ""
    winner: int | None = None
    is_open: bool = False

    @property
    def is_setting_up(self) -> bool:
        return not all(self.is_ready)

    def seat_of(self, place: int) -> int | None:
        there = self.cells[place]
        if there in (EMPTY, LAKE):
            return None
        return 0 if there.isupper() else 1

    def home(self, seat: int) -> str:
        """What a seat has set up, in reading order."""
        return "".join(self.cells[place].upper() for place in HOMES[seat])

    def with_home(self, seat: int, home: str) -> Position:
        men = home if seat == 0 else home.lower()
        return self.with_changes(dict(zip(HOMES[seat], men, strict=True)), self.next_seat, self.last)

    def paths_of(self, seat: int) -> Iterator[Path]:
        """The moves of a seat's men; of hidden ones those that men usually have."""
        for place in range(WIDTH * WIDTH):
            if self.seat_of(place) != seat or self.cells[place].upper() in (BOMB, FLAG):
                continue
            far = WIDTH if self.cells[place].upper() == SCOUT else 1
            for direction in STRAIGHT:
                for end in BOARD.rays[place][direction][:far]:
                    there = self.seat_of(end)
                    if there == seat or self.cells[end] == LAKE:
                        break
                    if not self.is_too_often(seat, place, end):
                        yield place, end
                    if there is not None:
                        break

    def is_too_often(self, seat: int, start: int, end: int) -> bool:
        """Whether a man has gone between two places as often in a row as it may."""
        last, before, count = self.to_and_fro[seat]
        return (last, before) == (end, start) and count >= MOST_TO_AND_FRO

    def after(self, path: Path) -> Position:
        """The position after a move."""
        start, end = path
        seat = self.next_seat
        mover, there = self.cells[start], self.cells[end]
        changes, lost = {start: EMPTY}, [*self.lost]
        shown, moved = {*self.shown} - {start}, {*self.moved} - {start}
        if there == EMPTY:
            changes[end] = mover
            moved.add(end)
            if start in self.shown or end not in BOARD.around[start]:
                # Only a scout goes so far.
                shown.add(end)
        else:
            winner = survivor(mover, there)
            changes[end] = winner or EMPTY
            shown.discard(end)
            if winner != there:
                moved.discard(end)
                lost[1 - seat] += there.upper()
            if winner != mover:
                lost[seat] += mover.upper()
            if winner:
                shown.add(end)
            if winner == mover:
                moved.add(end)
        before, last, count = self.to_and_fro[seat]
        shuttles = [*self.to_and_fro]
        shuttles[seat] = (start, end, count + 1 if (before, last) == (end, start) else 1)
        following: Position = self.with_changes(
            changes,
            1 - seat,
            path,
            shown=tuple(sorted(shown)),
            moved=tuple(sorted(moved)),
            lost=(lost[0], lost[1]),
            fight="" if there == EMPTY else mover + there,
            to_and_fro=(shuttles[0], shuttles[1]),
            quiet=self.quiet + 1 if there == EMPTY else 0,
            moves=self.moves + 1,
        )
        if there.upper() == FLAG:
            return replace(following, end=FLAG_TAKEN, winner=seat)
        return following.judged()

    def judged(self) -> Position:
        """The position with its end, if nobody can move or nobody has attacked for long."""
        seat = self.next_seat
        if next(self.paths_of(seat), None) is None:
            if next(self.paths_of(1 - seat), None) is None:
                return replace(self, end=BOTH_STUCK)
            return replace(self, end=STUCK, winner=1 - seat)
        if self.quiet >= MOST_QUIET:
            return replace(self, end=QUIET)
        return replace(self, end=LONG) if self.moves >= MOST_MOVES else self

    def seen_by(self, viewer: int | None) -> Position:
        """The position without ranks that a viewer does not know; before the first move, not even where men stand."""
        if self.is_open or self.end:
            return self
        cells = [*self.cells]
        for seat in (0, 1):
            if seat == viewer:
                continue
            for place in range(WIDTH * WIDTH):
                if self.seat_of(place) == seat and place not in self.shown:
                    hidden = HIDDEN if seat == 0 else HIDDEN.lower()
                    cells[place] = EMPTY if self.is_setting_up else hidden
        seen = "".join(cells)
        return self if seen == self.cells else replace(self, cells=seen)


def survivor(attacker: str, defender: str) -> str:
    """The man who stays on the square where one attacks another; empty if both are lost."""
    one, other = attacker.upper(), defender.upper()
    if other == FLAG or (one, other) in ((SPY, MARSHAL), (MINER, BOMB)):
        return attacker
    if other == BOMB:
        return defender
    if one == other:
        return ""
    return attacker if RANKS[one].strength > RANKS[other].strength else defender


def dealt(men: str, seat: int, chance: Chance) -> str:
    """A set-up at random: the flag in the last row with bombs beside it, all others anywhere but more bombs in front.

    In the reading order of the board.
    """
    back_first = [*range(30, 40), *range(20, 30), *range(10, 20), *range(10)]
    if seat == 1:
        back_first = [*range(10), *range(10, 20), *range(20, 30), *range(30, 40)]
    army = [*ARMIES[men]]
    home = [EMPTY] * 40
    flag = chance.choice(back_first[:10])
    beside = [place for place in (flag - 1, flag + 1) if place in back_first[:10]]
    for man, place in zip(FLAG + BOMB * len(beside), [flag, *beside], strict=True):
        if man in army:
            army.remove(man)
            home[place] = man
    bombs = [man for man in army if man == BOMB]
    others = [man for man in army if man != BOMB]
    behind = [place for place in back_first[:30] if home[place] == EMPTY]
    for place in chance.shuffled(behind)[: len(bombs)]:
        home[place] = BOMB
    free = [place for place in back_first if home[place] == EMPTY]
    for man, place in zip(others, chance.shuffled(free), strict=False):
        home[place] = man
    return "".join(home)
