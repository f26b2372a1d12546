"""Go: stones laid nearly at random until nothing is left but eyes, which tells who lives, and who owns which points.

Nobody fills an eye of their own, or else no stone would ever be safe. Everything else is allowed, except to take back
a single stone at once: that a position further back may not come again either does not matter to who lives.
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
"""For each point 1 where it is Black's, -1 where it is White's, 0 where it is neither's."""
MOST_FOR_EACH_POINT = 2
"""A random game is broken off after so many stones for each point of the board: three kos can go on for ever."""
_FREE = 0


class Goban:
    """A board on which stones are laid fast. Black is 1, White -1.

    A chain is known by one of its stones, its head. Its `breaths` are its liberties, each counted once for each stone
    that touches it: it is captured when there are none. The `sums` of their places and of the `squares` of these tell
    whether all are the same liberty, without a list of them.
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
        """Where the seat to move may not lay a stone, since it would take back the one that has just taken."""
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
        """Whether a free point is an eye of a colour: all around it are its stones, and at the corners enough."""
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
        """Lay a stone on a free point, if it has a liberty then; tells whether it has.

        What is captured becomes free; that its own point is free no longer is for who calls this to say.
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
        """Lay stones in turn, beginning with a colour, until neither finds a place for one.

        They are laid at random, unless something is to be taken, or to be saved, beside the last stone.
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
        """Where a stone has been laid at random, on a point that is no eye; -1 where there is none left."""
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
        """Where the chain of the last stone is taken, or one beside it is saved; -1 where there is neither."""
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
        """The only liberty of a chain, -1 where it has more: numbers are all the same if the mean of their squares is
        the square of their mean.
        """
        breaths, total = self.breaths[head], self.sums[head]
        return total // breaths if breaths * self.squares[head] == total * total else -1

    def owners(self) -> Owners:
        """Whose each point is once the board is full: of who lies there, or has it surrounded."""
        owned = self.stones[:]
        for place in self.free:
            around = {self.stones[each] for each in self._near[place]}
            owned[place] = around.pop() if len(around) == 1 else _FREE
        return owned


_COLOURS = {STONES[0]: 1, STONES[1]: -1}


@cache
def _slanting(width: int, places: int) -> tuple[tuple[int, ...], ...]:
    """For each place, those next to it along the diagonals."""
    rays = grid_of(StarredPoints, width, places // width).rays
    return tuple(tuple(each[way][0] for way in DIAGONAL if each[way]) for each in rays)


def colour_of(seat: int) -> int:
    """The number of the stones of a seat."""
    return 1 - 2 * seat


def filled(position: Position, colour: int, chance: Chance) -> Owners:
    """Whose each point is at the end of a random game."""
    board = Goban(position)
    board.fill(colour, chance)
    return board.owners()


def playout(game: Go, position: Position, chance: Chance) -> tuple[float, float]:
    """What each seat has at the end of a random game."""
    lead = 2 * sum(filled(position, colour_of(position.next_seat), chance)) - position.komi
    won = 0.5 if not lead else float(lead > 0)
    return won, 1 - won
