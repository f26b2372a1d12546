from pbmserv.games.macmahon.game import MacMahon

__all__ = ["MacMahon"]
