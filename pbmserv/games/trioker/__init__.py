"""Trioker: `tiles` for all games of the family, `boards`, `spaces`, `coins`, `setup` and `scoring` by the source.

`rules` is the course of a game, `words` what letters say of it, and `game` how the server meets it. What Trioker-Line
does alike is in `turns`, `passing_words` and `passing_game`; `events` are for both.
"""

from pbmserv.games.trioker.game import Trioker

__all__ = ["Trioker"]
