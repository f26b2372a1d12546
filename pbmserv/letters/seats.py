"""Players' names for seats: rules speak of seats, letters of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.play.view import SeatView


def mover_title(seats: Sequence[SeatView], number: int) -> str:
    """The player to move, with the seat if they have several."""
    mover = seats[number]
    if [seat.userid for seat in seats].count(mover.userid) < 2:
        return mover.userid
    return f"{mover.userid} ({mover.name or f'seat {number + 1}'})"


def number_of_players(game: Game[Any]) -> str:
    """The possible numbers of players: `2 players`, `2 to 6 players`."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return "1 player" if most == 1 else f"{most} players"
    return f"{least} to {most} players"
