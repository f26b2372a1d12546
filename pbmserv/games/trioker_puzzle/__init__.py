"""Trioker's puzzles: `shapes`, the `game` itself, and `checking` of drawn shapes."""

from pbmserv.games.trioker_puzzle.game import TriokerPuzzle

__all__ = ["TriokerPuzzle"]
