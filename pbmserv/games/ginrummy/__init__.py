from pbmserv.games.ginrummy.game import GinRummy

__all__ = ["GinRummy"]
