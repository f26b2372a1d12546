"""Minishogi: shogi on five by five squares, by the rules of the Japan Minishogi Association."""

from __future__ import annotations

from pbmserv.games.base import Result
from pbmserv.games.message import Message
from pbmserv.games.shogi.game import Shogi
from pbmserv.games.shogi.rules import MiniPosition


class MiniShogi(Shogi):
    """Shogi on five by five squares."""

    name = "MiniShogi"
    summary = "Shogi on 25 squares, with one piece of each kind"
    also_called = ("5×5 shogi", "Gogo shogi")
    move_form = (
        "the squares from which and to which a piece goes, for example 1e1d; 5e5a+ promotes, P*3c drops a pawn"
    )
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. What you hold stands beside the board: "
        'touch it there, then a square, or drag it. Where a piece may be promoted, buttons ask: "promote" or "do '
        'not promote".'
    )
    position_class = MiniPosition
    start_cells = "rbsgk....p.....P....KGSBR"
    width = 5

    def repeated(self) -> Result:
        # The first move is worth so much that Black has to do something else (Japan Minishogi Association).
        black = self.seat_names[0]
        return Result(
            1, Message("The same position has come for the fourth time, which {player} has to avoid.", player=black)
        )
