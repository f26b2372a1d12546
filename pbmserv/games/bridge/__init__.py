from pbmserv.games.bridge.game import Bridge

__all__ = ["Bridge"]
