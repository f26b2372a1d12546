"""Dots and Boxes by players who know chains: nobody gives boxes away unless forced, then chains are opened, shortest
first, and closed or left for control.

See Elwyn Berlekamp, The Dots and Boxes Game (2000). Drawing in a box that lacks two lines gives away its whole chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache
from typing import NamedTuple, cast

from pbmserv.games.boards.boxes import Boxes
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.dots import Dots
from pbmserv.games.grid_game import GridPosition

TIMES = 4
"""The number of games averaged."""
A_LOOP = 4
"""The boxes left over at the end of a loop for control; two of a chain."""


def playout(game: Dots, position: GridPosition, chance: Chance) -> tuple[float, float]:
    board = cast(Boxes, game.board(position))
    drawing = Drawing(board, position)
    share = sum(drawing.copied().played_out(chance) for _ in range(TIMES)) / TIMES
    return share, 1 - share


def candidates(game: Dots, position: GridPosition) -> Sequence[str]:
    """Close boxes, except perhaps the last two of a chain; else harmless lines; else one of each kind of chain."""
    board = cast(Boxes, game.board(position))
    drawing = Drawing(board, position)
    lines = drawing.closing() or drawing.harmless() or drawing.opening()
    return [board.names[line] for line in lines]


class Chain(NamedTuple):
    """Boxes that all go to the player who closes the first."""

    boxes: tuple[int, ...]
    is_loop: bool


class Drawing:
    def __init__(self, board: Boxes, position: GridPosition) -> None:
        self.board = board
        self.free = {line for line, there in enumerate(position.cells) if there == EMPTY}
        self.left = {
            box: sum(line in self.free for line in lines)
            for box, lines in enumerate(board.beside)
            if board.is_box(box)
        }
        self.scores = [position.cells.count("x"), position.cells.count("o")]
        self.seat = position.next_seat

    def copied(self) -> Drawing:
        other = copy(self)
        other.free, other.left, other.scores = {*self.free}, {**self.left}, [*self.scores]
        return other

    def closing(self) -> list[int]:
        """A line that closes a box, and one that keeps control, if worthwhile."""
        almost = [box for box, left in self.left.items() if left == 1]
        ends = []
        for box in almost:
            [line] = self._lines(box)
            leaving = self._leaving(box, line)
            if leaving is None:
                return [line]
            ends.append((line, leaving))
        # All but one of them are closed without a thought; both ends of a loop are one.
        return [*ends[0]] if len({leaving for _, leaving in ends}) == 1 else [ends[0][0]] if ends else []

    def _leaving(self, box: int, line: int) -> int | None:
        """The line that leaves a chain's rest instead of closing; None if more boxes come first."""
        second = self._beyond(line, box)
        if second is None or self.left[second] != 2:
            return None
        [leaving] = [each for each in self._lines(second) if each != line]
        third = self._beyond(leaving, second)
        if third is None or self.left[third] > 2:
            return leaving
        if self.left[third] == 2:
            [last] = [each for each in self._lines(third) if each != leaving]
            fourth = self._beyond(last, third)
            if fourth is not None and self.left[fourth] == 1 and fourth != box:
                return leaving
        return None

    def harmless(self) -> list[int]:
        """The lines that give nothing away, if none closes."""
        return [line for line in sorted(self.free) if not self._gives(line)]

    def opening(self) -> list[int]:
        """A line of the shortest chain of each kind, if each gives something away."""
        shortest: dict[bool, Chain] = {}
        for chain in self.chains():
            known = shortest.get(chain.is_loop)
            if known is None or len(chain.boxes) < len(known.boxes):
                shortest[chain.is_loop] = chain
        return [self._first(chain) for chain in shortest.values()] or sorted(self.free)[:1]

    def _first(self, chain: Chain) -> int:
        """The line that opens a chain: of two boxes the one between, so that they cannot be left."""
        if len(chain.boxes) == 2:
            first, second = (self._lines(box) for box in chain.boxes)
            between = [line for line in first if line in second]
            if between:
                return between[0]
        return min(self._lines(chain.boxes[0]))

    def chains(self) -> list[Chain]:
        found: list[Chain] = []
        seen: set[int] = set()
        free, lacking, sides_of = self.free, self.left, _sides(self.board)
        for start, left in lacking.items():
            if left != 2 or start in seen:
                continue
            boxes, ahead, sides = [], [start], 0
            seen.add(start)
            while ahead:
                box = ahead.pop()
                boxes.append(box)
                for line, near in sides_of[box]:
                    if line not in free:
                        continue
                    if near is None or lacking[near] != 2:
                        sides += 1
                    elif near not in seen:
                        seen.add(near)
                        ahead.append(near)
            found.append(Chain(tuple(boxes), sides == 0))
        return found

    def played_out(self, chance: Chance) -> float:
        """The first seat's value at the end."""
        self._close()
        for line in chance.shuffled(sorted(self.free)):
            # What gives a box away now will give it away later as well.
            if not self._gives(line):
                self.draw(line)
        first, second = self.scores
        lead = first - second
        return 0.5 if lead == self._ahead() else float(lead > self._ahead())

    def _ahead(self) -> int:
        """The lead that the first seat needs, given how chains will fall."""
        chains = self.chains()
        sizes = sorted((len(chain.boxes), chain.is_loop) for chain in chains)
        # Where chains meet, the box between them goes with the longest.
        others = sum(1 for left in self.left.values() if left > 2)
        if sizes and others:
            sizes[-1] = sizes[-1][0] + others, sizes[-1][1]
        gain = gained(sizes)
        return gain if self.seat == 0 else -gain

    def _close(self) -> None:
        while lines := self.closing():
            self.draw(lines[0])

    def draw(self, line: int) -> None:
        self.free.discard(line)
        closed = 0
        for box in self.board.beside[line]:
            self.left[box] -= 1
            closed += not self.left[box]
        self.scores[self.seat] += closed
        if not closed:
            self.seat = 1 - self.seat

    def _gives(self, line: int) -> bool:
        return any(self.left[box] == 2 for box in self.board.beside[line])

    def _lines(self, box: int) -> list[int]:
        return [line for line in self.board.beside[box] if line in self.free]

    def _beyond(self, line: int, box: int) -> int | None:
        return next((each for each in self.board.beside[line] if each != box), None)


@cache
def _sides(board: Boxes) -> tuple[tuple[tuple[int, int | None], ...], ...]:
    def sides(box: int) -> Iterator[tuple[int, int | None]]:
        for line in board.beside[box] if board.is_box(box) else ():
            yield line, next((each for each in board.beside[line] if each != box), None)

    return tuple(tuple(sides(box)) for box in range(len(board.beside)))


def gained(sizes: Sequence[tuple[int, bool]]) -> int:
    """By how many boxes the seat that need not open the first chain wins them, shortest first.

    Each chain is its size and whether it is a loop. Who closes it may leave its end and so keep control.
    """
    gain = 0
    for number, (boxes, is_loop) in enumerate(reversed(sizes)):
        left = A_LOOP if is_loop else 2
        keeping = boxes - 2 * left + gain if number and boxes > 2 else boxes - gain
        gain = max(boxes - gain, keeping)
    return gain
