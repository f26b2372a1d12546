"""What happens in a match of Triominoes. The notes in letters are made from such events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triominoes.scoring import Earning, opening_points, penalty
from pbmserv.games.triominoes.tiles import hand_value


@dataclass(frozen=True)
class Opened(Event):
    """A round has begun: a seat's tile was the highest."""

    round: int
    seat: int
    tile: str

    @property
    def points(self) -> int:
        """What the seat earned."""
        return opening_points(self.tile)


@dataclass(frozen=True)
class Placed(Event):
    """A seat has placed a tile."""

    seat: int
    tile: str
    earning: Earning


@dataclass(frozen=True)
class Dealt(Event):
    """A seat that takes part again in the middle of a round was dealt these."""

    seat: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class Drew(Event):
    """A seat had no tile that fits and drew these. The last of them fits if the seat was able to go on."""

    seat: int
    tiles: tuple[str, ...]
    able: bool

    @property
    def points(self) -> int:
        """What the seat earned: less than nothing."""
        return -penalty(len(self.tiles), self.able)


@dataclass(frozen=True)
class WentOut(Event):
    """A seat has placed its last tile, which ends the round; `hands` are those of the others."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]
    points: int


@dataclass(frozen=True)
class Blocked(Event):
    """No seat was able to place a tile, which ends the round; `gains` are those of the lowest hands."""

    hands: Mapping[int, tuple[str, ...]]
    gains: Mapping[int, int]

    @property
    def values(self) -> dict[int, int]:
        """What each hand is worth."""
        return {seat: hand_value(hand) for seat, hand in self.hands.items()}


@dataclass(frozen=True)
class Standing(Event):
    """The totals after a round; `last`: the match ends with it."""

    round: int
    scores: tuple[int, ...]
    last: bool
