"""Trioker-Line: `chains` on the lattice, `rules` of a game, `events` and `words` for letters, and the `game`."""

from pbmserv.games.trioker_line.game import TriokerLine

__all__ = ["TriokerLine"]
