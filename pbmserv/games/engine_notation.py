"""What a game says in the protocols of programs that play it: UCI, that of chess engines, and GTP, that of go.

Only positions and moves are put into other words here; who talks to programs is `pbmserv.engines`. The protocols: UCI
by R. Huber and S. Meyer-Kahlen (2006), GTP version 2 by G. Farnebäck (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P")


class InUci(NamedTuple):
    """A position for an engine of UCI: what it calls the game (`chess`), and the position in Forsyth's notation."""

    variant: str
    fen: str


class InGtp(NamedTuple):
    """A position for an engine of GTP: the commands that set it up, and the question that asks for a move."""

    setup: tuple[str, ...]
    question: str


class EngineNotation(Generic[P]):
    """A game in the words of such protocols; most are in none."""

    def in_uci(self, position: P) -> InUci | None:
        """The position, whose turn it is included; None where no such engine can go on from it."""
        return None

    def from_uci(self, position: P, move: str) -> str:
        """An engine's move (`e2e4`, `e7e8q`) as a player could have typed it."""
        return move

    def in_gtp(self, position: P) -> InGtp | None:
        """The position, whose turn it is included; None where no such engine can go on from it."""
        return None

    def from_gtp(self, position: P, answer: Sequence[str]) -> str:
        """What an engine answers, word by word, as a player could have typed it."""
        return " ".join(answer).lower()
