from pbmserv.games.pairimpair.game import PairImpair

__all__ = ["PairImpair"]
