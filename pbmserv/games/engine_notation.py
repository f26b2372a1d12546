"""Positions and moves in engines' protocols: UCI by R. Huber and S. Meyer-Kahlen (2006), USI, which is the same for
shogi, by T. Romstad (2007), GTP version 2 by G. Farnebäck (2002).

`pbmserv.engines` runs the engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P")


class InUci(NamedTuple):
    """A position for UCI or USI: the engine's name of the game (`chess`, `shogi`), and FEN or SFEN."""

    variant: str
    fen: str


class InGtp(NamedTuple):
    """A position for GTP: commands that set it up, and the one that asks for a move."""

    setup: tuple[str, ...]
    question: str


class EngineNotation(Generic[P]):
    """A game in such protocols; most are in none."""

    def in_uci(self, position: P) -> InUci | None:
        """The position with the side to move; None if no engine can continue."""
        return None

    def from_uci(self, position: P, move: str) -> str:
        """An engine's move (`e2e4`, `e7e8q`) as a player could have typed it."""
        return move

    def in_usi(self, position: P) -> InUci | None:
        """The position with the side to move; None if no engine can continue."""
        return None

    def from_usi(self, position: P, move: str) -> str:
        """An engine's move (`7g7f`, `P*5e`), or `resign` or `win`, as a player could have typed it."""
        return move

    def in_gtp(self, position: P) -> InGtp | None:
        """The position with the side to move; None if no engine can continue."""
        return None

    def from_gtp(self, position: P, answer: Sequence[str]) -> str:
        """An engine's answer, by word, as a player could have typed it."""
        return " ".join(answer).lower()
