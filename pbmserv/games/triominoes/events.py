"""What happens in a match of Triominoes, in the order in which it happens; the notes of letters are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pbmserv.games.triominoes.scoring import Earning, opening_points, penalty
from pbmserv.games.triominoes.tiles import hand_value


@dataclass(frozen=True)
class Opened:
    """A round has begun: a seat's tile was the highest."""

    round: int
    seat: int
    tile: str

    @property
    def points(self) -> int:
        """What the seat earned."""
        return opening_points(self.tile)


@dataclass(frozen=True)
class Placed:
    """A seat has placed a tile."""

    seat: int
    tile: str
    earning: Earning


@dataclass(frozen=True)
class Drew:
    """A seat had no tile that fits and drew these, the last of which fits if it was able to go on."""

    seat: int
    tiles: tuple[str, ...]
    able: bool

    @property
    def points(self) -> int:
        """What the seat earned: less than nothing."""
        return -penalty(len(self.tiles), self.able)


@dataclass(frozen=True)
class WentOut:
    """A seat has placed its last tile, which ends the round; `hands` are those of the others."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]
    points: int


@dataclass(frozen=True)
class Blocked:
    """No seat was able to place a tile, which ends the round; `gains` are those of the lowest hands."""

    hands: Mapping[int, tuple[str, ...]]
    gains: Mapping[int, int]

    @property
    def values(self) -> dict[int, int]:
        """What each hand is worth."""
        return {seat: hand_value(hand) for seat, hand in self.hands.items()}


@dataclass(frozen=True)
class Standing:
    """The totals after a round; `last`: the match ends with it."""

    round: int
    scores: tuple[int, ...]
    last: bool


@dataclass(frozen=True)
class Left:
    """A seat takes no part any more, and its tiles stay out of the round."""

    seat: int
    tiles: int


Event: TypeAlias = Opened | Placed | Drew | WentOut | Blocked | Standing | Left
