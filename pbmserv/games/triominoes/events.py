"""Events of Triominoes, from which notes are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triominoes.scoring import Earning, opening_points, penalty
from pbmserv.games.triominoes.tiles import hand_value


@dataclass(frozen=True)
class Opened(Event):
    round: int
    seat: int
    tile: str

    @property
    def points(self) -> int:
        return opening_points(self.tile)


@dataclass(frozen=True)
class Placed(Event):
    seat: int
    tile: str
    earning: Earning


@dataclass(frozen=True)
class Dealt(Event):
    seat: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class Drew(Event):
    """A seat drew these tiles. The last one fits if it could go on."""

    seat: int
    tiles: tuple[str, ...]
    able: bool

    @property
    def points(self) -> int:
        """The seat's points, negative."""
        return -penalty(len(self.tiles), self.able)


@dataclass(frozen=True)
class WentOut(Event):
    """A seat placed its last tile, which ends the round; `hands` are the others'."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]
    points: int


@dataclass(frozen=True)
class Blocked(Event):
    """Nobody could place a tile, which ends the round; `gains` are the lowest hands'."""

    hands: Mapping[int, tuple[str, ...]]
    gains: Mapping[int, int]

    @property
    def values(self) -> dict[int, int]:
        return {seat: hand_value(hand) for seat, hand in self.hands.items()}


@dataclass(frozen=True)
class Standing(Event):
    """The totals after a round; `last`: the match is over."""

    round: int
    scores: tuple[int, ...]
    last: bool
