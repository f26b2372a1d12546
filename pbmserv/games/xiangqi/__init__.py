from pbmserv.games.xiangqi.game import Xiangqi

__all__ = ["Xiangqi"]
