"""Trioker: `tiles` for the family; `boards`, `spaces`, `coins`, `setup` and `scoring` by the source; `rules`,
`words`, and the `game` itself.

`turns`, `passing_words`, `passing_game` and `events` are shared with Trioker-Line.
"""

from pbmserv.games.trioker.game import Trioker

__all__ = ["Trioker"]
