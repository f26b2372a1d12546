"""Even-Odd at random on one mutable table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.chance import Chance
from pbmserv.games.pairimpair.game import PairImpair
from pbmserv.games.pairimpair.rules import Position
from pbmserv.games.pairimpair.tiles import TILES, Side
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triangles.tiles import BLANK, WILD, turns, turns_that_fit

TRIES = 15
"""The number of random tries before all moves are listed."""
ROTATIONS = 3


def playout(game: PairImpair, position: Position, chance: Chance) -> tuple[float, float] | None:
    """Values of a random match; each placement is equally likely.

    A return match favours neither and is left out.
    """
    if not position.placements:
        # Not every tile may open.
        return None
    table, mover, left = Table(position), position.mover, position.turns
    while all(table.hands.values()):
        placement = table.any_move(mover, chance)
        if placement is None:
            mover, left = mover.other, 1
            placement = table.any_move(mover, chance)
            if placement is None:
                break
        left += table.lay(placement, mover) - 1
        if not left:
            mover, left = mover.other, 1
    lead = len(table.hands[Side.ODD]) - len(table.hands[Side.EVEN])
    even = 0.5 if not lead else float(lead > 0)
    return (even, 1 - even) if position.even_seat == 0 else (1 - even, even)


class Table:
    def __init__(self, position: Position) -> None:
        layout = position.layout
        self.board = position.board.cells
        self.tiles = {*layout.tiles}
        self.marks: dict[Vertex, str] = {}
        for placement in position.placements:
            self._mark(placement)
        self.border = [*layout.border]
        self.hands = {side: [TILES.marks(tile) for tile in position.hand(side)] for side in Side}

    def any_move(self, side: Side, chance: Chance) -> Placement | None:
        border, hand, below = self.border, self.hands[side], chance.below
        if not border:
            return None
        for _ in range(TRIES):
            cell, number = border[below(len(border))], below(ROTATIONS)
            # Tiles that look alike in several turns come so much more seldom.
            ways = turns(hand[below(len(hand))])
            if number < len(ways) and ways[number] in turns_that_fit(ways[number], self._pattern(cell)):
                return Placement(cell, ways[number])
        listed = [*self._moves(hand)]
        return chance.choice(listed) if listed else None

    def lay(self, placement: Placement, side: Side) -> int:
        cell, marks = placement
        self.hands[side].remove(next(tile for tile in turns(marks) if tile in self.hands[side]))
        self.tiles.add(cell)
        self._mark(placement)
        self.border.remove(cell)
        for near in cell.neighbours():
            if near in self.board and near not in self.tiles and near not in self.border:
                self.border.append(near)
        return sum(self.tiles.issuperset(vertex.cells()) for vertex in cell.corners())

    def _moves(self, hand: Sequence[str]) -> Iterator[Placement]:
        for cell in self.border:
            pattern = self._pattern(cell)
            for tile in hand:
                for marks in turns_that_fit(tile, pattern):
                    yield Placement(cell, marks)

    def _pattern(self, cell: Cell) -> str:
        get = self.marks.get
        one, two, three = cell.corners()
        return get(one, BLANK) + get(two, BLANK) + get(three, BLANK)

    def _mark(self, placement: Placement) -> None:
        for vertex, mark in zip(placement.cell.corners(), placement.marks, strict=True):
            if self.marks.get(vertex, WILD) == WILD:
                self.marks[vertex] = mark
