"""Dots and Boxes: whoever can close a box does, and nobody gives one away who can help it."""

from __future__ import annotations

from typing import cast

from pbmserv.games.boards.boxes import Boxes
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.dots import Dots
from pbmserv.games.grid_game import Standing

TIMES = 4
"""How many games are played for one answer, which is the mean."""


def playout(game: Dots, position: Standing, chance: Chance) -> tuple[float, float]:
    """What both seats have at the ends of some games."""
    board = cast(Boxes, game.board(position))
    share = sum(Drawing(board, position).played_out(chance) for _ in range(TIMES)) / TIMES
    return share, 1 - share


class Drawing:
    """A game that is played to its end."""

    def __init__(self, board: Boxes, position: Standing) -> None:
        self.board = board
        self.free = {line for line, there in enumerate(position.standing) if there == EMPTY}
        self.left = {
            box: sum(line in self.free for line in lines)
            for box, lines in enumerate(board.beside)
            if board.is_box(box)
        }
        """How many lines of each box are not drawn."""
        self.scores = [position.standing.count("x"), position.standing.count("o")]
        self.seat = position.next_seat
        self.almost = [box for box, left in self.left.items() if left == 1]
        """Boxes that can be closed."""

    def played_out(self, chance: Chance) -> float:
        """What the first seat has at the end: 1, 0, or half for a tie."""
        beside, left = self.board.beside, self.left
        order = chance.shuffled(sorted(self.free))
        given: list[int] = []
        self._close()
        for line in order:
            # What gives a box away now will give it away later as well.
            if any(left[box] == 2 for box in beside[line]):
                given.append(line)
            elif line in self.free:
                self._draw(line)
        for line in given:
            if line in self.free:
                self._draw(line)
                self._close()
        first, second = self.scores
        return 0.5 if first == second else float(first > second)

    def _draw(self, line: int) -> None:
        """The seat draws a line that closes no box."""
        self._count(line)
        self.seat = 1 - self.seat

    def _close(self) -> None:
        """The seat closes all boxes that it can."""
        while self.almost:
            box = self.almost.pop()
            for line in self.board.beside[box]:
                if line in self.free:
                    self._count(line)

    def _count(self, line: int) -> None:
        self.free.discard(line)
        for box in self.board.beside[line]:
            self.left[box] -= 1
            if self.left[box] == 1:
                self.almost.append(box)
            elif not self.left[box]:
                self.scores[self.seat] += 1
