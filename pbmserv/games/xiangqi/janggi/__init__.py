from pbmserv.games.xiangqi.janggi.game import Janggi

__all__ = ["Janggi"]
