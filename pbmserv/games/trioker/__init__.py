"""Trioker: `tiles` for all games of the family, `boards`, `spaces`, `coins`, `setup` and `scoring` by the source,
`hands` for what games of hidden hands share, `rules` of a game, `words` for letters, `game` for the server."""

from pbmserv.games.trioker.game import Trioker

__all__ = ["Trioker"]
