from pbmserv.games.chess.game import Chess

__all__ = ["Chess"]
