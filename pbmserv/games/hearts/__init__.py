from pbmserv.games.hearts.game import Hearts

__all__ = ["Hearts"]
