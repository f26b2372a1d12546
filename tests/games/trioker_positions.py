"""Positions of Trioker that tests set up by hand."""

from __future__ import annotations

from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.rules import Position
from pbmserv.games.trioker.tiles import TILES

FULL_PURSE = Purse(red=5, black=5)


def on_go(board: str = "rapid", tile: str = "333") -> tuple[Placement, ...]:
    """A board with the first tile on it; beside 333 only tiles with two threes fit."""
    return (Placement(BOARDS[board].start, TILES.marks(tile)),)


def beside(mark: str, board: str = "rapid") -> tuple[Placement, ...]:
    """A board with 333 beside a marked space, and nothing else."""
    printed = BOARDS[board].printed
    plain = [cell for cell in printed.cell_of(mark).neighbours() if cell in printed.cells - printed.spaces.keys()]
    return (Placement(plain[0], "333"),)


def position(
    *hands: str,
    bank: str = "",
    board: str = "rapid",
    placements: tuple[Placement, ...] | None = None,
    purses: tuple[Purse, ...] | None = None,
    next_seat: int = 0,
    drawn: str | None = None,
    lost_turns: tuple[int, ...] | None = None,
    replay: bool = False,
    game: int = 1,
) -> Position:
    """A game after its start; hands and bank are written `012 330`."""
    return Position(
        board_name=board,
        hands=tuple(tuple(hand.split()) for hand in hands),
        purses=purses or (FULL_PURSE,) * len(hands),
        bank=tuple(bank.split()),
        placements=on_go(board) if placements is None else placements,
        next_seat=next_seat,
        drawn=drawn,
        lost_turns=lost_turns or (0,) * len(hands),
        replay=replay,
        game=game,
    )


def placing(before: Position, tile: str, mark: str | None = None) -> Placement:
    """The first way in which the seat to move can place a tile, anywhere or on a marked space."""
    return next(
        placement
        for placement in before.placements_of(before.next_seat)
        if TILES.name_of(placement.marks) == tile
        and (mark is None or before.board.printed.spaces.get(placement.cell) == mark)
    )
