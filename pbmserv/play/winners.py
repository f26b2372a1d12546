"""Who has won a game: the seats of the winning side whose players have stayed.

Partners win and lose together, but a player who has left does not win, whatever the partner reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed


def winning_seats(game: Game[Any] | str, winner: int | None, resigned: Sequence[bool]) -> tuple[int, ...]:
    """Return the seats that have won, in order, none for a draw; `winner` is the seat of the result.

    A game that is no longer installed, given by its word, has no partners.
    """
    if winner is None:
        return ()
    sides = sides_of(game, len(resigned))
    if not sides:
        return (winner,)
    stayed = (seat for seat, side in enumerate(sides) if side == sides[winner] and not resigned[seat])
    return tuple(stayed) or (winner,)


def sides_of(game: Game[Any] | str, seats: int) -> tuple[int, ...]:
    """Return the side of each seat; empty without partners."""
    rules = installed().get(game) if isinstance(game, str) else game
    return tuple(map(rules.side_of, range(seats))) if rules is not None and rules.partners else ()


def is_left_alone(game: Game[Any], staying: Sequence[int]) -> bool:
    """Whether all seats that stay are of one side, which then has won."""
    return game.partners and len({game.side_of(seat) for seat in staying}) == 1
