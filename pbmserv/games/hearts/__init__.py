"""Hearts: `cards`, `rules`, `display`, `words`, and the `game` itself."""

from pbmserv.games.hearts.game import Hearts

__all__ = ["Hearts"]
