"""The puzzles of Trioker: the `shapes`, the `game` for the server, and `checking` for shapes that people draw."""

from pbmserv.games.trioker_puzzle.game import TriokerPuzzle

__all__ = ["TriokerPuzzle"]
