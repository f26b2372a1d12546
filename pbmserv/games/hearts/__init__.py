"""Hearts: `cards` as they are called, `rules` of tricks and hands, `display` for eyes, `game` for the server."""

from pbmserv.games.hearts.game import Hearts

__all__ = ["Hearts"]
