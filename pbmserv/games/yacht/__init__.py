from pbmserv.games.yacht.game import Yacht

__all__ = ["Yacht"]
