from pbmserv.games.cribbage.game import Cribbage

__all__ = ["Cribbage"]
