from pbmserv.games.shogi.game import Shogi

__all__ = ["Shogi"]
