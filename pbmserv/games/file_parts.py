"""What a file of games is made of, before a game has said what it means: tags and moves, nodes, or turns in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

_LONGEST_VALUE = 255


@dataclass
class Tagged:
    """A game of PGN or PDN: its tags, and its moves as they are written, without numbers and judgements."""

    tags: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    result: str = ""


@dataclass
class Tree:
    """A game of SGF: its nodes from the root on, as far as the main line goes."""

    nodes: list[dict[str, list[str]]] = field(default_factory=list)

    @property
    def root(self) -> Mapping[str, Sequence[str]]:
        """The first node."""
        return self.nodes[0] if self.nodes else {}

    def tag(self, name: str) -> str:
        """What the root says of something, on one line; empty if nothing."""
        return plain(" ".join(self.root.get(name, [""])[:1]))


@dataclass
class Turn:
    """A turn in a row of MAT: where it stands, which of the two players it is of, and its words."""

    row: int
    seat: int
    words: str


@dataclass
class MatchGame:
    """A game of a match: the number that it has, the names of both players, their points before it, and its turns."""

    number: int
    names: tuple[str, str]
    scores: tuple[int, int]
    turns: list[Turn] = field(default_factory=list)


@dataclass
class Match:
    """A match of MAT to so many points, or a game of a session, to 0 points."""

    tags: dict[str, str] = field(default_factory=dict)
    points: int = 0
    games: list[MatchGame] = field(default_factory=list)


Told: TypeAlias = Tagged | Tree | Match
"""A game of any file."""


def plain(value: str) -> str:
    """A value as it may be shown: on one line, of what can be printed, and not too long."""
    return "".join(char if char.isprintable() else "?" for char in " ".join(value.split()))[:_LONGEST_VALUE]
