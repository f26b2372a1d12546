"""Chess: `rules`, `notation`, and the `game` itself."""

from pbmserv.games.chess.game import Chess

__all__ = ["Chess"]
