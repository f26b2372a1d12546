"""Turns of games with hands of Trioker's tiles: dealing, drawing and keeping a tile, ends.

Only a player who drew a fitting tile may pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.rules import Advance, HandsPosition, Table
from pbmserv.games.triangles.tiles import TileSet
from pbmserv.games.trioker.events import Blocked, Drew, Passed, Stuck, WentOut
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TILES

P = TypeVar("P", bound="PassingPosition")
"""A game's position."""


class Ending(Enum):
    OUT = "out"
    """A hand's last tile was placed."""
    BLOCKED = "blocked"
    """Nobody could place a tile, and the bank was empty."""
    ALONE = "alone"
    """All others have left."""


@dataclass(frozen=True, kw_only=True)
class PassingPosition(HandsPosition):
    """A position; `drawn` is the tile drawn in this turn, if any."""

    drawn: str | None = None

    @property
    def tiles(self) -> TileSet:
        return TILES

    @property
    def may_pass(self) -> bool:
        """Whether the seat to move drew a tile, which it need not place."""
        return self.drawn is not None

    @property
    def has_drawn(self) -> bool:
        return self.drawn is not None

    @property
    def ending(self) -> Ending | None:
        if not self.is_over:
            return None
        if len(self.active) == 1:
            return Ending.ALONE
        return Ending.BLOCKED if all(self.hands[seat] for seat in self.active) else Ending.OUT


def deal(seats: int, chance: Chance) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The hands, by the source's table, and the bank."""
    tiles = chance.shuffled(TILES.names)
    size = SETUPS[seats].tiles
    hands = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size])) for seat in range(seats))
    return hands, tiles[seats * size :]


def decline(position: P, chance: Chance) -> Advance[P]:
    """The seat to move keeps its drawn tile."""
    table = position.table(chance)
    table.events.append(Passed(table.seat))
    return table.advance()


class PassingTable(Table[P]):
    drawn: str | None = None

    @property
    def is_blocked(self) -> bool:
        return not self.bank and not any(map(self.can_place, self.active))

    def drew(self, tiles: Sequence[str], fits: bool) -> None:
        if fits:
            self.drawn = tiles[-1]
        self.events.append(Drew(self.seat, tiles[-1], fits) if tiles else Stuck(self.seat))

    def end_with_last_tile(self) -> None:
        self.is_over = True
        self.events.append(WentOut(self.seat, self.hands_of(self.followers_of(self.seat))))

    def end_blocked(self) -> None:
        self.is_over = True
        self.events.append(Blocked(self.hands_of(self.active)))

    def position(self) -> P:
        return replace(super().position(), drawn=self.drawn)
