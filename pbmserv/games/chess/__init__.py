"""Chess: the `rules`, moves as players write them (`notation`), and the `game` for the server."""

from pbmserv.games.chess.game import Chess

__all__ = ["Chess"]
