"""Trioker-Line: `chains`, `rules`, `events`, `words`, and the `game` itself."""

from pbmserv.games.trioker_line.game import TriokerLine

__all__ = ["TriokerLine"]
