"""Go: nearly random stones until only eyes are left.

Nobody fills own eyes. Only the immediate recapture of a single stone is forbidden; longer repetition does not affect
life.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from pbmserv.games.boards.grids import DIAGONAL, EMPTY
from pbmserv.games.boards.points import StarredPoints
from pbmserv.games.chance import Chance
from pbmserv.games.go.game import Go
from pbmserv.games.go.rules import STONES, Position, neighbours
from pbmserv.games.grid_game import grid_of

Owners: TypeAlias = list[int]
"""For each point 1 for Black, -1 for White, 0 for neither."""
MOST_FOR_EACH_POINT = 2
"""The maximum number of stones for each point in a playout, as three kos could go on for ever."""
_FREE = 0


class Goban:
    """A fast board. Black is 1, White -1.

    A chain is identified by its head. Its `breaths` are liberties, counted for each adjacent stone: captured at none.
    The `sums` of their places and `squares` tell whether all are the same liberty.
    """

    __slots__ = ("_near", "_slanting", "breaths", "chains", "free", "heads", "ko", "squares", "stones", "sums")

    def __init__(self, position: Position) -> None:
        width, cells = position.width, position.cells
        self._near = neighbours(width, len(cells))
        self._slanting = _slanting(width, len(cells))
        self.stones = [_FREE] * len(cells)
        self.heads = [*range(len(cells))]
        self.chains: list[list[int]] = [[] for _ in cells]
        self.breaths = [0] * len(cells)
        self.sums = [0] * len(cells)
        self.squares = [0] * len(cells)
        self.free: list[int] = []
        self.ko = -1
        """Where the side to move may not recapture a ko."""
        for place, there in enumerate(cells):
            if there == EMPTY:
                self.free.append(place)
            else:
                # Each chain has a liberty where it lies, and so it has one as long as stones of it are missing.
                self.lay(place, _COLOURS[there])
        self.ko = self._ko_of(position)

    def _ko_of(self, position: Position) -> int:
        for place in position.last:
            back = self._last_liberty(self.heads[place])
            # It could be taken there, and that is against the rules only if all would be as it was before.
            if back >= 0 and not position.is_legal(back):
                return back
        return -1

    def is_eye(self, place: int, colour: int) -> bool:
        """Whether an empty point is an eye: own stones around, and enough at the corners."""
        stones = self.stones
        for each in self._near[place]:
            if stones[each] != colour:
                return False
        slanting = self._slanting[place]
        lost = 0
        for each in slanting:
            if stones[each] == -colour:
                lost += 1
        return lost < (2 if len(slanting) == 4 else 1)

    def lay(self, place: int, colour: int) -> bool:
        """Place a stone if it has a liberty; return whether it has.

        Captured places become empty; the caller updates the list of empty points for its own.
        """
        stones, heads, breaths, near = self.stones, self.heads, self.breaths, self._near[place]
        sums, squares = self.sums, self.squares
        own = own_sum = own_squares = 0
        square = place * place
        for each in near:
            if stones[each]:
                head = heads[each]
                breaths[head] -= 1
                sums[head] -= place
                squares[head] -= square
            else:
                own += 1
                own_sum += each
                own_squares += each * each
        if not own:
            for each in near:
                # One of its own has another liberty, or one of the others has none left.
                if (stones[each] == colour) == (breaths[heads[each]] > 0):
                    break
            else:
                for each in near:
                    head = heads[each]
                    breaths[head] += 1
                    sums[head] += place
                    squares[head] += square
                return False
        stones[place] = colour
        heads[place] = place
        self.chains[place] = [place]
        breaths[place], sums[place], squares[place] = own, own_sum, own_squares
        taken: list[int] = []
        for each in near:
            there = stones[each]
            if there == colour:
                if heads[each] != heads[place]:
                    self._join(heads[each], heads[place])
            elif there and not breaths[heads[each]]:
                taken += self._take(heads[each])
        self.free += taken
        self.ko = taken[0] if len(taken) == 1 and not own and len(self.chains[heads[place]]) == 1 else -1
        return True

    def _join(self, head: int, other: int) -> None:
        chains, heads = self.chains, self.heads
        if len(chains[head]) < len(chains[other]):
            head, other = other, head
        for each in chains[other]:
            heads[each] = head
        chains[head] += chains[other]
        self.breaths[head] += self.breaths[other]
        self.sums[head] += self.sums[other]
        self.squares[head] += self.squares[other]

    def _take(self, head: int) -> list[int]:
        stones, heads, breaths = self.stones, self.heads, self.breaths
        chain = self.chains[head]
        for each in chain:
            stones[each] = _FREE
        for each in chain:
            for beside in self._near[each]:
                if stones[beside]:
                    head = heads[beside]
                    breaths[head] += 1
                    self.sums[head] += each
                    self.squares[head] += each * each
        return chain

    def fill(self, colour: int, chance: Chance) -> None:
        """Play alternately from a colour until neither has a move.

        Moves are random, unless something next to the last stone can be captured or saved.
        """
        passes, last = 0, -1
        for _ in range(MOST_FOR_EACH_POINT * len(self.stones)):
            urgent = self._urgent(last, colour) if last >= 0 else -1
            if urgent >= 0 and urgent != self.ko and self.lay(urgent, colour):
                self.free.remove(urgent)
                last = urgent
            else:
                last = self._laid_somewhere(colour, chance)
            passes = passes + 1 if last < 0 else 0
            if passes == 2:
                return
            colour = -colour

    def _laid_somewhere(self, colour: int, chance: Chance) -> int:
        """A random move that fills no eye; -1 if there is none."""
        free, below = self.free, chance.below
        left = len(free)
        while left:
            at = below(left)
            place = free[at]
            if place != self.ko and not self.is_eye(place, colour) and self.lay(place, colour):
                # What was captured has been added at the end.
                free[at] = free[-1]
                free.pop()
                return place
            left -= 1
            free[at], free[left] = free[left], place
        self.ko = -1
        return -1

    def _urgent(self, last: int, colour: int) -> int:
        """A move that captures the last stone's chain or saves a neighbour; -1 if there is none."""
        taking = self._last_liberty(self.heads[last])
        if taking >= 0:
            return taking
        for each in self._near[last]:
            if self.stones[each] == colour:
                saving = self._last_liberty(self.heads[each])
                # Without room behind it, it would be taken all the same.
                if saving >= 0 and sum(not self.stones[beside] for beside in self._near[saving]) > 1:
                    return saving
        return -1

    def _last_liberty(self, head: int) -> int:
        """A chain's only liberty, or -1: all numbers are equal if the mean of squares is the square of the mean."""
        breaths, total = self.breaths[head], self.sums[head]
        return total // breaths if breaths * self.squares[head] == total * total else -1

    def owners(self) -> Owners:
        owned = self.stones[:]
        for place in self.free:
            around = {self.stones[each] for each in self._near[place]}
            owned[place] = around.pop() if len(around) == 1 else _FREE
        return owned


_COLOURS = {STONES[0]: 1, STONES[1]: -1}


@cache
def _slanting(width: int, places: int) -> tuple[tuple[int, ...], ...]:
    rays = grid_of(StarredPoints, width, places // width).rays
    return tuple(tuple(each[way][0] for way in DIAGONAL if each[way]) for each in rays)


def colour_of(seat: int) -> int:
    return 1 - 2 * seat


def filled(position: Position, colour: int, chance: Chance) -> Owners:
    board = Goban(position)
    board.fill(colour, chance)
    return board.owners()


def playout(game: Go, position: Position, chance: Chance) -> tuple[float, float]:
    lead = 2 * sum(filled(position, colour_of(position.next_seat), chance)) - position.komi
    won = 0.5 if not lead else float(lead > 0)
    return won, 1 - won
