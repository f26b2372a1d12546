"""Parsed game files before interpretation: tags and moves, nodes, rows of turns, deals, or lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pbmserv.games.refusals import Refusal

MOST_TAGS = 200
"""How many tags a game may have."""
MOST_MOVES = 5000
"""And how many moves."""
KIF_TAGS = frozenset(
    {"手合割", "先手", "後手", "下手", "上手", "開始日時", "終了日時", "棋戦", "戦型", "場所", "持ち時間", "表題"}
    | {"掲載", "作品名", "記録係", "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒"}
)
"""Tags of KIF that begin a game, whatever else it has."""
USI_START = r"(?:position\s+)?(?:startpos|sfen\s+(\S+\s+[bw]\s+\S+\s+[0-9]+))\s+moves\b"
"""How a game in USI begins."""
_LONGEST_VALUE = 255


class NotRead(Refusal):
    """An unreadable file or game, with the reason."""


@dataclass
class Tagged:
    """A PGN or PDN game: tags and moves, without numbers and annotations."""

    tags: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    result: str = ""


@dataclass
class Tree:
    """An SGF game: the nodes of its main line."""

    nodes: list[dict[str, list[str]]] = field(default_factory=list)

    @property
    def root(self) -> Mapping[str, Sequence[str]]:
        return self.nodes[0] if self.nodes else {}

    def tag(self, name: str) -> str:
        """A property of the root on one line, or an empty text."""
        return plain(" ".join(self.root.get(name, [""])[:1]))


@dataclass
class Turn:
    """A turn in a MAT row: location, player, words."""

    row: int
    seat: int
    words: str


@dataclass
class MatchGame:
    """A game of a match: number, players' names, scores before it, turns."""

    number: int
    names: tuple[str, str]
    scores: tuple[int, int]
    turns: list[Turn] = field(default_factory=list)


@dataclass
class Match:
    """A MAT match to so many points, or a session's game, to 0 points."""

    tags: dict[str, str] = field(default_factory=dict)
    points: int = 0
    games: list[MatchGame] = field(default_factory=list)


@dataclass
class TaggedDeal:
    """A PBN game: tags, the calls of its auction, and its cards by columns, of which the leader has the first."""

    tags: dict[str, str] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)


@dataclass
class Deals:
    """The PBN games that the same four play one after another."""

    deals: list[TaggedDeal] = field(default_factory=list)


@dataclass
class Kifu:
    """A KIF game of shogi.

    It has tags, the rows of a board that is drawn, moves, and its end: a word in place of a move, and a sentence.
    """

    tags: dict[str, str] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    white_begins: bool = False
    words: list[str] = field(default_factory=list)
    end: str = ""
    result: str = ""

    @property
    def has_begun(self) -> bool:
        """Whether its moves have begun."""
        return bool(self.words or self.end or self.result)


@dataclass
class UsiGame:
    """A game of shogi in USI: its start in SFEN, or the usual one, and the words behind `moves`."""

    sfen: str
    words: list[str]


Told: TypeAlias = Tagged | Tree | Match | Deals | Kifu | UsiGame
"""A game of any file."""


def plain(value: str) -> str:
    """A value for display: one line, printable, bounded."""
    return "".join(char if char.isprintable() else "?" for char in " ".join(value.split()))[:_LONGEST_VALUE]
