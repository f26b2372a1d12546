from pbmserv.games.backgammon.game import Backgammon

__all__ = ["Backgammon"]
